import { expect, test } from 'bun:test';
import { checkInName, checkInServers, ratioToNginx } from '../checkin/names.ts';
import type { Measure } from '../subject.ts';
import { checkInCost, checkInTable, macsTable, sizeFor } from './capacity.ts';

const row = (name: string, cpu: number, more: Partial<Measure> = {}): Measure => ({
	name,
	values: [[cpu, 'us']],
	...more,
});
const ecdsa = checkInName('ECDSA', 'new', 1, checkInServers.service);
const results = {
	answers: [row('pointrelease', 20)],
	checkin: [
		row(ecdsa, 500.4),
		{ name: ratioToNginx(ecdsa), values: [[0.6, 'x']] as const, spread: 0.021 },
		row(checkInName('RSA', 'new', 1, checkInServers.service), 4_000),
		row(checkInName('ECDSA', 'new', 1, checkInServers.haproxy), 820),
		row(checkInName('RSA', 'new', 1, checkInServers.haproxy), 4_820),
	],
};

test.each([
	// 278 check-ins a second of 500 µs are 0.14 of a processor.
	[1e6 / 3_600, 500, { processors: 1, nodes: 2 }],
	// 2,778 of 500 µs are 1.39 processors, of which four fifths are used: 1.74.
	[10e6 / 3_600, 500, { processors: 2, nodes: 2 }],
	// 27,778 of 500 µs: 13.9, 17.4; five machines of four, and one more.
	[100e6 / 3_600, 500, { processors: 18, nodes: 6 }],
])('%d check-ins a second of %d µs', (perSecond, microseconds, size) => {
	expect(sizeFor(perSecond, microseconds)).toEqual(size);
});

test('the tables show the measurements and the derived sizes', () => {
	expect(checkInCost(results)).toBe(500.4);
	expect(checkInTable(results)!.split('\n').slice(2)).toEqual([
		'| TLS in the service | 500 µs (0.60 ± 2%) |  | 4000 µs |  |',
		'| HAProxy in front | 820 µs |  | 4820 µs |  |',
	]);
	expect(macsTable(results)!.split('\n')[6]).toBe(
		'| 10 million | within an hour | 2,778 /s | 2 | 2 | 14 | 5 |',
	);
});

test('without measurements there is no table', () => {
	expect([checkInTable({}), macsTable({}), checkInCost({})]).toEqual([null, null, null]);
});
