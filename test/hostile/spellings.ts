import { type HostileCase, having, host, key, reasons, target } from './corpus.ts';

const { strict, version, method, early } = reasons;
const next = target('/items/13');
const requestLine = (line: string) => `${line}\r\n${host}${key}\r\n`;

/** One place of a request, and odd texts for it. */
interface Family {
	name: string;
	send(text: string): string;
	/** The texts with the expected answers, the answers of nginx if they differ, and the reason. */
	cases: readonly (readonly [texts: readonly string[], answers: number[], nginx?: number[], why?: string])[];
}

const families: Family[] = [
	{
		name: 'in the name of a header',
		send: (text) => having(`X${text}Y: z`),
		cases: [
			[[...'"(),/;<=>?@[\\]{}', '\xa0'], [400], [200], strict],
			[['\x7f'], [400]],
		],
	},
	{
		name: 'at the end of a path',
		send: (text) => target(`/items/14${text}`),
		cases: [
			[['\x01', '\x02', '\x08', '\x0b', '\x0c', '\x0e', '\x1f'], [505], [400], version],
			[['\x7f'], [404], [400], 'A name that no data holds is 404.'],
		],
	},
	{
		name: 'in the value of a header',
		send: (text) => having(`X: a${text}b`),
		cases: [
			[['\x02', '\x07', '\x08', '\x0b', '\x0c', '\x0e', '\x1f'], [400], [200], strict],
			[['\x7f'], [200]],
		],
	},
	{
		name: 'as the method',
		send: (text) => requestLine(`${text} /items/14 HTTP/1.1`),
		cases: [
			[['PUT', 'PATCH', 'PROPFIND', 'LINK', 'PURGE', 'M-SEARCH'], [405]],
			[['BREW', 'GE', 'GETT'], [], [405], method],
			[['G ET', '"GET"'], [400]],
			[['GET\0'], [505], [400], version],
		],
	},
	{
		name: 'as the version',
		send: (text) => requestLine(`GET /items/14 ${text}`),
		cases: [
			[
				['HTTP/1', 'HTTP/1.', 'HTTP/.1', 'HTTP/1.1.1', 'HTTP/01.1', 'HTTP/-1.1', 'HTTPS/1.1', 'HTTP 1.1'],
				[505],
				[400],
				version,
			],
			[['ICY/1.0', 'HTTP/1,1', 'HTTP/1.1\0'], [505], [400], version],
			[['HTTP/11'], [505]],
			[['HTTP/1.01'], [505], [200], version],
		],
	},
	{
		name: 'as the Content-Length, and another request',
		send: (text) => `${having(`Content-Length: ${text}`)}hello${next}`,
		cases: [
			[
				['05', ' 5'],
				[200, 200],
			],
			[['5\t'], [200, 200], [400], 'RFC 9110, 5.5: tabs around a value are no part of it.'],
			[['5;', '5.0', '5e0', '5\x0b', '\xd9\xa5', '5,6', '1_0', '0b1'], [400]],
		],
	},
	{
		name: 'as the size of a chunk, and another request',
		send: (text) => `${having('Transfer-Encoding: chunked')}${text}\r\nhello\r\n0\r\n\r\n${next}`,
		cases: [
			[
				['05', '5;', '5;"'],
				[200, 200],
			],
			[['5 ', '5\t'], [200, 400], [200, 200], `${early} ${strict}`],
			[[' 5', '5,5', '+5'], [200, 400], [400], early],
		],
	},
];

/** Texts that parsers interpret differently, in every place of a request. */
export const spellings: HostileCase[] = families.flatMap(({ name, send, cases }) =>
	cases.flatMap(([texts, answers, nginx, why]) =>
		texts.map((text) => ({
			name: `${JSON.stringify(text)} ${name}`,
			send: send(text),
			answers,
			...(nginx && { nginx }),
			...(why && { why }),
		})),
	),
);
