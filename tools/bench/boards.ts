import { shuffle } from '../../test/seeded-random.ts';
import { type Contender, launch } from './measure/contender.ts';
import { compare } from './measure/rounds.ts';
import { makeState, stateIn } from './measure/service.ts';
import { findGenerator, isSwift, planFor } from './measure/tools.ts';
import { inFolder, shippedPaths } from './measure/workspace.ts';
import { ratioRow, rowOf } from './report/row.ts';
import type { Effort, Measure, Subject } from './subject.ts';

const port = 18_350;
const server = new URL('./growing-server.ts', import.meta.url).pathname;

/** The shipped boards compared with many times as many invented ones. */
export const boardsSubject: Subject = {
	name: 'boards',
	long: true,
	measure: (effort) => inFolder((folder) => measure(folder, effort)),
};

async function measure(folder: string, effort: Effort): Promise<Measure[]> {
	const times = effort.quick ? 4 : 20;
	const generator = await findGenerator();
	if (!isSwift(generator, '20 times the boards')) return [];
	const keys = [await makeState(stateIn(folder))];
	const few = shippedPaths();
	const many = shuffle([
		...few,
		...Array.from({ length: times - 1 }, (_, at) =>
			few.map((path) => path.replace(':', `x${at + 1}:`)),
		).flat(),
	]);
	const count = many.length;
	const contenders: Contender[] = [];
	const start = async (at: number, copies: number) => {
		const contender = await launch({
			name: `${copies} times the boards`,
			port: port + at,
			command: [process.execPath, server],
			env: {
				PORT: String(port + at),
				POINTRELEASE_STATE: stateIn(folder),
				FEEDS: 'off',
				BENCH_TIMES: String(copies),
			},
		});
		contenders.push(contender);
		return contender;
	};
	try {
		const [small, large] = [await start(0, 1), await start(1, times)];
		const plan = planFor(effort);
		// The first request renders an answer, so request all of them before measuring.
		const once = Math.ceil(many.length / 15_000);
		await generator.load(large.port, { paths: many, keys }, once, plan);
		const [one, more] = await compare(
			generator,
			[
				// The same number of different requests for both, so that the generator has the same work.
				{ name: 'shipped boards', contender: small, requests: { paths: few, keys, count } },
				{ name: `${times} times the boards`, contender: large, requests: { paths: many, keys, count } },
			],
			plan,
		);
		return [
			rowOf(one!, `${few.length} answers, ${(small.use().memory / 1e6).toFixed(0)} MB`),
			rowOf(more!, `${many.length} answers, ${(large.use().memory / 1e6).toFixed(0)} MB`),
			ratioRow(`CPU, ${times} times the boards to the shipped`, more!, one!, 'cpu', { must: { most: 1.1 } }),
		];
	} finally {
		for (const contender of contenders) await contender.stop();
	}
}
