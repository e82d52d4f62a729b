import type { Block, CountedFunction } from './block-counter.ts';

/** Which blocks were reached, and about how often, by all inputs together. */
export class ReachedBlocks {
	/** The blocks that were ever listed, by the start of their function. */
	readonly #known = new Map<number, Map<number, Block>>();
	/** What was seen of functions: most inputs do in a function what another did before. */
	readonly #paths = new Set<number>();
	readonly #checked = new Set<number>();
	readonly #reached = new Set<string>();
	readonly #seen = new Set<string>();

	/** How many blocks ran for the first time, or so often for the first time. */
	add(functions: readonly CountedFunction[]): number {
		let news = 0;
		for (const { blocks } of functions) {
			const path = pathOf(blocks);
			if (this.#paths.has(path)) continue;
			this.#paths.add(path);
			news += this.#addFunction(blocks);
		}
		return news;
	}

	/** Whether a block ran that never ran before. Nothing is noted. */
	hasNews(functions: readonly CountedFunction[]): boolean {
		return functions.some(({ blocks }) => {
			const path = pathOf(blocks);
			if (this.#checked.has(path)) return false;
			for (const [place, count] of this.#countsOf(blocks))
				if (count > 0 && !this.#reached.has(place)) return true;
			this.#checked.add(path);
			return false;
		});
	}

	/** The counts of the blocks that ran, as texts that are equal for inputs which do the same. */
	*blocksIn(functions: readonly CountedFunction[]): Generator<string> {
		for (const { blocks } of functions)
			for (const [place, count] of this.#countsOf(blocks)) if (count > 0) yield place;
	}

	get figures(): { readonly reached: number; readonly known: number } {
		let known = 0;
		for (const blocks of this.#known.values()) known += blocks.size;
		return { reached: this.#reached.size, known };
	}

	#addFunction(blocks: readonly Block[]): number {
		let news = 0;
		for (const [place, count] of this.#countsOf(blocks)) {
			if (count > 0) this.#reached.add(place);
			const often = `${place} ${orderOf(count)}`;
			if (this.#seen.has(often)) continue;
			this.#seen.add(often);
			// A block that does not run is no news, but the other way around it is.
			if (count > 0) news++;
		}
		return news;
	}

	/** The count of each known block of a function. One that is not listed ran as often as the smallest around it. */
	*#countsOf(listed: readonly Block[]): Generator<readonly [place: string, count: number]> {
		const whole = listed[0]!;
		const known = this.#known.get(whole.start) ?? new Map<number, Block>();
		this.#known.set(whole.start, known);
		const counts = new Map<number, number>();
		for (const block of listed) {
			const place = block.start * 2 ** 24 + block.end;
			counts.set(place, block.count);
			if (!known.has(place)) known.set(place, block);
		}
		for (const [place, block] of known) {
			const count = counts.get(place) ?? countAround(listed, block);
			yield [place.toString(36), count];
		}
	}
}

/** The count of the smallest listed block around a place: they are listed from the outside in. */
function countAround(listed: readonly Block[], { start, end }: Block): number {
	return listed.findLast((block) => block.start <= start && block.end >= end)?.count ?? 0;
}

/** The order of a count: once, twice, a few times, often. */
function orderOf(count: number): number {
	return count < 4 ? count : 2 + Math.floor(Math.log2(count));
}

function pathOf(blocks: readonly Block[]): number {
	let path = 7;
	for (const { start, end, count } of blocks)
		path = (path * 31 + start * 7 + end * 3 + orderOf(count) * 1_000_003) % 9_007_199_254_740;
	return path;
}
