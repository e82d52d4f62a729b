import { dayAt, dayNumber } from '@pointrelease/core/src/text/day.ts';

/** The days on which tests run: what depends on the day of its run fails on one of them. */
export const otherDays = ['2027-02-28', '2029-10-01'] as const;

/** How a process runs on another day. */
export interface OtherDay {
	/** The words before its command. */
	readonly before: readonly string[];
	readonly env: Readonly<Record<string, string>>;
}

/** The clock of a process that starts no other: `test/before-each-file.ts` sets it. */
export function setTo(day: string): OtherDay {
	return { before: [], env: { TEST_DAY: day } };
}

/** The clock of a process and of all that it starts. Time passes as ever; the tests have their usual size. */
export function underFaketime(day: string, now = Date.now()): OtherDay {
	const ahead = dayNumber(day) - dayAt(now);
	const moved = `${ahead < 0 ? '' : '+'}${ahead}d`;
	return { before: ['faketime', '--exclude-monotonic', '-f', moved], env: { TEST_SIZE: 'usual' } };
}

/**
 * The folders that a full run repeats under `faketime`: their services and pages answer for the day on which they are asked.
 * It does not move
 *
 * - Chromium, which under it keeps a processor busy and takes minutes for a page. `test/page/browser.ts` moves the clock of pages;
 * - the times of files. `test/watch` compares them with the clock, so its tests give both as arguments;
 * - the PostgreSQL of the run, whose moments are compared with those of a program. No file of these folders needs it.
 */
export const repeatedFolders = ['test/contract', 'test/reads', 'test/verdict', 'test/enforce', 'test/page'];
