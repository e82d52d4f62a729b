import type { Contender } from './measure/contender.ts';
import { compare } from './measure/rounds.ts';
import { makeState, serviceOn, stateIn } from './measure/service.ts';
import { findGenerator, isSwift, planFor } from './measure/tools.ts';
import { inFolder, shippedPaths } from './measure/workspace.ts';
import { ratioRow, rowOf } from './report/row.ts';
import type { Subject } from './subject.ts';

const port = 18_330;
const widely = { connections: 256, threads: 2 };

/**
 * One process compared with two on one port, with the load generator on the same processors. The generator has two
 * threads and more connections than usual: one thread cannot saturate two processes, and the kernel distributes few
 * connections unevenly.
 */
export const processesSubject: Subject = {
	name: 'processes',
	measure: (effort) =>
		inFolder(async (folder) => {
			const generator = await findGenerator();
			if (!isSwift(generator, 'two processes')) return [];
			const keys = [await makeState(stateIn(folder))];
			const paths = shippedPaths();
			const contenders: Contender[] = [];
			try {
				contenders.push(await serviceOn(port, stateIn(folder), 'one process'));
				contenders.push(await serviceOn(port + 1, stateIn(folder), 'two processes', { WORKERS: '2' }));
				const entries = contenders.map((contender) => ({
					name: contender.name,
					contender,
					requests: { paths, keys },
				}));
				const plan = planFor(effort);
				const [one, two] = await compare(generator, entries, {
					...plan,
					...widely,
					// With two processes each gets half of the requests, so warming up takes longer.
					warmUp: Math.max(plan.warmUp, 3),
				});
				return [
					rowOf(one!),
					rowOf(two!),
					ratioRow('CPU, two to one', two!, one!, 'cpu', { must: { most: 1.1 } }),
					ratioRow('answers per second, two to one', two!, one!, 'perSecond', { must: { least: 1.2 } }),
				];
			} finally {
				for (const contender of contenders) await contender.stop();
			}
		}),
};
