import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { session as paidSession, stripeEvent, stripeSecret } from '../../stripe-objects.ts';
import { type Attack, utf8 } from './attack.ts';
import { hostileTexts, readable } from './texts.ts';

/** A megabyte of zeros in a kilobyte. */
const bomb = gzipSync(Buffer.alloc(1 << 20)).toString('latin1');
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const json = { 'Content-Type': 'application/json' };
const message = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}';
const agentHeaders = { ...json, Accept: 'application/json, text/event-stream' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** The paths that read a body, with one that each would take. */
const takers: readonly (Pick<Attack, 'path' | 'keyed' | 'signedIn' | 'at' | 'headers'> & {
	readonly most: number;
	/** What it answers to a body that it does not understand. */
	readonly wrong: readonly number[];
})[] = [
	{ path: '/mcp', keyed: true, headers: agentHeaders, most: 16_384, wrong: [400, 406, 415] },
	{ path: '/subscription/start', keyed: true, most: 16_384, wrong: [200, 429] },
	{ path: '/subscription/end', keyed: true, most: 16_384, wrong: [200, 429] },
	{ path: '/hooks/stripe', most: 65_536, wrong: [400] },
	{ path: '/lost-key', headers: form, most: 2_048, wrong: [400] },
	{ path: '/console/sign-in', at: 'console', signedIn: true, headers: json, most: 16_384, wrong: [400, 403] },
	{
		path: '/console/data/licenses/find',
		at: 'console',
		signedIn: true,
		headers: json,
		most: 16_384,
		wrong: [200, 400],
	},
	{
		path: '/console/api/licenses',
		at: 'console',
		headers: { ...json, Authorization: 'Bearer {shop}' },
		most: 16_384,
		wrong: [400],
	},
];

/** Bodies that cost a reader more than they should, or that readers understand in different ways. */
const odd: readonly (readonly [name: string, body: string, headers?: Record<string, string>])[] = [
	['nothing', ''],
	['an open brace', '{'],
	['a list', '[]'],
	['null', 'null'],
	['bytes that are not UTF-8', '\xff\xfe\x00\x80'],
	['a byte order mark', '\xef\xbb\xbf{'],
	['a number of 1,000 digits', '9'.repeat(1_000)],
	['800 lists in each other', deep(800)],
	['names of object members', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'],
	['the same name twice', '{"code":"a","code":"b","email":1,"email":2}'],
	['half of a pair', '{"code":"\\ud800"}'],
	['a form', 'email=x&email[]=y&email[__proto__]=z', form],
	[
		'a file in parts',
		'--x\r\nContent-Disposition: form-data; name="email"; filename="../../x"\r\n\r\ny\r\n--x--',
		{ 'Content-Type': 'multipart/form-data; boundary=x' },
	],
	[
		'XML with a foreign entity',
		'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
		{ 'Content-Type': 'application/xml' },
	],
	['a packed megabyte', bomb, { 'Content-Encoding': 'gzip' }],
	['a body in two codings', bomb, { 'Content-Encoding': 'gzip, br, identity' }],
	['another character set', '\x00{\x00}', { 'Content-Type': 'application/json; charset=utf-16' }],
];

export const bodies: readonly Attack[] = takers.flatMap(({ most, wrong, headers: usual = {}, ...taker }) => [
	...odd.map(
		([name, body, headers]): Attack => ({
			...taker,
			kind: 'bodies',
			name: `${name} to ${taker.path}`,
			method: 'POST',
			body,
			headers: { ...usual, ...headers },
			answers: wrong,
		}),
	),
	{
		...taker,
		kind: 'bodies',
		name: `a byte more than allowed to ${taker.path}`,
		method: 'POST',
		body: 'x'.repeat(most + 1),
		headers: usual,
		// A license may do so ten times a minute, which is checked first.
		answers: wrong.includes(429) ? [413, 429] : [413],
	},
]);

const now = () => Math.floor(Date.now() / 1_000);
/** A payment as Stripe signs it, at a moment and with a secret. */
function signature(body: string, at: number, secret = stripeSecret): string {
	return createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
}
const paid = (order: string, changes: object = {}) =>
	JSON.stringify(stripeEvent('checkout.session.completed', paidSession(order, changes)));

/** What is not from Stripe, not of now, or not what was signed. */
function payment(name: string, body: string, header: string | null, more: Partial<Attack> = {}): Attack {
	return {
		kind: 'payments',
		name,
		method: 'POST',
		path: '/hooks/stripe',
		body,
		...(header !== null && { headers: { 'Stripe-Signature': header } }),
		answers: [400],
		says: 'bad-signature',
		...more,
	};
}

const forged = paid('forged');
const right = signature(forged, now());

export const payments: readonly Attack[] = [
	payment('a payment without a signature', forged, null),
	payment('an empty signature', forged, ''),
	payment(
		'a signature of another secret',
		forged,
		`t=${now()},v1=${signature(forged, now(), 'whsec_another')}`,
	),
	payment('the empty secret', forged, `t=${now()},v1=${signature(forged, now(), ' ')}`),
	payment('a signature of ten minutes ago', forged, `t=${now() - 600},v1=${signature(forged, now() - 600)}`),
	payment('a signature of the future', forged, `t=${now() + 600},v1=${signature(forged, now() + 600)}`),
	payment('an old signature with a new time', forged, `t=${now()},v1=${signature(forged, now() - 600)}`),
	payment('two times', forged, `t=${now() - 600},t=${now()},v1=${signature(forged, now() - 600)}`),
	payment('a time that is no number', forged, `t=NaN,v1=${right}`),
	payment('a time of floating point', forged, `t=1e309,v1=${right}`),
	payment('a signature of an older scheme', forged, `t=${now()},v0=${right}`),
	payment('a signature in capital letters', forged, `t=${now()},v1=${right.toUpperCase()}`),
	payment('half of a signature', forged, `t=${now()},v1=${right.slice(0, 32)}`),
	payment('10,000 characters of signatures', forged, `t=${now()},${'v1=00,'.repeat(1_600)}`),
	payment('a body that was changed', forged.replace('forged@', 'thief1@'), `t=${now()},v1=${right}`),
	payment('a body with a space after it', `${forged} `, `t=${now()},v1=${right}`),
];

/** What a shop lets its customers write, which Stripe signs: it is kept, and nothing breaks. */
export function signedPayments(): readonly Attack[] {
	return Object.entries(hostileTexts).map(([tries, text], at): Attack => {
		const said = readable(text);
		const body = utf8(
			paid(`odd${at}`, {
				client_reference_id: said,
				customer_details: { email: `odd${at}@example.com`, name: said },
				metadata: { product: said, text: said },
			}),
		);
		return payment(
			`a payment with ${tries}`,
			body,
			`t=${now()},v1=${signature(Buffer.from(body, 'latin1').toString('utf8'), now())}`,
			{
				answers: [200],
				says: '"received":true',
			},
		);
	});
}

const lostKey = (
	name: string,
	email: string,
	headers: Record<string, string> = {},
	answers = [400],
): Attack => ({
	kind: 'forms',
	name,
	method: 'POST',
	path: '/lost-key',
	headers: { ...form, ...headers },
	body: `email=${encodeURIComponent(email)}`,
	answers,
	...(email.length > 8 && { lacks: email }),
});

/** The form for a lost key. */
export const forms: readonly Attack[] = [
	...Object.entries(hostileTexts)
		.filter(([, text]) => text.length < 600)
		.flatMap(([tries, text]) => [
			lostKey(`${tries} as an address of mail`, text),
			lostKey(`${tries} in an address of mail`, `a${text}@example.com`, {}, [200, 400]),
		]),
	lostKey('a second receiver', 'a@example.com\r\nBcc: b@example.com'),
	lostKey('a list of receivers', 'a@example.com,b@example.com'),
	lostKey('a receiver with a name', 'A <a@example.com>'),
	lostKey('a form of another site', 'a@example.com', { 'Sec-Fetch-Site': 'cross-site' }, [403]),
	lostKey(
		'a form of the same site, not of this origin',
		'a@example.com',
		{ 'Sec-Fetch-Site': 'same-site' },
		[403],
	),
	lostKey('a form of another origin', 'a@example.com', { Origin: 'https://evil.example' }, [403]),
	lostKey('a form of no origin', 'a@example.com', { Origin: 'null' }, [403]),
];

const agent = (name: string, body: string, changes: Partial<Attack> = {}): Attack => ({
	kind: 'agents',
	name,
	method: 'POST',
	path: '/mcp',
	keyed: true,
	headers: agentHeaders,
	body,
	answers: [200, 202, 400],
	...changes,
});

const tools = [
	'find_mac',
	'about_mac',
	'standing',
	'next_release',
	'exposure',
	'cve',
	'releases',
	'macs_of_release',
];
const call = (name: string, given: object) =>
	utf8(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }));
