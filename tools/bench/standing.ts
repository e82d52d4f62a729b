import { exposureOf } from '@pointrelease/core/src/advice/exposure/exposure.ts';
import { compare } from './measure/rounds.ts';
import { askOnce, makeState, serviceOn, stateIn } from './measure/service.ts';
import { findGenerator, planFor } from './measure/tools.ts';
import { inFolder, shippedCatalog, shippedPaths } from './measure/workspace.ts';
import { ratioRow, rowOf } from './report/row.ts';
import { type Measure, median, type Subject } from './subject.ts';

const port = 18_325;
const policy = '?behind=1&defer_days=14&grace_days=14&exploited_grace_days=3';
const listTurns = 31;

/**
 * Advice compared with operation 3, each for every board with every release it runs; and the longest list of missing
 * fixes.
 */
export const standingSubject: Subject = {
	name: 'standing',
	measure: (effort) =>
		inFolder(async (folder) => {
			const generator = await findGenerator();
			const keys = [await makeState(stateIn(folder))];
			const contender = await serviceOn(port, stateIn(folder));
			try {
				const paths = shippedPaths();
				const advice = paths.map((path) => path.replace('/items/', '/advice/'));
				const entry = (name: string, requestPaths: readonly string[]) => ({
					name,
					contender,
					requests: { paths: [...requestPaths], keys },
				});
				const plan = planFor(effort);
				// Advice is slower to calculate than a record, but cached in the same way: the fleet sees cached
				// answers, so those are measured.
				await askOnce(port, advice, keys[0]!);
				const [one, other] = await compare(
					generator,
					[entry('operation 3', paths), entry('advice', advice)],
					plan,
				);
				const withPolicy = advice.map((path) => path + policy);
				await askOnce(port, withPolicy, keys[0]!);
				const [beside, underPolicy] = await compare(
					generator,
					[entry('operation 3', paths), entry('advice under a policy', withPolicy)],
					plan,
				);
				return [
					...[one!, other!, underPolicy!].map((result) => rowOf(result)),
					ratioRow('CPU, advice to operation 3', other!, one!, 'cpu', { must: { most: 1.5 } }),
					ratioRow('CPU, advice under a policy to operation 3', underPolicy!, beside!, 'cpu', {
						must: { most: 1.5 },
					}),
					...(await longestList(port, keys[0]!)),
				];
			} finally {
				await contender.stop();
			}
		}),
};

/** Each request is for another day, so that no cached answer can be used. */
async function longestList(at: number, key: string): Promise<Measure[]> {
	const catalog = shippedCatalog();
	const lists = [...catalog.boards.values()].flatMap((board) =>
		[...board.support.values()].map((support) => ({
			path: `/exposure/${board.id}:${support.first.version}`,
			length: exposureOf(catalog, support, { version: support.first.parsed, response: null }, '2026-11-01')
				.missing.length,
		})),
	);
	const longest = lists.reduce((most, one) => (one.length > most.length ? one : most));
	const headers = { Authorization: key, 'Accept-Encoding': 'br' };
	const times: number[] = [];
	for (let turn = 0; turn < listTurns; turn++) {
		const day = `2026-12-${String(turn + 1).padStart(2, '0')}`;
		const start = performance.now();
		await (await fetch(`http://127.0.0.1:${at}${longest.path}?as_of=${day}`, { headers })).arrayBuffer();
		times.push(performance.now() - start);
	}
	return [
		{
			name: 'the longest list of missing fixes, made and compressed',
			values: [[median(times), 'ms']],
			must: { most: 5 },
			note: `${longest.length} fixes of ${longest.path}, median of ${listTurns}`,
		},
	];
}
