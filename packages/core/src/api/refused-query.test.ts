import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { shipped } from '../../../../test/shipped-data.ts';
import { answerOffline } from './offline.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

const policies = new Map([['standard', { description: null, terms: { behind: 1, graceDays: 14 } }]]);
const offline = answerOffline(shipped, { today: () => '2026-11-16', policies });
const ask = (path: string) => {
	const { status, body } = offline(path);
	return { status, body, record: body.startsWith('{') ? JSON.parse(body) : null };
};

/** An address of each read that has an answer. */
const addresses: Record<string, string> = {
	'/advice': '/advice?item=J293AP:14.7.2',
	'/search': '/search?q=M1',
	'/kit/{file}': '/kit/pointrelease.sh',
	'/enforce/{policy}/{format}': '/enforce/standard/ddm',
	'/enforce/{policy}/{format}/{file}': '/enforce/standard/nudge/nudge.json',
	'/kit/{policy}/{format}/{file}': '/kit/standard/nudge/nudge.json',
};
const parts: Record<string, string> = {
	board_id: 'J293AP',
	mac: 'J293AP',
	version: '14.7.2',
	build: '23H311',
	board_version: 'J293AP:14.7.2',
	cve_id: 'CVE-2025-43300',
};
const reads = (routes as readonly Route[])
	.filter(({ answeredBy }) => answeredBy === 'read')
	.map(({ path, query }) => ({
		path,
		query: query!,
		address: addresses[path] ?? path.replace(/\{(\w+)\}/g, (_, name) => parts[name]!),
	}));
const withParameter = (address: string, parameter: string) =>
	`${address}${address.includes('?') ? '&' : '?'}${parameter}`;

test.each(reads)('$path refuses a parameter that it does not take, and names those it takes', (read) => {
	expect(ask(read.address).status).toBe(200);
	const names = Object.keys(read.query);
	expect(ask(withParameter(read.address, 'zz9=1')).record).toEqual({
		type: 'urn:pointrelease:problem:bad-parameter',
		title: 'Invalid query parameter',
		status: 400,
		detail: `there is no parameter "zz9" here: expected ${names.length === 0 ? 'no parameters' : `one of ${names.join(', ')}`}`,
		code: 'bad-parameter',
		parameter: 'zz9',
		expected: names.length === 0 ? 'no parameters' : `one of ${names.join(', ')}`,
		suggestions: [],
	});
});

test('no read takes a parameter that its table does not have, whatever it is called', () => {
	fc.assert(
		fc.property(fc.constantFrom(...reads), fc.string({ unit: 'binary', maxLength: 20 }), (read, name) => {
			fc.pre(!Object.hasOwn(read.query, name));
			const address = withParameter(read.address, String(new URLSearchParams([[name, '1']])));
			expect(ask(address)).toMatchObject({ status: 400, record: { code: 'bad-parameter', parameter: name } });
		}),
	);
});

/** A value that the parameter cannot have, so that no read which uses it can answer. */
const impossible: Record<string, string> = {
	machine: 'no-machine',
	q: '',
	item: Array(101).fill('J293AP:14').join('&item='),
};
/** Parameters without which a read does not answer. */
const required: Record<string, string> = { '/advice': 'item=J293AP:14.7.2', '/search': 'q=M1' };

test.each(
	reads.flatMap(({ path, address, query }) =>
		Object.keys(query).map((name) => ({ path, name, address: address.replace(/\?.*/, '') })),
	),
)('$path uses its parameter $name', ({ path, address, name }) => {
	const others = required[path]?.startsWith(`${name}=`) ? '' : `&${required[path] ?? ''}`;
	const { record } = ask(`${address}?${name}=${impossible[name] ?? 'x'}${others}`);
	const isPath = record.code === 'policy-unknown';
	expect([record.code, isPath ? 'policy' : record.parameter]).toEqual([
		isPath ? 'policy-unknown' : 'bad-parameter',
		name,
	]);
});

test.each(
	reads.flatMap(({ path, address, query }) =>
		Object.entries(query)
			.filter(([, { schema }]) => schema.type !== 'array')
			.map(([name]) => ({ path, address: address.replace(/\?.*/, ''), name })),
	),
)('$path refuses $name when it is given twice', ({ address, name }) => {
	const { record } = ask(`${address}?${name}=1&${name}=1`);
	const expected = name === 'exclude' ? 'it once, with commas between versions' : 'it once';
	expect(record).toMatchObject({ code: 'bad-parameter', parameter: name, expected });
});

test('a parameter that is a list may be repeated', () => {
	const { record } = ask('/advice?item=J293AP:14.7.2&item=Mac14,2:15.3&item=J293AP:14.7.2');
	expect(record.count).toBe(3);
});

test.each([
	['/advice/J293AP:26.6?policies=n-1', ['policy'], 'policy'],
	['/advice/J293AP:26.6?grace-days=14', ['grace_days'], 'grace_days'],
	['/advice/J293AP:26.6?Behind=1', ['behind'], 'behind'],
	['/advice/J293AP:26.6?asof=2026-11-01', ['as_of'], 'as_of'],
	['/advice/J293AP:26.6?defer=14', ['defer_days', 'defer_major_days'], 'defer_days or defer_major_days'],
	['/search?q=M1&limits=2', ['limit'], 'limit'],
	['/policies?limit=2', [], 'no parameters'],
	['/boards?limit=2', [], 'one of as_of'],
	['/search?q=M1&policy=standard', [], 'one of q, limit, offset, as_of'],
	[`/search?q=M1&${'l'.repeat(8_000)}=2`, [], 'one of q, limit, offset, as_of'],
])('%p names the nearest parameters', (address, suggestions, nearest) => {
	const { record } = ask(address);
	expect(record).toMatchObject({ code: 'bad-parameter', suggestions });
	expect(record.detail.endsWith(`: expected ${nearest}`)).toBe(true);
	expect(record.detail.length).toBeLessThan(200);
});

test('an empty query is none, and broken encoding is refused where parameters are read', () => {
	for (const query of ['', '?', '?&', '?&&']) expect(ask(`/boards${query}`)).toMatchObject({ status: 200 });
	expect(ask('/boards?%zz').record).toMatchObject({ status: 400, code: 'bad-encoding' });
});

test('the five operations ignore every query', () => {
	fc.assert(
		fc.property(
			fc.constantFrom('14', 'J293AP', 'J293AP:14', 'J293AP:14.7.2', '14/board_ids'),
			fc.webQueryParameters(),
			(item, query) => {
				expect(offline(`/items/${item}?${query}`)).toEqual(offline(`/items/${item}`));
			},
		),
	);
});
