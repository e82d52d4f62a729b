import { swapUnderLoad } from '../test/soak/swaps.ts';
import type { Subject } from './subject.ts';

/** Requests a second that the data is swapped under. */
const rate = 5_000;

/** Whether answers stay whole while the data is swapped again and again under load. */
export const swapsSubject: Subject = {
	name: 'swaps',
	async measure({ quick }) {
		// A few more are asked for than must come: a client that waits for an answer is late with its next question.
		const report = await swapUnderLoad({ swaps: quick ? 10 : 100, rate: rate * 1.1, every: 200 });
		for (const fault of report.faults) process.stderr.write(`swaps: ${fault}\n`);
		return [
			{
				name: `answers that are not whole under ${report.swaps} swaps`,
				values: [[report.faults.length, 'answers']],
				must: { most: 0 },
				note: `of ${report.requests.toLocaleString('en')}, each held against the data that it names`,
			},
			{
				name: 'requests a second meanwhile',
				values: [[report.perSecond, '/s']],
				must: { least: rate },
			},
		];
	},
};
