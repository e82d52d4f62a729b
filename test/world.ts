import { rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startFileOfTests } from '../src/data/start-file.ts';
import { clockOfTests } from './moved-clock.ts';

/**
 * The tables that tests use: a copy of `data/` of one day, which changes only with the form of the tables. A release or a
 * Mac that is added to `data/` changes no test; `data/data.test.ts` checks the tables there.
 */
export const worldFolder = new URL('world', import.meta.url).pathname;

/** The setting that makes a command or service use these tables. */
export const inWorld = { POINTRELEASE_DATA: worldFolder, ...clockOfTests };

/**
 * Programs start with the columns of these tables as they were checked when they were built, which takes a fifth of the time.
 * Columns that are older than the code that reads and checks tables would hide a change of it: without them, programs check again.
 */
function removeOldColumns(): void {
	const built = statSync(startFileOfTests, { throwIfNoEntry: false });
	if (!built) return;
	const sources = fileURLToPath(new URL('../packages/core/src', import.meta.url));
	const isOld = ['catalog', 'text'].some((room) =>
		[...new Bun.Glob(`${room}/**/*.ts`).scanSync({ cwd: sources, absolute: true })].some(
			(file) => statSync(file).mtimeMs > built.mtimeMs,
		),
	);
	if (isOld) rmSync(startFileOfTests, { force: true });
}
removeOldColumns();
