import type { Contender } from './contender.ts';

/**
 * What each server uses when nobody asks, in microseconds of processor time per second. A generator of new connections
 * is slow, and would spread this over few of them; with connections that stay open it does not show.
 */
export async function upkeepOf(contenders: readonly Contender[], seconds: number): Promise<number[]> {
	const use = () => contenders.map((contender) => contender.use().cpu);
	const [began, before] = [performance.now(), use()];
	await Bun.sleep(seconds * 1000);
	const took = (performance.now() - began) / 1000;
	return use().map((cpu, at) => (cpu - before[at]!) / took);
}

/** The server with nothing counted but what requests cause. */
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
