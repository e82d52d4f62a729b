import { expect, test } from 'bun:test';
import type { Reading } from '../../src/learning/observation.ts';
import { drawStarts, seedFor } from '../../tools/replay/draws.ts';
import { readHistory } from '../../tools/replay/history.ts';
import { findPulls } from '../../tools/replay/pulls.ts';
import { missedBars } from '../../tools/replay/report.ts';
import { replay } from '../../tools/replay/run.ts';
import { today } from '../../tools/replay/today.ts';
import { isFull, sized } from '../size.ts';
import { dataOfMajors } from './recent-data.ts';

const history = readHistory();
/** A usual run has only the majors that the feeds list in these years: their catalog is made in half the time. */
const data = isFull ? today : dataOfMajors('11', '12', '13', '14', '15', '26', '27');

test('some weeks of the real feeds teach every release of those weeks, with its day and its boards', async () => {
	const weeks = isFull
		? { data: '2024-07-15', from: '2024-07-15', until: '2024-08-31' }
		: { data: '2024-07-15', from: '2024-07-27', until: '2024-08-10' };
	const { boardDays, ...score } = await replay({ name: 'some weeks', ...weeks }, history, data);
	expect(score).toMatchObject({
		releases: 5,
		learnt: 5,
		dates: 5,
		pairs: 355,
		pairsLearnt: 355,
		false: 0,
		polls: 1,
		wrongDays: 0,
		wrong: [],
	});
	expect(boardDays).toBeGreaterThan(sized(4_000, 10_000));
});

const lists = history.filter((event) => event.feed === 'apple');

const every = isFull ? 1 : 12;

test('two years of lists contain no pulled release', () => {
	// A usual run plays a part of the lists, in order.
	const played = lists.filter((_, at) => at % every === 0);
	const { pulled, answers, checks } = findPulls(data.catalog, played);
	expect([...pulled]).toEqual([]);
	expect([answers, checks > answers * 300]).toEqual([every === 1 ? 880 : Math.ceil(882 / every), true]);
});

/** The lists without the given releases for three days. */
const without =
	(...versions: readonly string[]) =>
	(reading: Reading, time: number): Reading =>
		time >= Date.parse('2025-04-05') && time < Date.parse('2025-04-08')
			? { ...reading, observations: reading.observations.filter((seen) => !versions.includes(seen.version)) }
			: reading;

const april = lists.filter(({ time }) => time >= Date.parse('2025-04-01') && time < Date.parse('2025-04-12'));

test('in the same lists, one release that is missing for three days counts as pulled, and two do not', () => {
	expect([...findPulls(data.catalog, april, without('15.4')).pulled]).toEqual(['15.4']);
	expect([...findPulls(data.catalog, april, without('15.4', '14.7.5')).pulled]).toEqual([]);
});

// A full run draws other days for other data; a usual run always the same.
const seed = isFull ? seedFor(today.catalog) : 20_261_117;

test('the same data draw the same starts, and other data draw others', () => {
	const drawn = (dataVersion: string) => drawStarts(seedFor({ dataVersion }), 2).map(({ name }) => name);
	expect(drawn('a')).toEqual([
		'data of 2026-03-26, started 2026-08-14',
		'data of 2025-04-23, started 2026-07-21',
	]);
	expect(drawn('b')).not.toEqual(drawn('a'));
});

test.each(drawStarts(seed, sized(1, 30)))(
	`$name (seed ${seed}): every later release is learned for every Mac, and nothing else`,
	async (run) => {
		const score = await replay(run, history, data);
		expect({ missed: missedBars(score, {}), wrong: score.wrong }).toEqual({ missed: [], wrong: [] });
	},
);

test.skipIf(!isFull).each([
	['2024-07-15', '2025-10-10'],
	['2025-02-01', '2025-12-01'],
	['2025-08-22', '2026-08-22'],
] as const)('data of %s, started %s: after a long gap nothing is missing', async (data, from) => {
	const { wrong } = await replay({ name: data, data, from, until: from, after: 80 }, history);
	expect(wrong).toEqual([]);
});
