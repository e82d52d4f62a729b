import { busyTime } from './process-tree.ts';

/** More than this of a processor used by somebody else, and what is measured says little about the servers. */
export const mostForeign = 0.12;

/** Milliseconds of one look at the machine, and how many in a row must be quiet: builds and tests pause, too. */
export const lookFor = 500;
const looksInARow = 3;

/** How a wait for quiet ended. */
export interface Calm {
	readonly came: boolean;
	/** Milliseconds. */
	readonly waited: number;
	/** The most of a processor that others used in the last looks. */
	readonly foreign: number;
}

/** Waits until nobody else is at work, at most so many milliseconds. `look` takes `lookFor` and tells what others used. */
export async function waitForQuiet(
	patience: number,
	look: () => Promise<number> = lookAtMachine,
): Promise<Calm> {
	const looks: number[] = [];
	for (;;) {
		looks.push(await look());
		const foreign = Math.max(...looks.slice(-looksInARow));
		const waited = looks.length * lookFor;
		if (looks.length >= looksInARow && foreign <= mostForeign) return { came: true, waited, foreign };
		if (waited >= patience && looks.length >= looksInARow) return { came: false, waited, foreign };
	}
}

/** What all but this process used of one processor. The servers under test are at rest meanwhile. */
async function lookAtMachine(): Promise<number> {
	const [began, before, ownBefore] = [performance.now(), busyTime(), process.cpuUsage()];
	await Bun.sleep(lookFor);
	const { user, system } = process.cpuUsage(ownBefore);
	return Math.max(0, busyTime() - before - user - system) / ((performance.now() - began) * 1000);
}

/** The same in words, for the person who watches the run. Empty if there was nothing to wait for. */
export function wordsOfCalm({ came, waited, foreign }: Calm): string {
	const seconds = `${(waited / 1000).toFixed(0)} s`;
	if (!came) return `no quiet within ${seconds}: others use ${foreign.toFixed(2)} of a processor`;
	return waited > looksInARow * lookFor ? `quiet after ${seconds}` : '';
}
