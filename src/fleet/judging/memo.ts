import type { Row } from '../inventory/inventory.ts';
import type { MacResult } from './mac-result.ts';
import { longestCell, type MachineCells } from './machine-cells.ts';

/** The result that Macs with the same cells share, how many they are, and what was printed of it. */
export interface Judgment {
	readonly cells: MachineCells;
	/** Null for a device that is not a Mac. */
	answer: MacResult | null;
	count: number;
	/** The day on which the version came out; a Mac that was seen before had another one. */
	readonly released?: string | undefined;
	/**
	 * What to do about these Macs depends on whether the export reports a security response for some Mac: no row has so far.
	 */
	isOpen?: boolean;
	/** Its count is in the sums already, because the memo made room for others. */
	isSummed?: boolean;
	/** The cells of the result table that are the same for all of its Macs. */
	csv?: string | undefined;
	/** The members of the record that are the same for all of its Macs, as JSON without the braces. */
	json?: string | undefined;
}

/** The memo holds this many different machines at a time: enough for any fleet, and a bound for hostile files. */
const usualMost = 1 << 16;
/** In characters. */
const longestKey = 1024;

/** Results by the cells they rest on: a fleet of a million Macs has a few thousand different machines. */
export class ResultMemo {
	readonly #results = new Map<string, Judgment>();
	readonly #make: (row: Row) => Judgment;
	readonly #forget: (results: readonly Judgment[]) => void;
	readonly #most: number;

	/** `forget` gets the results that are dropped, with their counts. */
	constructor(
		make: (row: Row) => Judgment,
		forget: (results: readonly Judgment[]) => void,
		most = usualMost,
	) {
		this.#make = make;
		this.#forget = forget;
		this.#most = most;
	}

	get results(): readonly Judgment[] {
		return [...this.#results.values()];
	}

	find(row: Row): Judgment {
		const key = keyOf(row);
		let result = this.#results.get(key);
		if (result) return result;
		if (this.#results.size === this.#most) {
			this.#forget(this.results);
			this.#results.clear();
		}
		result = this.#make(row);
		this.#results.set(key, result);
		return result;
	}
}

/** No cell has the character that stands between them, because readers of files replace it. */
function keyOf({ cells, shape }: Row): string {
	const { decisive } = shape;
	let key = `${shape.key}\0${cells[decisive[0]!] ?? ''}`;
	for (let at = 1; at < decisive.length; at++) key += `\0${cells[decisive[at]!]!}`;
	if (key.length <= longestKey) return key;
	// Only the beginning of a cell is read (`readCells`), so rows that begin alike have the same result.
	return [shape.key, ...shape.decisive.map((field) => cells[field]!.slice(0, longestCell))].join('\0');
}
