import { join } from 'node:path';
import { type Contender, launch } from './measure/contender.ts';
import { compare, type Result } from './measure/rounds.ts';
import { makeState, serviceOn, stateIn } from './measure/service.ts';
import { findGenerator, hasNginx, hasNode, isSwift, planFor } from './measure/tools.ts';
import { bodiesOf, inFolder, shippedCatalog, shippedPaths, writeBodies } from './measure/workspace.ts';
import { nginxFiles, nginxReturn } from './peers/nginx.ts';
import { ratioRow, rowOf } from './report/row.ts';
import type { Measure, Subject } from './subject.ts';

const port = 18_310;
const peer = (file: string) => new URL(`./peers/${file}`, import.meta.url).pathname;

/** Operation 3 over the whole data set, beside what somebody would use instead; in a quick run, where there is a bar. */
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
					if (!effort.quick) contenders.push(await nginxReturn(join(folder, 'return'), port + 2, key, body));
				}
				if (!effort.quick)
					contenders.push(
						await launch({
							name: 'bare Bun.serve',
							port: port + 3,
							command: [process.execPath, peer('bare-bun.ts'), String(port + 3), key, file],
						}),
					);
				if (hasNode())
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
				return measuresOf(
					await compare(generator, entries, planFor(effort)),
					paths.length,
					isSwift(generator, 'latency'),
				);
			} finally {
				for (const contender of contenders) await contender.stop();
			}
		}),
};

function measuresOf(results: readonly Result[], paths: number, latency: boolean): Measure[] {
	const of = (name: string) => results.find((result) => result.name === name);
	const ours = of('pointrelease')!;
	const [files, node] = [of('nginx files + key'), of('Node HTTP')];
	const ratios: Measure[] = [];
	if (files) {
		const cpu = { must: { most: 1.3 }, aim: { most: 1 } };
		ratios.push(ratioRow('CPU, to nginx files', ours, files, 'cpu', cpu));
		const p99 = { must: { most: 1.8 }, aim: { most: 1.25 } };
		if (latency) ratios.push(ratioRow('p99, to nginx files', ours, files, 'p99', p99));
	}
	if (node) ratios.push(ratioRow('CPU, to Node HTTP', ours, node, 'cpu', { must: { most: 0.65 } }));
	return [...results.map((result) => rowOf(result, `${paths} paths`)), ...ratios];
}
