import { clockOfTests } from './moved-clock.ts';

/**
 * The tables that tests use: a copy of `data/` of one day, which changes only with the form of the tables. A release or a
 * Mac that is added to `data/` changes no test; `data/data.test.ts` checks the tables there.
 */
export const worldFolder = new URL('world', import.meta.url).pathname;

/** The setting that makes a command or service use these tables. */
export const inWorld = { POINTRELEASE_DATA: worldFolder, ...clockOfTests };
