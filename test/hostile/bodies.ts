import { good, type HostileCase, having, host, key, reasons, target } from './corpus.ts';

const { early, te501 } = reasons;
const next = target('/items/13');
const hidden = target('/items/12');
const chunked = having('Transfer-Encoding: chunked');
const bad = 'broken chunks';

/** Unneeded bodies, contradicting lengths and codings, and requests hidden in bodies. */
export const bodies: HostileCase[] = [
	{ name: 'a body on GET', send: `${having('Content-Length: 5')}hello`, answers: [200] },
	{
		name: 'a body on GET and another request',
		send: `${having('Content-Length: 5')}hello${next}`,
		answers: [200, 200],
	},
	{
		name: 'a request in a body',
		send: `${having(`Content-Length: ${hidden.length + 14}`)}${hidden}`,
		answers: [200],
	},
	{
		name: 'a body of 17 KB on GET and another request',
		send: `${having('Content-Length: 17000')}${'x'.repeat(17_000)}${next}`,
		answers: [200, 200],
	},
	{
		name: 'a body of 17 KB on POST',
		send: `POST /items/14 HTTP/1.1\r\n${host}${key}Content-Length: 17000\r\n\r\n${'x'.repeat(17_000)}`,
		answers: [413],
		nginx: [405],
		why: 'A body larger than 16 KB is refused before the request is handled.',
	},
	{
		name: 'a body on POST and another request',
		send: `POST /items/14 HTTP/1.1\r\n${host}${key}Content-Length: 5\r\n\r\nhello${next}`,
		answers: [405, 200],
	},
	{ name: 'less body than announced', send: `${having('Content-Length: 5')}he`, answers: [200] },
	{ name: 'POST without a length', send: `POST /items/14 HTTP/1.1\r\n${host}${key}\r\n`, answers: [405] },
	...['-5', '+5', '0x5', '', '18446744073709551617', '5, 5', '5 5', 'five', '5\0'].map((length) => ({
		name: `Content-Length: ${JSON.stringify(length)}`,
		send: `${having(`Content-Length: ${length}`)}hello`,
		answers: [400],
	})),
	{
		name: 'Content-Length: 9223372036854775807',
		send: `${having('Content-Length: 9223372036854775807')}x`,
		answers: [400],
		nginx: [413],
		why: 'More than the parser counts to.',
	},
	{
		name: 'Content-Length twice, the same',
		send: `${having('Content-Length: 5', 'Content-Length: 5')}hello${next}`,
		answers: [200, 200],
		nginx: [400],
		why: 'RFC 9112, 6.3 allows equal lengths.',
	},
	{
		name: 'two different Content-Lengths',
		send: `${having('Content-Length: 5', 'Content-Length: 6')}hello!`,
		answers: [400],
	},
	{
		name: 'Content-Length and Transfer-Encoding',
		send: `${having('Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n${hidden}`,
		answers: [400],
	},
	{
		name: 'Transfer-Encoding and Content-Length',
		send: `${having('Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n${hidden}`,
		answers: [400],
	},
	{ name: 'chunks', send: `${chunked}5\r\nhello\r\n0\r\n\r\n`, answers: [200] },
	{
		name: 'chunks and another request',
		send: `${chunked}5\r\nhello\r\n0\r\n\r\n${next}`,
		answers: [200, 200],
	},
	{ name: 'a chunk extension', send: `${chunked}5;a=b\r\nhello\r\n0\r\n\r\n`, answers: [200] },
	{
		name: `${bad}: LF in an extension`,
		send: `${chunked}5;a\nb\r\nhello\r\n0\r\n\r\n`,
		answers: [200, 400],
		nginx: [400],
		why: early,
	},
	{
		name: `${bad}: LF only`,
		send: `${chunked}5\nhello\n0\n\n`,
		answers: [200, 400],
		nginx: [200],
		why: early,
	},
	...['zz', '-5', '0x5', 'ffffffffffffffff5', '7fffffffffffffff', ''].map((size) => ({
		name: `${bad}: a chunk of ${JSON.stringify(size)}`,
		send: `${chunked}${size}\r\nhello\r\n0\r\n\r\n${hidden}`,
		answers: [200, 400],
		nginx: [400],
		why: early,
	})),
	{
		name: `${bad}: more than announced`,
		send: `${chunked}5\r\nhelloXX0\r\n\r\n`,
		answers: [200, 400],
		nginx: [400],
		why: early,
	},
	...['POST', 'OPTIONS'].map((method) => ({
		name: `${bad} on ${method}`,
		send: `${method} /items/14 HTTP/1.1\r\n${host}${key}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
		answers: [405, 400],
		nginx: [405],
		why: early,
	})),
	{
		name: 'a trailer',
		send: `${chunked}0\r\nX: y\r\n\r\n`,
		answers: [200, 400],
		nginx: [200],
		why: `${early} Trailers are not taken.`,
	},
	{
		name: 'a key in a trailer',
		send: `GET /items/14 HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nTrailer: Authorization\r\n\r\n0\r\n${key}\r\n`,
		answers: [403, 400],
		nginx: [200],
		why: `${early} Trailers are not taken.`,
	},
	...[
		'identity',
		'gzip',
		'xchunked',
		'chunked, chunked',
		'gzip, chunked',
		'chunked, identity',
		'\x0bchunked',
		'',
	].map((coding) => ({
		name: `Transfer-Encoding: ${JSON.stringify(coding)}`,
		send: `${having(`Transfer-Encoding: ${coding}`)}0\r\n\r\n${hidden}`,
		answers: [400],
		nginx: [501],
		why: te501,
	})),
	{
		name: 'Transfer-Encoding twice',
		send: `${having('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
		answers: [400],
	},
	{
		name: 'Transfer-Encoding with a space before the colon',
		send: `${having('Transfer-Encoding : chunked')}0\r\n\r\n`,
		answers: [400],
	},
	{
		name: 'Transfer-Encoding: cHuNkEd',
		send: `${having('Transfer-Encoding: cHuNkEd')}0\r\n\r\n`,
		answers: [200],
	},
	{
		name: 'Transfer-Encoding in HTTP/1.0',
		send: `GET /items/14 HTTP/1.0\r\n${host}${key}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
		answers: [400],
	},
	{
		name: 'Expect: 100-continue',
		send: `POST /items/14 HTTP/1.1\r\n${host}${key}Content-Length: 5\r\nExpect: 100-continue\r\n\r\n`,
		answers: [100, 405],
		nginx: [405],
		why: 'RFC 9110, 10.1.1 allows either.',
	},
	{
		name: 'Expect: 100-continue on GET',
		send: [having('Content-Length: 5', 'Expect: 100-continue'), 'hello'],
		answers: [100, 200],
	},
	{ name: 'another Expect', send: having('Expect: 200-maybe'), answers: [200] },
	{ name: 'a good request and NULs', send: `${good}\r\n\0\0\0\0\r\n\r\n`, answers: [200, 400] },
	{ name: 'a request after Connection: close', send: having('Connection: close') + next, answers: [200] },
];
