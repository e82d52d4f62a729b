/**
 * Milliseconds until a test fails by timeout. The limit only ends a test that hangs: no test takes a tenth of it on a
 * quiet machine. No test sets a shorter one, so that a busy machine fails no test. Tests of a full run are longer.
 */
export const longestTest = process.env.TEST_SIZE === 'full' ? 720_000 : 180_000;

/** Milliseconds to wait for an element of a page. The default of the browser is half of it. */
export const longestWait = 60_000;
