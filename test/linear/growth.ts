import type { PlacedFunction } from '../fuzz/coverage.ts';
import type { Block } from '../fuzz/in-node/block-counter.ts';

/** How many times more often a block may run when four times as much is read. */
export const mostGrowth = 4.5;

/** A block that ran more often than it may. */
export interface Excess {
	/** The function and its file, and where in the bundle the block is. */
	readonly name: string;
	readonly path: string;
	readonly start: number;
	readonly end: number;
	readonly small: number;
	readonly large: number;
}

/**
 * The blocks that grew beyond `mostGrowth` between an input and one of four times its length. A block that runs less than once
 * for each character may begin to run: what is linear stays below `mostGrowth` times for each character of the shorter input.
 */
export function excessesOf(
	small: readonly PlacedFunction[],
	large: readonly PlacedFunction[],
	length: number,
): Excess[] {
	const before = new Map(small.map(({ blocks }) => [blocks[0]!.start, blocks]));
	return large.flatMap(({ name, path, blocks }) => {
		const others = before.get(blocks[0]!.start) ?? [];
		return blocks
			.map(({ start, end, count }) => ({
				name,
				path,
				start,
				end,
				large: count,
				small: countAt(others, start, end),
			}))
			.filter((block) => block.large > mostGrowth * Math.max(block.small, length));
	});
}

/** The count of a block: of itself if it is listed, else of the smallest listed block around it. */
function countAt(blocks: readonly Block[], start: number, end: number): number {
	return blocks.findLast((block) => block.start <= start && block.end >= end)?.count ?? 0;
}

/** How often all blocks ran together. */
export function totalOf(functions: readonly PlacedFunction[]): number {
	let total = 0;
	for (const { blocks } of functions) for (const { count } of blocks) total += count;
	return total;
}
