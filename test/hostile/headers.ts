import { end, good, type HostileCase, having, host, reasons, target } from './corpus.ts';

const { strict, version, noKeyThere, status431 } = reasons;
const line = 'GET /items/14 HTTP/1.1\r\n';

/** Header fields of every kind, requests in pieces, bytes that are not HTTP, half-closed connections. */
export const headers: HostileCase[] = [
	{ name: 'a header without a colon', send: having('Nonsense'), answers: [400], nginx: [200], why: strict },
	{ name: 'a header without a name', send: having(': x'), answers: [400] },
	{ name: 'a space in a header name', send: having('A B: x'), answers: [400] },
	{ name: 'NUL in a header name', send: having('A\0B: x'), answers: [400] },
	{ name: 'NUL in a header value', send: having('X: a\0b'), answers: [400] },
	{
		name: 'control characters in a header value',
		send: having('X: a\x01\x1b[2J'),
		answers: [400],
		nginx: [200],
		why: strict,
	},
	{ name: 'bytes that are not UTF-8 in a header value', send: having('X: \xff\xfe\x80'), answers: [200] },
	{
		name: 'headers with names of object members',
		send: having('__proto__: x', 'constructor: y'),
		answers: [200],
	},
	{
		name: 'a folded header (obs-fold)',
		send: having('X: a', ' b'),
		answers: [400],
	},
	{
		name: 'a header of 100 KB',
		send: having(`X: ${'a'.repeat(100_000)}`),
		answers: [431],
		nginx: [400],
		why: status431,
	},
	{ name: '150 headers', send: having(...Array.from({ length: 150 }, (_, n) => `X${n}: y`)), answers: [200] },
	{
		name: '300 headers',
		send: having(...Array.from({ length: 300 }, (_, n) => `X${n}: y`)),
		answers: [431],
		nginx: [200],
		why: 'At most 200 headers are read.',
	},
	{
		name: 'an Upgrade to WebSocket',
		send: having(
			'Connection: Upgrade',
			'Upgrade: websocket',
			'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
			'Sec-WebSocket-Version: 13',
		),
		answers: [200],
	},
	{
		name: 'an Upgrade to h2c',
		send: having('Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
		answers: [200],
	},
	{
		name: 'a Range',
		send: having('Range: bytes=0-1'),
		answers: [200],
		nginx: [206],
		why: 'RFC 9110, 14.2: a server may ignore Range.',
	},
	{
		name: 'If-None-Match of quotation marks',
		send: having(`If-None-Match: ${'"'.repeat(8_000)}`),
		answers: [200],
	},
	{ name: 'If-Modified-Since of rubbish', send: having('If-Modified-Since: \xff\xff'), answers: [200] },
	{
		name: 'If-Modified-Since in a far future',
		send: having('If-Modified-Since: Fri, 31 Dec 9999 23:59:59 GMT'),
		answers: [200],
	},
	{
		name: 'Connection: close, Authorization',
		send: having('Connection: close, Authorization'),
		answers: [200],
	},
	{ name: 'a request byte by byte', send: target('/items/14'), bytewise: true, answers: [200] },
	{
		name: 'a request cut within CRLF',
		send: [line, 'Ho', 'st: x\r', '\nAuthorization: {key}\r\n\r', '\n'],
		answers: [200],
	},
	{
		name: 'a TLS hello',
		send: `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${'\0'.repeat(100)}`,
		answers: [400],
	},
	{ name: 'a thousand NULs', send: '\0'.repeat(1000), answers: [400] },
	{ name: 'plain words', send: 'hello world\r\n\r\n', answers: [400] },
	{ name: 'an SSH greeting', send: 'SSH-2.0-OpenSSH_9.6\r\n', answers: [400] },
	{ name: 'a response', send: 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', answers: [400] },
	{ name: 'the PROXY protocol', send: `PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n${good}${end}`, answers: [400] },
	{
		name: 'a key in the request line',
		send: `GET /items/14 HTTP/1.1 {key}\r\n${host}\r\n`,
		answers: [505],
		nginx: [400],
		why: version,
	},
	{ name: 'a plain request and a closed sending half', send: good + end, answers: [200], halfClose: true },
	{ name: 'a sending half closed within the headers', send: line + host, answers: [], halfClose: true },
	{
		name: 'a sending half closed within the body',
		send: `${having('Content-Length: 10')}abc`,
		answers: [200],
		halfClose: true,
	},
	{
		name: 'a sending half closed after two requests',
		send: (good + end).repeat(2),
		answers: [200, 200],
		halfClose: true,
	},
	{ name: 'a sending half closed at once', send: '', answers: [], halfClose: true },
	{ name: 'no key', send: `${line}${host}\r\n`, answers: [403], nginx: [200], why: noKeyThere },
];
