import { swapUnderLoad } from '../../test/soak/swaps.ts';
import type { Subject } from './subject.ts';

/** Requests per second during the swaps. */
const rate = 5_000;

/** Whether answers stay consistent while the data is swapped repeatedly under load. */
export const swapsSubject: Subject = {
	name: 'swaps',
	async measure({ quick }) {
		// A higher rate than required, because a client sends its next request only after an answer.
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
