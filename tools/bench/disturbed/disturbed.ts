import type { Contender } from '../measure/contender.ts';
import { spreadOf } from '../measure/rounds.ts';
import { makeState, serviceOn, stateIn } from '../measure/service.ts';
import { findGenerator, isSwift } from '../measure/tools.ts';
import { inFolder, shippedPaths } from '../measure/workspace.ts';
import { type Effort, type Measure, median, type Subject } from '../subject.ts';

/** The service that is disturbed, and its state folder. */
export interface Site {
	readonly contender: Contender;
	readonly state: string;
	readonly quick: boolean;
}

/** Activity beside a normal client, which can be paused. */
export interface Disturbance {
	begin(): Promise<void>;
	pause(): Promise<void>;
	/** Ends it; returns what it measured itself. */
	end(): Promise<readonly Measure[]>;
}

/** The share of its throughput that a normal client must keep. */
const leastThroughput = 0.9;

/** The throughput of a normal client beside a disturbance, compared with its own without one, turn by turn. */
export function disturbedSubject(
	name: string,
	words: string,
	port: number,
	disturb: (site: Site) => Promise<Disturbance>,
): Subject {
	return {
		name,
		long: true,
		measure: ({ quick }: Effort) =>
			inFolder(async (folder) => {
				const generator = await findGenerator();
				if (!isSwift(generator, words)) return [];
				const state = stateIn(folder);
				const requests = { paths: shippedPaths(), keys: [await makeState(state)] };
				const contender = await serviceOn(port, state, 'pointrelease', { READ_LIMIT: '' });
				try {
					const seconds = quick ? 2 : 4;
					const load = async () => {
						const {
							requests: answers,
							seconds: took,
							failed,
						} = await generator.load(port, requests, seconds, {
							connections: 32,
						});
						if (failed > 0) throw new Error(`${name}: ${failed} requests had no answer`);
						return answers / took;
					};
					await load();
					const disturbance = await disturb({ contender, state, quick });
					const turns: { calm: number; disturbed: number }[] = [];
					for (let turn = 0; turn < (quick ? 2 : 9); turn++) {
						const calm = await load();
						await disturbance.begin();
						const disturbed = await load();
						await disturbance.pause();
						turns.push({ calm, disturbed });
					}
					return [...measuresOf(turns, words), ...(await disturbance.end())];
				} finally {
					await contender.stop();
				}
			}),
	};
}

function measuresOf(turns: readonly { calm: number; disturbed: number }[], words: string): Measure[] {
	const ratios = turns.map(({ calm, disturbed }) => disturbed / calm);
	return [
		{ name: 'a normal client alone', values: [[median(turns.map(({ calm }) => calm)), '/s']] },
		{ name: `beside ${words}`, values: [[median(turns.map(({ disturbed }) => disturbed)), '/s']] },
		{
			name: 'throughput, to alone',
			values: [[median(ratios), 'x']],
			must: { least: leastThroughput },
			spread: spreadOf(ratios),
			note: `the median of ${ratios.length} turns`,
		},
	];
}
