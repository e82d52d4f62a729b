import { shuffle } from '../../test/seeded-random.ts';
import type { Contender } from './measure/contender.ts';
import { fillLicenses } from './measure/many-licenses.ts';
import { compare } from './measure/rounds.ts';
import { makeState, serviceOn } from './measure/service.ts';
import { findGenerator, isSwift, planFor } from './measure/tools.ts';
import { inFolder, shippedPaths } from './measure/workspace.ts';
import { ratioRow, rowOf } from './report/row.ts';
import type { Subject } from './subject.ts';

const port = 18_340;
/** Counts are written every four seconds: each round waits for that, so that no other round pays for them. */
const untilWritten = { turns: 5, seconds: 4, settle: 4_500 };

const count = 100_000;
const used = 1_000;

/**
 * One license compared with many, of which some are used all the time, or all equally often. In the latter case each
 * answer is a row of the next write of counts, which no fleet comes near: it has no bar.
 */
export const licensesSubject: Subject = {
	name: 'licenses',
	long: true,
	measure: (effort) =>
		inFolder(async (folder) => {
			const generator = await findGenerator();
			if (!isSwift(generator, 'many licenses')) return [];
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
				const resident = many.use().memory;
				const label = count.toLocaleString('en');
				const [single, some, uniform] = await compare(
					generator,
					[
						// The same number of different requests as for one license, so that the generator has the
						// same work.
						{ name: 'one license', contender: one, requests: { paths, count, keys: [key] } },
						{
							name: `${label}, ${used.toLocaleString('en')} of them used`,
							contender: many,
							requests: { paths, count, keys: keys.slice(0, used) },
						},
						{ name: `${label}, equally often`, contender: many, requests: { paths, count, keys } },
					],
					effort.quick ? planFor(effort) : { ...planFor(effort), ...untilWritten },
				);
				return [
					rowOf(single!),
					rowOf(some!),
					rowOf(uniform!),
					ratioRow('CPU, some to one', some!, single!, 'cpu', { must: { most: 1.3 } }),
					ratioRow('CPU, equal to one', uniform!, single!, 'cpu', {}),
					{
						name: `memory with ${label}`,
						values: [[resident / 1e6, 'MB']],
						must: { most: 150 },
						note: 'right after the start, before any collection',
					},
					{
						name: `memory with ${label}, after the load`,
						values: [[many.use().memory / 1e6, 'MB']],
						must: { most: 150 },
					},
					{ name: `start with ${label}`, values: [[many.startedIn, 'ms']], must: { most: 1000 } },
				];
			} finally {
				for (const contender of contenders) await contender.stop();
			}
		}),
};
