import type { Contender } from './contender.ts';

/**
 * Microseconds of processor time per second that each server uses while idle. With a slow generator of new
 * connections this would be a large part of each request; with open connections it is negligible.
 */
export async function upkeepOf(contenders: readonly Contender[], seconds: number): Promise<number[]> {
	const use = () => contenders.map((contender) => contender.use().cpu);
	const [began, before] = [performance.now(), use()];
	await Bun.sleep(seconds * 1000);
	const took = (performance.now() - began) / 1000;
	return use().map((cpu, at) => (cpu - before[at]!) / took);
}

/** The server without its idle use, so that only the cost of requests counts. */
export function withoutUpkeep(contender: Contender, upkeep: number): Contender {
	const began = performance.now();
	return {
		...contender,
		use() {
			const { cpu, memory } = contender.use();
			return { cpu: cpu - (upkeep * (performance.now() - began)) / 1000, memory };
		},
	};
}
