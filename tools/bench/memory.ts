import type { HeapStage } from './heap-objects.ts';
import { makeState, serviceOn, stateIn } from './measure/service.ts';
import { findGenerator, planFor } from './measure/tools.ts';
import { inFolder, shippedPaths } from './measure/workspace.ts';
import { freshProcess, type Measure, type Subject } from './subject.ts';

const port = 18_380;
const portion = 10;
/** The limit of load portions on a slow machine. */
const mostPortions = 120;

/**
 * Checks that memory does not grow with requests: after the first million, and after ten million. Also counts objects
 * by type, because pauses of the garbage collector grow with their number.
 */
export const memorySubject: Subject = {
	name: 'memory',
	long: true,
	measure: (effort) =>
		inFolder(async (folder) => {
			const generator = await findGenerator();
			const plan = planFor(effort);
			const requests = { paths: shippedPaths(), keys: [await makeState(stateIn(folder))] };
			const service = await serviceOn(port, stateIn(folder));
			try {
				let requestCount = 0;
				const askUntil = async (goal: number) => {
					for (let turn = 0; turn < mostPortions && requestCount < goal; turn++) {
						const seconds = effort.quick ? 2 : portion;
						requestCount += (await generator.load(port, requests, seconds, plan)).requests;
					}
					if (requestCount < goal) throw new Error(`only ${requestCount} of ${goal} requests were answered`);
					await Bun.sleep(2_000);
					return [service.use().memory / 1e6, requestCount] as const;
				};
				const million = effort.quick ? 100_000 : 1_000_000;
				const [first, early] = await askUntil(million);
				const [last, late] = await askUntil(million * 10);
				return [
					...(await heapMeasures()),
					{ name: 'memory with every answer asked', values: [[first, 'MB']], note: `${early} requests` },
					{ name: 'memory after many more', values: [[last, 'MB']], note: `${late} requests` },
					{ name: 'memory, many to first million', values: [[last / first, 'x']], must: { most: 1.2 } },
				];
			} finally {
				await service.stop();
			}
		}),
};

async function heapMeasures(): Promise<Measure[]> {
	const stages = await freshProcess<HeapStage[]>('./heap-objects.ts');
	return stages.map(({ name, objects, megabytes, types }) => ({
		name: `objects kept: ${name}`,
		values: [
			[objects, 'objects'],
			[megabytes, 'MB'],
		],
		note: types.map(([type, count]) => `${type} ${count}`).join(', '),
	}));
}
