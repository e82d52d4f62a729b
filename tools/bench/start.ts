import { run } from './measure/run-command.ts';
import { makeState, serviceOn, stateIn } from './measure/service.ts';
import { inFolder } from './measure/workspace.ts';
import { type Measure, median, type Subject } from './subject.ts';

const port = 18_360;
/** Milliseconds after which Bun has finished compiling and collecting. */
const settle = 1_000;

const program = new URL('../../src/cli/main.ts', import.meta.url).pathname;

/** The time from the start of a process to its first answer, its processor time and memory, and one lookup on the command line. */
export const startSubject: Subject = {
	name: 'start',
	measure: ({ quick }) =>
		inFolder(async (folder) => {
			await makeState(stateIn(folder));
			const [starts, processor, memory]: [number[], number[], number[]] = [[], [], []];
			for (let turn = 0; turn < (quick ? 3 : 15); turn++) {
				const service = await serviceOn(port, stateIn(folder));
				starts.push(service.startedIn);
				processor.push(service.use().cpu / 1000);
				if (turn < 3) {
					await Bun.sleep(settle);
					memory.push(service.use().memory / 1e6);
				}
				await service.stop();
			}
			return [
				{
					name: 'start to first answer',
					values: [[median(starts), 'ms']],
					must: { most: 400 },
					note: `median of ${starts.length} starts, the fastest ${Math.min(...starts).toFixed(0)} ms`,
				},
				await lookupMeasure(quick ? 3 : 15),
				{ name: 'processor time until then, all threads', values: [[median(processor), 'ms']] },
				{ name: 'resting memory', values: [[median(memory), 'MB']], must: { most: 120 } },
			];
		}),
};

async function lookupMeasure(turns: number): Promise<Measure> {
	const times: number[] = [];
	for (let turn = 0; turn < turns; turn++)
		times.push((await run([program, 'lookup', 'J293AP:14.7.2'])).seconds * 1000);
	return {
		name: 'lookup on the command line',
		values: [[median(times), 'ms']],
		must: { most: 250 },
		note: `median of ${turns}, the fastest ${Math.min(...times).toFixed(0)} ms`,
	};
}
