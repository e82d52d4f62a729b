import { join } from 'node:path';
import { type Contender, launch } from './measure/contender.ts';
import { compare, type Result, ratioOf } from './measure/rounds.ts';
import { makeState, serviceOn, stateIn } from './measure/service.ts';
import { findGenerator, hasNginx, planFor } from './measure/tools.ts';
import { bodiesOf, inFolder, shippedCatalog, shippedPaths, writeBodies } from './measure/workspace.ts';
import { nginxFiles, nginxReturn } from './peers/nginx.ts';
import type { Measure, Subject } from './subject.ts';

const port = 18_310;
const peer = (file: string) => new URL(`./peers/${file}`, import.meta.url).pathname;

/** Operation 3 over the whole data set, beside what somebody would use instead. */
export const answersSubject: Subject = {
	name: 'answers',
	measure: (effort) =>
		inFolder(async (folder) => {
			const generator = await findGenerator();
			const paths = shippedPaths();
			const bodies = bodiesOf(shippedCatalog(), paths);
			const file = writeBodies(folder, bodies);
			const key = await makeState(stateIn(folder));
			const contenders: Contender[] = [];
			try {
				contenders.push(await serviceOn(port, stateIn(folder)));
				if (hasNginx()) {
					contenders.push(await nginxFiles(join(folder, 'files'), port + 1, key, bodies));
					const body = [...bodies.values()][0]!;
					contenders.push(await nginxReturn(join(folder, 'return'), port + 2, key, body));
				}
				contenders.push(
					await launch({
						name: 'bare Bun.serve',
						port: port + 3,
						command: [process.execPath, peer('bare-bun.ts'), String(port + 3), key, file],
					}),
				);
				if (Bun.which('node'))
					contenders.push(
						await launch({
							name: 'Node HTTP',
							port: port + 4,
							command: ['node', peer('node-http.js'), String(port + 4), key, file],
						}),
					);
				const entries = contenders.map((contender) => ({
					name: contender.name,
					contender,
					requests: { paths, keys: [key] },
				}));
				return measuresOf(await compare(generator, entries, planFor(effort)), paths.length);
			} finally {
				for (const contender of contenders) await contender.stop();
			}
		}),
};

function measuresOf(results: readonly Result[], paths: number): Measure[] {
	const of = (name: string) => results.find((result) => result.name === name);
	const ours = of('pointrelease')!;
	const [files, node] = [of('nginx files + key'), of('Node HTTP')];
	const ratios: Measure[] = [];
	if (files) {
		ratios.push(
			ratio('CPU, to nginx files', ratioOf(ours, files, 'cpu'), { must: { most: 1.3 }, aim: { most: 1 } }),
			ratio('p99, to nginx files', ratioOf(ours, files, 'p99'), { must: { most: 1.8 }, aim: { most: 1.25 } }),
		);
	}
	if (node) ratios.push(ratio('CPU, to Node HTTP', ratioOf(ours, node, 'cpu'), { must: { most: 0.65 } }));
	return [...results.map((result) => rowOf(result, `${paths} paths`)), ...ratios];
}

function ratio(name: string, value: number, bars: Pick<Measure, 'must' | 'aim'>): Measure {
	return { name, values: [[value, 'x']], ...bars };
}

/** What a round says about one contender. */
export function rowOf(result: Result, note = ''): Measure {
	const { name, cpu, spread, perSecond, p50, p99, rejected, rounds } = result;
	const foreign = Math.max(...rounds.map((round) => round.foreign));
	const remarks = [
		note,
		`spread ${(spread * 100).toFixed(1)}%`,
		`${rejected} noisy turns`,
		foreign > 0.12 && `others used up to ${foreign.toFixed(2)} of a processor`,
	];
	return {
		name,
		values: [
			[cpu, 'us'],
			[perSecond, '/s'],
			[p50, 'us p50'],
			[p99, 'us p99'],
		],
		note: remarks.filter(Boolean).join(', '),
	};
}
