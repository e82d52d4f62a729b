import { join } from 'node:path';
import { type Contender, launch } from './measure/contender.ts';
import { compare, type Result } from './measure/rounds.ts';
import { makeState, serviceOn, stateIn } from './measure/service.ts';
import { findGenerator, hasNginx, hasNode, isSwift, planFor } from './measure/tools.ts';
import {
	bodiesOf,
	inFolder,
	shippedCatalog,
	shippedHotPaths,
	shippedPaths,
	writeBodies,
} from './measure/workspace.ts';
import { nginxFiles, nginxReturn } from './peers/nginx.ts';
import { ratioRow, rowOf } from './report/row.ts';
import type { Measure, Subject } from './subject.ts';

const port = 18_310;
const peer = (file: string) => new URL(`./peers/${file}`, import.meta.url).pathname;

/**
 * Operation 3 over the whole data set, compared with what people would use instead. A quick run measures only the
 * servers that have a bar.
 */
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
				const entriesOf = (requestPaths: readonly string[], names: readonly string[] | null) =>
					contenders
						.filter(({ name }) => names?.includes(name) ?? true)
						.map((contender) => ({
							name: contender.name,
							contender,
							requests: { paths: requestPaths, keys: [key] },
						}));
				const plan = planFor(effort);
				const all = await compare(generator, entriesOf(paths, null), plan);
				const hot = shippedHotPaths();
				const ofHot = await compare(generator, entriesOf(hot, withHotBars), plan);
				return [
					...measuresOf(all, paths.length, isSwift(generator, 'latency')),
					...hotMeasures(ofHot, hot.length),
				];
			} finally {
				for (const contender of contenders) await contender.stop();
			}
		}),
};

const withHotBars = ['pointrelease', 'nginx files + key', 'bare Bun.serve'];

function measuresOf(results: readonly Result[], paths: number, latency: boolean): Measure[] {
	const of = (name: string) => results.find((result) => result.name === name);
	const ours = of('pointrelease')!;
	const [files, node, bare] = [of('nginx files + key'), of('Node HTTP'), of('bare Bun.serve')!];
	const ratios: Measure[] = [ratioRow('CPU, to bare Bun.serve', ours, bare, 'cpu', {})];
	if (latency) ratios.push(ratioRow('p99, to bare Bun.serve', ours, bare, 'p99', { aim: { most: 2 } }));
	if (files) {
		ratios.push(ratioRow('CPU, to nginx files', ours, files, 'cpu', {}));
		if (latency) ratios.push(ratioRow('p99, to nginx files', ours, files, 'p99', {}));
	}
	if (node) ratios.push(ratioRow('CPU, to Node HTTP', ours, node, 'cpu', { must: { most: 0.65 } }));
	return [...results.map((result) => rowOf(result, `${paths} paths`)), ...ratios];
}

/** Few paths, requested repeatedly: this leaves the work of the server itself, without waiting for memory. */
function hotMeasures(results: readonly Result[], paths: number): Measure[] {
	const of = (name: string) => results.find((result) => result.name === name);
	const [ours, bare, files] = [of('pointrelease')!, of('bare Bun.serve')!, of('nginx files + key')];
	const toBare = { must: { most: 1.2 }, aim: { most: 1.1 } };
	return [
		...results.map((result) => ({ ...rowOf(result, `${paths} paths`), name: `hot paths, ${result.name}` })),
		ratioRow('hot paths, CPU, to bare Bun.serve', ours, bare, 'cpu', toBare),
		...(files ? [ratioRow('hot paths, CPU, to nginx files', ours, files, 'cpu', {})] : []),
	];
}
