const isQuick = process.env.TEST_SIZE === 'quick';

/** Everything of a list that is swept, and every fourth of it where `npm run test:quick` is. */
export function sampled<T>(list: readonly T[]): readonly T[] {
	return isQuick ? list.filter((_, at) => at % 4 === 0) : list;
}

/** What takes seconds and is about one guard alone is left to the usual run: `test.skipIf(leftToUsualRun)`. */
export const leftToUsualRun = isQuick;

/**
 * How much a property run, a sweep or a load test does: enough to notice a fault in the usual run, much more where
 * `npm run test:full` sets `TEST_SIZE=full`, and a quarter where `npm run test:quick` sets `TEST_SIZE=quick`.
 */
export function sized(usual: number, full: number): number {
	if (process.env.TEST_SIZE === 'full') return full;
	return isQuick ? Math.ceil(usual / 4) : usual;
}
