import { busyTime } from './process-tree.ts';

/** The most foreign use of a processor with which a measurement is still meaningful. */
export const mostForeign = 0.12;

/** Milliseconds of one check, and how many in a row must be quiet: builds and tests have pauses too. */
export const lookFor = 500;
const looksInARow = 3;

/** The result of a wait for quiet. */
interface Calm {
	readonly isQuiet: boolean;
	/** Milliseconds. */
	readonly waited: number;
	/** The highest foreign use of a processor in the last checks. */
	readonly foreign: number;
}

/**
 * Waits until no other process is active, for at most so many milliseconds. `look` takes `lookFor` and returns the
 * foreign use.
 */
export async function waitForQuiet(
	patience: number,
	look: () => Promise<number> = lookAtMachine,
): Promise<Calm> {
	const looks: number[] = [];
	for (;;) {
		looks.push(await look());
		const foreign = Math.max(...looks.slice(-looksInARow));
		const waited = looks.length * lookFor;
		if (looks.length >= looksInARow && foreign <= mostForeign) return { isQuiet: true, waited, foreign };
		if (waited >= patience && looks.length >= looksInARow) return { isQuiet: false, waited, foreign };
	}
}

/** The use of one processor by all processes but this one. The measured servers are idle at that time. */
async function lookAtMachine(): Promise<number> {
	const [began, before, ownBefore] = [performance.now(), busyTime(), process.cpuUsage()];
	await Bun.sleep(lookFor);
	const { user, system } = process.cpuUsage(ownBefore);
	return Math.max(0, busyTime() - before - user - system) / ((performance.now() - began) * 1000);
}

/** The result in words, for a person; empty if there was no wait. */
export function wordsOfCalm({ isQuiet, waited, foreign }: Calm): string {
	const seconds = `${(waited / 1000).toFixed(0)} s`;
	if (!isQuiet) return `no quiet within ${seconds}: others use ${foreign.toFixed(2)} of a processor`;
	return waited > looksInARow * lookFor ? `quiet after ${seconds}` : '';
}
