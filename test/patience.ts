/**
 * Milliseconds until a test times out. The limit is only for tests that hang: on a quiet machine no test takes a
 * tenth of it. No test sets a shorter one, so that a busy machine fails no test. Tests of a full run are longer.
 */
export const longestTest = process.env.TEST_SIZE === 'full' ? 720_000 : 180_000;

/** Milliseconds to wait for an element of a page: twice the default of the browser. */
export const longestWait = 60_000;
