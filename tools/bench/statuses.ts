import { compare } from './measure/rounds.ts';
import { makeState, serviceOn, stateIn } from './measure/service.ts';
import { findGenerator, planFor } from './measure/tools.ts';
import { inFolder, shippedPaths } from './measure/workspace.ts';
import { ratioRow, rowOf } from './report/row.ts';
import type { Subject } from './subject.ts';

const port = 18_320;
/** Fewer different mistakes than the service caches, as from a fleet. */
const mistakes = 1_000;

/** Other statuses compared with our own 200, on one server. */
export const statusesSubject: Subject = {
	name: 'statuses',
	measure: (effort) =>
		inFolder(async (folder) => {
			const generator = await findGenerator();
			const key = await makeState(stateIn(folder));
			const contender = await serviceOn(port, stateIn(folder));
			try {
				const paths = shippedPaths();
				const keys = [key];
				const wrong = paths.map((path) => `${path}9`);
				const entries = [
					{ name: '200', contender, requests: { paths, keys } },
					{ name: '304', contender, requests: { paths, keys, header: 'If-None-Match: *' }, status: 304 },
					{ name: '403', contender, requests: { paths, keys: ['AAAA-BBBB-CCCC-DDDD'] }, status: 403 },
					{ name: '404', contender, requests: { paths: wrong.slice(0, mistakes), keys }, status: 404 },
				];
				// Rendered for each request. It has no bar, because a fleet does not make that many different
				// mistakes.
				if (!effort.quick)
					entries.push({
						name: '404, more than are kept',
						contender,
						requests: { paths: wrong, keys },
						status: 404,
					});
				const results = await compare(generator, entries, planFor(effort));
				const ok = results[0]!;
				const ratios = results
					.slice(1, 4)
					.map((result) =>
						ratioRow(`CPU, ${result.name} to 200`, result, ok, 'cpu', { must: { most: 1.25 } }),
					);
				return [...results.map((result) => rowOf(result)), ...ratios];
			} finally {
				await contender.stop();
			}
		}),
};
