import { expect, test } from 'bun:test';
import { isProblem } from '@pointrelease/core/src/api/problem.ts';
import { askedSofa } from '@pointrelease/core/src/api/sofa.ts';
import { shipped as catalog } from '../../test/shipped-data.ts';
import { compressedAnswer } from '../api/compressed-answer.ts';
import { KeyLimiter, limitPerAddress } from '../licenses/admission/rate-limits.ts';
import { ProcessorBudget } from './processor-budget.ts';
import { createService, type ServiceParts } from './service.ts';

const today = '2026-11-16';
const v1 = '/sofa/v1/macos_data_feed.json';

interface Limits {
	readonly limiter?: KeyLimiter;
}

/** The service without a socket; a header `Authorization: 7` is the key of license 7, a feed's token `7` likewise. */
function serviceWith(parts: Partial<ServiceParts>, { limiter }: Limits = {}) {
	const admit = (key: string | null) => (key === null ? -1 : Number(key));
	const service = createService({
		catalog,
		licenses: { admit, admitAtom: admit, count: () => {}, limiter: limiter ?? null } as never,
		refusals: limitPerAddress(null),
		publicAnswers: new Map(
			['/', '/openapi.json', '/livez', '/readyz'].map((path) => [path, () => new Response()]),
		),
		addressOf: (request) => request.headers.get('x-address') ?? '',
		today: () => today,
		...parts,
	});
	return (path: string, headers: Record<string, string> = {}, method = 'GET') => {
		const request = new Request(`http://localhost${path}`, { headers, method });
		// As the router does.
		const [, item] = /^\/items\/([^/]+)$/.exec(path) ?? [];
		return item && method === 'GET' ? service.item(request, item) : service.handle(request);
	};
}

const rate = { requests: 2, seconds: 60 };

test('every path that needs a key counts towards the rate of its license', () => {
	const atomOf = () => compressedAnswer(catalog, { body: '<feed/>', fields: {} });
	for (const [path, headers] of [
		['/items/14', { Authorization: '1' }],
		['/boards', { Authorization: '1' }],
		[v1, { Authorization: '1' }],
		[`${v1}?ended=9`, { Authorization: '1' }],
		['/feeds/1/releases.atom', {}],
		['/no/such/path', { Authorization: '1' }],
	] as const) {
		const ask = serviceWith({ sofaAccess: 'key', atomOf }, { limiter: new KeyLimiter(rate) });
		const statuses = [1, 2, 3].map(() => ask(path, headers).status);
		expect([path, statuses[2]]).toEqual([path, 429]);
		expect(statuses.slice(0, 2)).not.toContain(429);
	}
});

test('every path without a key except health counts towards the limit of the address', () => {
	const preflight = { Origin: 'https://x.example', 'Access-Control-Request-Method': 'GET' };
	for (const [path, method, headers] of [
		[v1, 'GET', {}],
		[v1, 'POST', {}],
		['/', 'GET', {}],
		['/openapi.json', 'GET', {}],
		['/items/14', 'OPTIONS', preflight],
	] as const) {
		const ask = serviceWith({ sofaAccess: 'public', visits: limitPerAddress(rate) });
		const answers = [1, 2, 3].map(() => ask(path, { ...headers, 'X-Address': '192.0.2.1' }, method));
		expect([path, answers[2]!.status, answers[2]!.headers.get('retry-after')]).toEqual([path, 429, '30']);
		expect(answers.slice(0, 2).map(({ status }) => status)).not.toContain(429);
		expect(ask(path, { ...headers, 'X-Address': '192.0.2.2' }, method).status).not.toBe(429);
		for (const health of ['/livez', '/readyz'])
			expect(ask(health, { 'X-Address': '192.0.2.1' }).status).toBe(200);
	}
});

const hundred = { requests: 100, seconds: 1 };

/** A budget by a clock that moves by 20 ms each time it is read, so that all work takes that long. */
function steppingBudget(rates: ConstructorParameters<typeof ProcessorBudget>[0]): ProcessorBudget {
	let clock = 0;
	return new ProcessorBudget(rates, () => (clock += 20));
}

test('reads and the SOFA feed are paid from the budget of the license, once another license asks', () => {
	const budget = steppingBudget({ license: hundred, strangers: null });
	const ask = serviceWith({ sofaAccess: 'key', budget });
	const statusOf = (path: string, key: string) => ask(path, { Authorization: key }).status;
	for (let request = 0; request < 12; request++) expect(statusOf(v1, '1')).toBe(200);
	expect(statusOf('/items/14', '2')).toBe(200);
	expect(statusOf('/search?q=air', '2')).toBe(200);
	expect([v1, '/search?q=air', '/exposure/J293AP:14.7.2'].map((path) => statusOf(path, '1'))).toEqual([
		429, 429, 429,
	]);
	// The five operations are looked up, not computed.
	expect(statusOf('/items/14', '1')).toBe(200);
});

test('requests without a key never use up the budget of licenses, and are stored answers that are not refused', () => {
	const budget = steppingBudget({ license: hundred, strangers: { requests: 1, seconds: 60 } });
	const ask = serviceWith({ sofaAccess: 'public', budget });
	for (let count = 0; count < 40; count++) {
		for (const path of ['/openapi.json', '/', v1]) expect(ask(path).status).toBe(200);
		expect(ask('/search?q=air', { Authorization: '1' }).status).toBe(200);
	}
});

test('whatever number of majors is asked for, the feed has a fixed number of bodies, each made once', () => {
	const keyOf = (path: string, day = today) => {
		const asked = askedSofa(catalog, new Request(`http://x${path}`), day);
		if (isProblem(asked)) throw new Error(asked.body);
		return asked.key;
	};
	const keys = new Set<string>();
	for (const schema of ['v1', 'v2'])
		for (let ended = 0; ended <= 99; ended++)
			keys.add(keyOf(`/sofa/${schema}/macos_data_feed.json?ended=${ended}&x=${ended}`));
	// 27, 26 and 15 have not ended; 11 to 14 have.
	expect(keys.size).toBe(2 * 5);
	expect(keyOf(`${v1}?ended=98`)).toBe(keyOf(`${v1}?ended=4`));
	// The feed is the same on another day, unless support of a major ended.
	expect(keyOf(v1, '2026-11-17')).toBe(keyOf(v1));
	const ask = serviceWith({ sofaAccess: 'public' });
	expect(ask(`${v1}?ended=98`).headers.get('etag')).toBe(ask(`${v1}?ended=4`).headers.get('etag'));
});
