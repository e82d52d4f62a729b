import type { NamesTimes } from './names-queries.ts';
import { freshProcess, type Measure, type Subject } from './subject.ts';

/** What any search may cost: whoever holds a key may ask for the dearest one again and again. */
const most = 1000;

/** Names, versions and searches as people and inventories write them, at the shipped size, in processor time. */
export const namesSubject: Subject = {
	name: 'names',
	async measure() {
		const times = await freshProcess<NamesTimes>('names-queries.ts');
		return Object.entries(times).map(
			([name, time]): Measure => ({
				name,
				values: [[time, 'µs']],
				...(name.startsWith('building') ? {} : { limit: most }),
			}),
		);
	},
};
