import { expect, test } from 'bun:test';
import { questionsOfBoth, swapUnderLoad } from './swaps.ts';

const load = { swaps: 10, rate: 300, every: 100 };

// A hundred swaps at 5,000 requests a second: npm run bench -- swaps.
test('every answer under swaps of the data is whole: that of the data which it names', async () => {
	const report = await swapUnderLoad(load);
	expect([report.swaps, report.faults]).toEqual([10, []]);
	expect(report.requests).toBeGreaterThan(30);
});

test('an answer of other data than it names is found out', async () => {
	const [question] = questionsOfBoth().filter(({ path }) => path === '/items/J293AP:14.7.2');
	const [versions, answers] = [[...question!.answers.keys()], [...question!.answers.values()].reverse()];
	const exchanged = new Map(versions.map((version, index) => [version, answers[index]!]));
	const { faults } = await swapUnderLoad({
		...load,
		swaps: 2,
		questions: [{ ...question!, answers: exchanged }],
	});
	expect(faults[0]).toMatch(/^\/items\/J293AP:14\.7\.2: 200 with data /);
});
