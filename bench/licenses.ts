import { rowOf } from './answers.ts';
import type { Contender } from './measure/contender.ts';
import { fillLicenses, zipfOrder } from './measure/many-licenses.ts';
import { shuffle } from './measure/paths.ts';
import { compare, ratioOf } from './measure/rounds.ts';
import { makeState, serviceOn } from './measure/service.ts';
import { findGenerator, planFor } from './measure/tools.ts';
import { inFolder, shippedPaths } from './measure/workspace.ts';
import type { Subject } from './subject.ts';

const port = 18_340;

/** One license beside a million, some used often and all used equally often. */
export const licensesSubject: Subject = {
	name: 'licenses',
	long: true,
	measure: (effort) =>
		inFolder(async (folder) => {
			const count = effort.quick ? 200_000 : 1_000_000;
			const generator = await findGenerator();
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
						// As many different requests for one license, so that the generator has the same to do.
						{ name: 'one license', contender: one, requests: { paths, count, keys: [key] } },
						{
							name: `${label}, Zipf`,
							contender: many,
							requests: { paths, count, keys, order: zipfOrder(count, count) },
						},
						{ name: `${label}, equally often`, contender: many, requests: { paths, count, keys } },
					],
					// Counts are written every four seconds: each round has its share of that.
					effort.quick ? planFor(effort) : { ...planFor(effort), seconds: 4 },
				);
				return [
					rowOf(single!),
					rowOf(zipf!),
					rowOf(uniform!),
					{ name: 'CPU, Zipf to one', values: [[ratioOf(zipf!, single!, 'cpu'), 'x']], must: { most: 1.1 } },
					{
						name: 'CPU, equal to one',
						values: [[ratioOf(uniform!, single!, 'cpu'), 'x']],
						must: { most: 1.3 },
					},
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
