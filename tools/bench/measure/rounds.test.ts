import { afterAll, beforeAll, expect, test } from 'bun:test';
import { ratioRow } from '../report/row.ts';
import { barsOf } from '../report/table.ts';
import type { Generator, Load } from './load.ts';
import { compare, type Entry, type Plan } from './rounds.ts';

const plan: Plan = { turns: 3, attempts: 1, seconds: 1, warmUp: 1, connections: 4 };
const bound = { must: { most: 1.3 } };

let server: Bun.Server<undefined>;
let used = 0;
let askedPaths: string[] = [];

beforeAll(() => {
	server = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch: (request) =>
			new Response('', { status: request.headers.get('authorization') === 'a key' ? 200 : 403 }),
	});
});
afterAll(() => server.stop(true));

/** A contender with a cost per request in microseconds, on a machine whose speed may change from load to load. */
function entry(name: string, cost: number, more: Partial<Entry> = {}): Entry {
	const contender = {
		name,
		port: server.port!,
		tls: false,
		pid: process.pid,
		startedIn: 0,
		use: () => ({ cpu: used, memory: 0 }),
		stop: async () => {},
	};
	return { name, contender, requests: { paths: [`/${cost}`], keys: ['a key'] }, ...more };
}

function generator(slowness: (load: number) => number, more: Partial<Load> = {}): Generator {
	askedPaths = [];
	return {
		name: 'counted',
		async load(_port, { paths }, seconds) {
			const cost = Number(paths[0]!.slice(1));
			used += 1000 * cost * slowness(askedPaths.length);
			askedPaths.push(paths[0]!);
			return {
				requests: 1000,
				seconds,
				refused: 0,
				failed: 0,
				generatorCpu: 0,
				...latency(cost),
				...more,
			};
		},
	};
}

function latency(cost: number) {
	return { p50: cost, p99: cost * 10, max: cost * 20 };
}

test('after a warm-up every contender has one round in each turn, and each is first in turn', async () => {
	await compare(
		generator(() => 1),
		[entry('one', 10), entry('other', 20)],
		{ ...plan, attempts: 5 },
	);
	expect(askedPaths.slice(0, 6)).toEqual(['/10', '/20', '/10', '/20', '/20', '/10']);
});

test('a machine that becomes slower from turn to turn does not change a ratio', async () => {
	// Two loads of warm-up, then two loads in each turn.
	const slower = (load: number) => 2 ** Math.floor((load - 2) / 2);
	const [one, other] = await compare(generator(slower), [entry('one', 12), entry('other', 10)], plan);
	expect([...one!.rounds.map(({ cpu }) => cpu)].sort((a, b) => a - b)).toEqual([12, 24, 48]);
	expect(one!.cpu).toBe(24);
	const row = ratioRow('one to the other', one!, other!, 'cpu', bound);
	expect(row).toMatchObject({ name: 'one to the other', values: [[1.2, 'x']], ...bound });
	expect(row.spread).toBeCloseTo(0, 10);
	expect(barsOf({ cpu: [row] }).missedCount).toBe(0);
	expect(
		barsOf({ cpu: [ratioRow('missed', one!, other!, 'cpu', { must: { most: 1.19 } })] }).missedCount,
	).toBe(1);
	expect(ratioRow('latency', one!, other!, 'p99', bound).values).toEqual([[1.2, 'x']]);
});

test('a single slow turn does not change a ratio', async () => {
	const stumble = (load: number) => (load === 4 ? 50 : 1);
	const [one, other] = await compare(generator(stumble), [entry('one', 10), entry('other', 10)], plan);
	expect(ratioRow('', one!, other!, 'cpu', bound).values).toEqual([[1, 'x']]);
});

const refused = { requests: { paths: ['/10'], keys: ['no key'] } };

test.each([
	['another status than expected', refused, {}, 'one: 403 instead of 200'],
	['requests without an answer', {}, { failed: 3 }, 'one: 3 requests had no answer'],
	['refusals', {}, { refused: 500 }, 'one: 500 of 1000 answers had a status above 399'],
	['answers', { ...refused, status: 403 }, {}, 'one: 0 of 1000 answers had a status above 399'],
])('unexpected %s end the run', (_, more, load, message) => {
	const measured = compare(
		generator(() => 1, load),
		[entry('one', 10, more)],
		plan,
	);
	return expect(measured).rejects.toThrow(message);
});
