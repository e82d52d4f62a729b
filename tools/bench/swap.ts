import { type Contender, launch } from './measure/contender.ts';
import { stolenTime } from './measure/process-tree.ts';
import { askOnce, makeState, stateIn } from './measure/service.ts';
import { inFolder, shippedPaths } from './measure/workspace.ts';
import { type Measure, median, type Subject } from './subject.ts';

const port = 18_370;
const server = new URL('./growing-server.ts', import.meta.url).pathname;
/** Milliseconds: long enough for the slowest swap, short enough for many of them. */
const watchFor = 700;
/** As many different requests for advice as a fleet sends. */
const adviceAsked = 2_000;
/** A swap counts only if requests right before and after it wait for at most so many milliseconds. */
const mostCalm = 10;

/** The longest wait of a request while data is swapped in, compared with the same time without a swap. */
export const swapSubject: Subject = {
	name: 'swap',
	measure: ({ quick }) =>
		inFolder(async (folder) => {
			const key = await makeState(stateIn(folder));
			const contender = await launch({
				name: 'swapping',
				port,
				command: [process.execPath, server],
				env: { PORT: String(port), POINTRELEASE_STATE: stateIn(folder), FEEDS: 'off' },
			});
			try {
				const paths = shippedPaths();
				const advice = paths.slice(0, adviceAsked).map((path) => path.replace('/items/', '/advice/'));
				await askOnce(port, advice, key);
				const watch = () => longestWait(contender, paths, key, watchFor);
				await longestWait(contender, paths, key, 2_000);
				const turnGoal = quick ? 2 : 25;
				const turns: Turn[] = [];
				const isCalm = ({ calm, stolen }: Turn) => stolen === 0 && Math.max(...calm) <= mostCalm;
				for (let turn = 0; turn < 3 * turnGoal && turns.filter(isCalm).length < turnGoal; turn++) {
					const before = await watch();
					process.kill(contender.pid, 'SIGUSR2');
					const stolen = stolenTime();
					const swapping = await watch();
					turns.push({ swapping, stolen: stolenTime() - stolen, calm: [before, await watch()] });
				}
				// If the machine itself delays requests, swaps cannot be seen: only the calmest turns count.
				return measuresOf(turns.toSorted(byCalm).slice(0, turnGoal));
			} finally {
				await contender.stop();
			}
		}),
};

interface Turn {
	/** The longest wait during the swap, right before and right after it. */
	swapping: number;
	calm: [number, number];
	/** Processor time that a hypervisor took away in the meantime. */
	stolen: number;
}

function byCalm(a: Turn, b: Turn): number {
	return a.stolen - b.stolen || Math.max(...a.calm) - Math.max(...b.calm);
}

function measuresOf(turns: readonly Turn[]): Measure[] {
	const calm = turns.flatMap((turn) => turn.calm);
	const swapping = turns.map((turn) => turn.swapping);
	const of = (waits: readonly number[]) =>
		`the worst of ${waits.length}, the median ${median(waits).toFixed(1)} ms`;
	return [
		{ name: 'longest wait without a swap', values: [[Math.max(...calm), 'ms']], note: of(calm) },
		{
			name: 'longest wait during a swap',
			values: [[Math.max(...swapping), 'ms']],
			must: { most: 250 },
			note: of(swapping),
		},
	];
}

/** Sends requests one after the other on one connection, and returns the longest time of one. */
async function longestWait(
	{ port: at }: Contender,
	paths: readonly string[],
	key: string,
	milliseconds: number,
): Promise<number> {
	const headers = { Authorization: key };
	const end = performance.now() + milliseconds;
	let longest = 0;
	for (let turn = 0; performance.now() < end; turn++) {
		const before = performance.now();
		const response = await fetch(`http://127.0.0.1:${at}${paths[turn % paths.length]}`, { headers });
		await response.text();
		longest = Math.max(longest, performance.now() - before);
	}
	return longest;
}
