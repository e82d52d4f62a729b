import { type Contender, launch } from '../measure/contender.ts';
import { compare, differencesOf, type Result } from '../measure/rounds.ts';
import { makeState, stateIn } from '../measure/service.ts';
import { findGenerator, planFor } from '../measure/tools.ts';
import { inFolder, shippedHotPaths } from '../measure/workspace.ts';
import { rowOf } from '../report/row.ts';
import { type Measure, median, type Subject } from '../subject.ts';
import { forEverybody, parts } from './parts.ts';

const port = 18_420;
const server = new URL('./variant-server.ts', import.meta.url).pathname;
const headers = parts.filter((part) => /^[A-Z]/.test(part));

/** What is left out, and what is added instead, by the name of the variant. */
const variants: readonly (readonly [name: string, without: readonly string[], added?: string])[] = [
	['an answer with everything', []],
	...parts.map((part) => [part, [part]] as const),
	[`the look, instead of ${forEverybody}`, ['the look whether a browser asks'], forEverybody],
	['all headers but Content-Type', headers],
	['all of these', parts],
];

/** What each part of an answer costs over a socket: the whole beside the whole without it, in the same run. */
export const partsSubject: Subject = {
	name: 'parts',
	long: true,
	measure: (effort) =>
		inFolder(async (folder) => {
			const generator = await findGenerator();
			const requests = { paths: shippedHotPaths(), keys: [await makeState(stateIn(folder))] };
			const contenders: Contender[] = [];
			try {
				for (const [at, [name, without, added = '']] of variants.entries())
					contenders.push(
						await launch({
							name,
							port: port + at,
							command: [process.execPath, server],
							env: {
								PORT: String(port + at),
								POINTRELEASE_STATE: stateIn(folder),
								FEEDS: 'off',
								BENCH_WITHOUT: without.join(),
								BENCH_WITH: added,
							},
						}),
					);
				const entries = contenders.map((contender) => ({ name: contender.name, contender, requests }));
				const [whole, ...others] = await compare(generator, entries, { ...planFor(effort), warmUp: 2 });
				return [rowOf(whole!), ...others.map((other) => costOf(whole!, other))];
			} finally {
				for (const contender of contenders) await contender.stop();
			}
		}),
};

function costOf(whole: Result, without: Result): Measure {
	const { middle, apart } = differencesOf(whole, without);
	return {
		name: without.name,
		values: [
			[middle, 'us'],
			[(100 * middle) / median(whole.rounds.map(({ cpu }) => cpu)), '%'],
			[apart, 'us apart'],
		],
		foreign: whole.mostNoise,
	};
}
