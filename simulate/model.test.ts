import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { shownCheckIn } from '../bench/report/capacity.ts';
import { type Arrivals, type Retries, type Scenario, simulate } from './model.ts';
import { releaseDay } from './release-day.ts';

const shellClient: Retries = { tries: 3, pause: 1, longestPause: 16, ownPart: true };
const fleet = (arrivals: Arrivals, more: Partial<Scenario> = {}): Scenario => ({
	...{ name: '', macs: 1_000, arrivals, retries: shellClient },
	...more,
});
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

test('servers that carry the busiest second answer every Mac at the first try', () => {
	const outcome = simulate(fleet({ kind: 'jitter', seconds: 100 }), { perSecond: 1_000, waiting: 0 }, 1);
	expect({ ...outcome, asked: sum(outcome.asked), finished: sum(outcome.finished) }).toEqual({
		...{ asked: 1_000, finished: 1_000 },
		...{ first: 1_000, later: 0, without: 0, failed: 0 },
	});
});

test('whoever finds the queue full knocks after one second and two more, gives up two later, and tries three times', () => {
	const retries = { ...shellClient, ownPart: false };
	const all = fleet({ kind: 'at-once', clockSkew: 1 }, { macs: 10, retries });
	const { asked, first, later, without, failed } = simulate(all, { perSecond: 0, waiting: 1 }, 1);
	// One has the only place in the queue for ever; nine are left.
	expect({ first, later, without, failed }).toEqual({ first: 1, later: 0, without: 9, failed: 27 });
	const seconds = asked.flatMap((count, second) => (count > 0 ? [second] : [])).slice(0, 9);
	// 0, 1, 3: failed at 5, a pause of 1; 6, 7, 9: failed at 11, a pause of 2; 13, 14, 16.
	expect(seconds).toEqual([0, 1, 3, 6, 7, 9, 13, 14, 16]);
});

test('those that were turned away are served from the queue as soon as there is room', () => {
	const all = fleet({ kind: 'at-once', clockSkew: 1 }, { macs: 100 });
	const { finished, first, later, without } = simulate(all, { perSecond: 40, waiting: 20 }, 1);
	// Room for 40 now and 20 in the queue; the 40 others knock a second later, when 20 places are taken.
	expect(finished.slice(0, 3)).toEqual([40, 40, 20]);
	expect({ first, later, without }).toEqual({ first: 100, later: 0, without: 0 });
});

test('no Mac is lost, nobody is served beyond what there is, and the same seed gives the same run', () => {
	const arrivals = fc.oneof<fc.Arbitrary<Arrivals>[]>(
		fc.record({ kind: fc.constant('at-once'), clockSkew: fc.integer({ min: 1, max: 60 }) }),
		fc.record({ kind: fc.constant('jitter'), seconds: fc.integer({ min: 1, max: 600 }) }),
		fc.record({
			kind: fc.constant('people'),
			middle: fc.constant(600),
			deviation: fc.integer({ min: 1, max: 200 }),
		}),
	);
	const servers = fc.record({
		perSecond: fc.integer({ min: 1, max: 200 }),
		waiting: fc.integer({ min: 0, max: 500 }),
	});
	fc.assert(
		fc.property(arrivals, servers, fc.integer({ min: 1, max: 2_000 }), fc.nat(), (when, has, macs, seed) => {
			const scenario = fleet(when, { macs });
			const outcome = simulate(scenario, has, seed);
			const { first, later, without, failed, asked, finished } = outcome;
			expect(first + later + without).toBe(macs);
			expect(sum(finished)).toBe(first + later);
			expect(Math.max(...finished)).toBeLessThanOrEqual(has.perSecond);
			// Every failed try knocked three times; every Mac that was let in at least once.
			expect(sum(asked)).toBeGreaterThanOrEqual(3 * failed + first + later);
			expect(failed).toBeGreaterThanOrEqual(3 * without);
			expect(simulate(scenario, has, seed)).toEqual(outcome);
		}),
		{ numRuns: 40 },
	);
});

test('a longer jitter never makes the busiest second busier', () => {
	const busiest = [60, 300, 600, 3_600].map((seconds) =>
		Math.max(
			...simulate(fleet({ kind: 'jitter', seconds }, { macs: 20_000 }), { perSecond: 50, waiting: 500 }, 7)
				.asked,
		),
	);
	expect(busiest).toEqual(busiest.toSorted((a, b) => b - a));
});

test('docs/scaling.md has the table and the chart that follow from the check-in it shows, byte by byte', async () => {
	const document = await Bun.file(new URL('../docs/scaling.md', import.meta.url)).text();
	const shown = await Bun.file(new URL('../docs/images/release-day.svg', import.meta.url)).text();
	const { table, chart } = releaseDay(shownCheckIn(document)!);
	expect(document).toContain(`<!-- bench: release day -->\n${table}\n<!-- end -->`);
	expect(chart).toBe(shown);
});
