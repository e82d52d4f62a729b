import { type Contender, launch } from './measure/contender.ts';
import { makeState, stateIn } from './measure/service.ts';
import { inFolder, shippedPaths } from './measure/workspace.ts';
import { type Measure, median, type Subject } from './subject.ts';

const port = 18_370;
const server = new URL('./growing-server.ts', import.meta.url).pathname;
/** Long enough for the slowest swap, short enough for many of them. */
const watchFor = 400;

/** The longest that a request waits while other data is swapped in, beside the same time without a swap. */
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
				const [calm, swapping]: [number[], number[]] = [[], []];
				await longestWait(contender, paths, key, 2_000);
				for (let turn = 0; turn < (quick ? 4 : 25); turn++) {
					calm.push(await longestWait(contender, paths, key, watchFor));
					process.kill(contender.pid, 'SIGUSR2');
					swapping.push(await longestWait(contender, paths, key, watchFor));
				}
				return measuresOf(calm, swapping);
			} finally {
				await contender.stop();
			}
		}),
};

function measuresOf(calm: readonly number[], swapping: readonly number[]): Measure[] {
	const note = `median of ${swapping.length} swaps, the worst ${Math.max(...swapping).toFixed(1)} ms`;
	const without = `the worst ${Math.max(...calm).toFixed(1)} ms`;
	return [
		{ name: 'longest wait without a swap', values: [[median(calm), 'ms']], note: without },
		{ name: 'longest wait during a swap', values: [[median(swapping), 'ms']], must: { most: 20 }, note },
	];
}

/** Asks one request after the other on one connection, and tells how long the slowest took. */
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
