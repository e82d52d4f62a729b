import { shuffle } from '../../test/seeded-random.ts';
import type { Contender } from './measure/contender.ts';
import { fillLicenses, zipfOrder } from './measure/many-licenses.ts';
import { compare } from './measure/rounds.ts';
import { makeState, serviceOn } from './measure/service.ts';
import { findGenerator, isSwift, planFor } from './measure/tools.ts';
import { inFolder, shippedPaths } from './measure/workspace.ts';
import { ratioRow, rowOf } from './report/row.ts';
import type { Subject } from './subject.ts';

const port = 18_340;
/** Counts are written every four seconds: each round waits for that, so that no other round pays for them. */
const untilWritten = { turns: 5, seconds: 4, settle: 4_500 };

/** One license compared with a million, used with different frequencies or all equally often. */
export const licensesSubject: Subject = {
	name: 'licenses',
	long: true,
	measure: (effort) =>
		inFolder(async (folder) => {
			const count = effort.quick ? 200_000 : 1_000_000;
			const generator = await findGenerator();
			if (!isSwift(generator, 'a million licenses')) return [];
			const paths = shippedPaths();
			const key = await makeState(`${folder}/one`);
			await makeState(`${folder}/many`);
			const keys = shuffle(fillLicenses(`${folder}/many`, count));
			const contenders: Contender[] = [];
			try {
				const one = await serviceOn(port, `${folder}/one`);
				contenders.push(one);
				const many = await serviceOn(port + 1, `${folder}/many`);
				contenders.push(many);
				const added = many.use().memory - one.use().memory;
				const label = count.toLocaleString('en');
				const [single, zipf, uniform] = await compare(
					generator,
					[
						// The same number of different requests as for one license, so that the generator has the
						// same work.
						{ name: 'one license', contender: one, requests: { paths, count, keys: [key] } },
						{
							name: `${label}, Zipf`,
							contender: many,
							requests: { paths, count, keys, order: zipfOrder(count, count) },
						},
						{ name: `${label}, equally often`, contender: many, requests: { paths, count, keys } },
					],
					effort.quick ? planFor(effort) : { ...planFor(effort), ...untilWritten },
				);
				return [
					rowOf(single!),
					rowOf(zipf!),
					rowOf(uniform!),
					ratioRow('CPU, Zipf to one', zipf!, single!, 'cpu', { must: { most: 1.1 } }),
					ratioRow('CPU, equal to one', uniform!, single!, 'cpu', { must: { most: 1.3 } }),
					{
						name: `memory added by ${label}`,
						values: [[added / 1e6, 'MB']],
						must: { most: 150 },
						note: 'right after the start, before any collection',
					},
					{
						name: `memory added by ${label}, after the load`,
						values: [[(many.use().memory - one.use().memory) / 1e6, 'MB']],
						must: { most: 150 },
					},
					{ name: `start with ${label}`, values: [[many.startedIn, 'ms']] },
				];
			} finally {
				for (const contender of contenders) await contender.stop();
			}
		}),
};
