import type { Loaded } from './catalog-load.ts';
import type { Lookups } from './catalog-lookups.ts';
import { freshProcess, type Measure, median, type Subject } from './subject.ts';

const processes = 15;

/** Loading the shipped tables, and the questions that the service asks of them. */
export const catalogSubject: Subject = {
	name: 'catalog',
	long: true,
	async measure() {
		return [...(await measureLoading()), ...(await measureLookups())];
	},
};

/** A second load in one process would profit from compiled code, so that each is the first of its process. */
async function measureLoading(): Promise<Measure[]> {
	const loads: Loaded[] = [];
	for (let count = 0; count < processes; count++) loads.push(await freshProcess<Loaded>('catalog-load.ts'));
	const of = (field: keyof Loaded) => median(loads.map((load) => load[field]));
	const fastest = Math.min(...loads.map((load) => load.wall)).toFixed(1);
	const note = `median of ${processes} fresh processes, the fastest ${fastest} ms`;
	return [
		{ name: 'load, wall time', values: [[of('wall'), 'ms']], limit: 100, note },
		{ name: 'load, processor time of all threads', values: [[of('cpu'), 'ms']] },
		{ name: 'load, resident memory added', values: [[of('resident'), 'MB']], limit: 30 },
		{ name: 'load, heap kept after collection', values: [[of('heap'), 'MB']] },
	];
}

async function measureLookups(): Promise<Measure[]> {
	const file = 'catalog-lookups.ts';
	const nanoseconds = await freshProcess<Lookups>(file, ['nanoseconds']);
	// Without collection the heap only grows, by exactly what was allocated.
	const bytes = await freshProcess<Lookups>(file, ['bytes'], { BUN_JSC_useGC: '0' });
	return Object.keys(nanoseconds).map((name) => ({
		name,
		values: [
			[nanoseconds[name]!, 'ns'],
			[bytes[name]!, 'bytes'],
		],
	}));
}
