import { type Contender, launch } from './measure/contender.ts';
import type { OpenLoop } from './measure/open-loop.ts';
import { makeState, serviceOn, stateIn } from './measure/service.ts';
import { upkeepOf } from './measure/upkeep.ts';
import { bodiesOf, inFolder, shippedCatalog, shippedHotPaths, writeBodies } from './measure/workspace.ts';
import { type Measure, median, type Subject } from './subject.ts';

const port = 18_420;
const rate = 5_000;
/** Milliseconds without requests: long enough for everything that happens every few seconds. */
const atRest = 20_000;
/** Milliseconds after which the work of a start is finished. */
const afterStart = 8_000;

/**
 * The p99.9 at a fixed rate, and the use while idle, compared with a bare server in the same minute. The garbage
 * collector causes the tail, which grows with the number of retained objects.
 */
export const tailSubject: Subject = {
	name: 'tail',
	measure: (effort) =>
		inFolder(async (folder) => {
			const paths = shippedHotPaths();
			const key = await makeState(stateIn(folder));
			const file = writeBodies(folder, bodiesOf(shippedCatalog(), paths));
			const bareFile = new URL('./peers/bare-bun.ts', import.meta.url).pathname;
			const contenders: Contender[] = [];
			try {
				const ours = await serviceOn(port, stateIn(folder));
				contenders.push(ours);
				const command = [process.execPath, bareFile, String(port + 1), key, file];
				const bare = await launch({ name: 'bare Bun.serve', port: port + 1, command });
				contenders.push(bare);
				const seconds = effort.quick ? 3 : 10;
				const rounds: (readonly [OpenLoop, OpenLoop])[] = [];
				for (let turn = 0; turn < (effort.quick ? 3 : 7); turn++)
					rounds.push([
						await askSteadily(ours.port, key, paths, seconds),
						await askSteadily(bare.port, key, paths, seconds),
					]);
				await Bun.sleep(effort.quick ? afterStart : atRest);
				const resting = await upkeepOf([ours, bare], (effort.quick ? atRest / 2 : atRest) / 1000);
				return measuresOf(rounds, resting);
			} finally {
				for (const contender of contenders) await contender.stop();
			}
		}),
};

function measuresOf(
	rounds: readonly (readonly [OpenLoop, OpenLoop])[],
	resting: readonly number[],
): Measure[] {
	const of = (pick: (loop: OpenLoop) => number, index: 0 | 1) =>
		median(rounds.map((round) => pick(round[index])));
	const ratio = (pick: (loop: OpenLoop) => number) =>
		median(rounds.map(([ours, bare]) => pick(ours) / pick(bare)));
	const note = `${rate} requests/s, from the moment each was due`;
	return [
		...(['p50', 'p99', 'p999'] as const).map((quantile) => ({
			name: `steady pace, ${quantile}: service, bare Bun`,
			values: [
				[of((loop) => loop[quantile], 0), 'ms'],
				[of((loop) => loop[quantile], 1), 'ms'],
			] as const,
			note,
		})),
		{
			name: 'steady pace, p99.9 to bare Bun',
			values: [[ratio(({ p999 }) => p999), 'x']],
			must: { most: 2 },
		},
		{
			name: 'processor at rest: service, bare Bun',
			values: [
				[resting[0]! / 1e4, '%'],
				[resting[1]! / 1e4, '%'],
			],
			aim: { most: 0.3 },
			note: 'of a core',
		},
	];
}

async function askSteadily(
	port: number,
	key: string,
	paths: readonly string[],
	seconds: number,
): Promise<OpenLoop> {
	const file = new URL('./measure/open-loop.ts', import.meta.url).pathname;
	const child = Bun.spawn([process.execPath, file, String(port), key, String(rate), String(seconds)], {
		stdin: new Blob([paths.join('\n')]),
		stdout: 'pipe',
		stderr: 'inherit',
	});
	const [out, code] = await Promise.all([child.stdout.text(), child.exited]);
	if (code !== 0) throw new Error(`the steady pace ended with status ${code}`);
	return JSON.parse(out) as OpenLoop;
}
