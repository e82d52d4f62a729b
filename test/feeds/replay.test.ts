import { expect, test } from 'bun:test';
import { readHistory } from '../../replay/history.ts';
import { replay } from '../../replay/run.ts';

const history = readHistory();

test('six weeks of the real feeds bring every release of those weeks, with its day and its boards', async () => {
	const weeks = { data: '2024-07-15', from: '2024-07-15', until: '2024-08-31' };
	const { boardDays, ...score } = await replay({ name: 'six weeks', ...weeks }, history);
	expect(score).toMatchObject({
		...{ releases: 5, learnt: 5, dates: 5, boards: 5, false: 0, polls: 1, wrongDays: 0, wrong: [] },
	});
	expect(boardDays).toBeGreaterThan(10_000);
});

test('a start with data twelve months old finds everything that came out since, with the right days', async () => {
	const late = { data: '2025-08-22', from: '2026-08-22', until: '2026-08-22', after: 26 };
	const score = await replay({ name: 'late', ...late }, history);
	expect(score).toMatchObject({ releases: 35, learnt: 35, dates: 35, macs: 8, macsLearnt: 8, false: 0 });
	expect(score).toMatchObject({ fixes: 1545, fixesLearnt: 1509, fixesWrong: 0 });
	expect(score.wrongDays).toBe(0);
}, 120_000);
