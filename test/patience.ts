/**
 * Milliseconds until a test is given up. The limit only ends what hangs: no test takes a tenth of it on a quiet
 * machine, and none says less, so that a busy one fails no test by itself.
 */
export const longestTest = 180_000;

/** Milliseconds until something that a page should show is given up: the browser's own limit is half of it. */
export const longestWait = 60_000;