const origin = (value: string) => ({ headers: { ...json, Origin: value }, answers: [403] });

export const agents: readonly Attack[] = [
	...tools.flatMap((tool) =>
		Object.entries(hostileTexts).map(([tries, text]) => {
			const said = readable(text);
			const given = Object.fromEntries(
				['mac', 'query', 'version', 'cve', 'as_of', 'policy', 'major', 'release'].map((name) => [name, said]),
			);
			return agent(`${tries} for ${tool}`, call(tool, given));
		}),
	),
	agent('a tool that does not exist', call('__proto__', {})),
	agent('a tool that reads files', call('fleet_report', { file: '/etc/passwd' })),
	agent(
		'a resource that is a file',
		'{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}',
	),
	agent(
		'a resource above the data',
		'{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"pointrelease://../../etc/passwd"}}',
	),
	agent('a method that does not exist', '{"jsonrpc":"2.0","id":1,"method":"constructor"}'),
	agent('21 messages', `[${Array(21).fill(message).join()}]`, { answers: [400] }),
	agent('an id that is an object', '{"jsonrpc":"2.0","id":{"__proto__":1},"method":"tools/list"}'),
	agent('another protocol version', message, {
		headers: { ...agentHeaders, 'MCP-Protocol-Version': '../../x' },
	}),
	agent('a page of another site', message, origin('https://evil.example')),
	agent('a page without an origin', message, origin('null')),
	agent('a page of another port', message, origin('http://localhost:1')),
	agent('a page whose name leads here', message, {
		headers: { ...json, Host: 'rebind.example', Origin: 'http://rebind.example' },
		answers: [403],
	}),
];
