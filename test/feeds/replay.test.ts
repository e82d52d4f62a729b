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
