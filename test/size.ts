/**
 * How much a property run, a sweep or a load test does: enough to notice a fault in the usual run, much more where
 * `npm run test:full` sets `TEST_SIZE=full`, and a quarter where `npm run test:quick` sets `TEST_SIZE=quick`.
 */
export function sized(usual: number, full: number): number {
	if (process.env.TEST_SIZE === 'full') return full;
	return process.env.TEST_SIZE === 'quick' ? Math.ceil(usual / 4) : usual;
}
