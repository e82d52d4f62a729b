/**
 * How much a property run, a sweep or a load test does: enough to notice a fault in the usual run, and much more
 * where `npm run test:full` sets `TEST_SIZE=full`.
 */
export function sized(usual: number, full: number): number {
	return process.env.TEST_SIZE === 'full' ? full : usual;
}
