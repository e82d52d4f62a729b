import { expect, setDefaultTimeout, test } from 'bun:test';
import { drawStarts } from '../../replay/draws.ts';
import { readHistory } from '../../replay/history.ts';
import { missedBars } from '../../replay/report.ts';
import { replay } from '../../replay/run.ts';
import { sized } from '../size.ts';

// Weeks of feeds through real servers, on a machine that may be busy.
setDefaultTimeout(600_000);

const history = readHistory();

test('six weeks of the real feeds bring every release of those weeks, with its day and its boards', async () => {
	const weeks = { data: '2024-07-15', from: '2024-07-15', until: '2024-08-31' };
	const { boardDays, ...score } = await replay({ name: 'six weeks', ...weeks }, history);
	expect(score).toMatchObject({
		...{ releases: 5, learnt: 5, dates: 5, pairs: 355, pairsLearnt: 355, false: 0, polls: 1, wrongDays: 0 },
		wrong: [],
	});
	expect(boardDays).toBeGreaterThan(10_000);
});

// Other days in every long run; the usual one is the same everywhere, so that it says the same of the same program.
const seed = process.env.TEST_SIZE === 'full' ? Math.floor(Math.random() * 2 ** 32) : 20_261_117;
test('a start with old data on any day finds everything that came out since, for every Mac, and nothing else', async () => {
	for (const run of drawStarts(seed, sized(3, 30))) {
		const score = await replay(run, history);
		expect({ seed, name: run.name, missed: missedBars(score, {}), wrong: score.wrong }).toEqual({
			...{ seed, name: run.name, missed: [], wrong: [] },
		});
	}
});

test.skipIf(process.env.TEST_SIZE !== 'full')(
	'a gap of more than a year, and one over the Macs of March 2026, leave nothing out',
	async () => {
		for (const [data, from] of [
			['2024-07-15', '2025-10-10'],
			['2025-02-01', '2025-12-01'],
			['2025-08-22', '2026-08-22'],
		] as const) {
			const { wrong } = await replay({ name: data, data, from, until: from, after: 80 }, history);
			expect(wrong).toEqual([]);
		}
	},
);
