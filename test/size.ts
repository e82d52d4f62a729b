const isQuick = process.env.TEST_SIZE === 'quick';

/** Whether this is `npm run test:full`. */
export const isFull = process.env.TEST_SIZE === 'full';

/** The whole list, or every fourth of it in `npm run test:quick`. */
export function sampled<T>(list: readonly T[]): readonly T[] {
	return isQuick ? list.filter((_, at) => at % 4 === 0) : list;
}

/** Skips slow tests of a single guard in the quick run: `test.skipIf(leftToUsualRun)`. */
export const leftToUsualRun = isQuick;

/**
 * The size of a property run, sweep or load: enough to notice a fault in the usual run, more in `npm run test:full`
 * (`TEST_SIZE=full`), a quarter in `npm run test:quick` (`TEST_SIZE=quick`).
 */
export function sized(usual: number, full: number): number {
	if (isFull) return full;
	return isQuick ? Math.ceil(usual / 4) : usual;
}

/** The cases of a test: some in the usual run, all in `npm run test:full`. */
export function cases<T>(usual: readonly T[], all: readonly T[]): T[] {
	return [...(isFull ? all : usual)];
}
