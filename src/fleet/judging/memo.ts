import type { Row } from '../inventory/inventory.ts';
import type { MacResult } from './mac-result.ts';
import { longestCell, type MachineCells } from './machine-cells.ts';

/** The result that all Macs with the same cells share, and its printed parts. */
export interface Judgment {
	readonly cells: MachineCells;
	/** Null for a device that is not a Mac. Changes if a later row is the first to report a security response. */
	answer: MacResult | null;
	/** The day on which the version came out. A last contact before it does not count. */
	readonly released?: string | undefined;
	/** The cells of the result table that all of its Macs share. */
	csv?: string;
	/** The members of the record that all of its Macs share, as JSON without braces. */
	json?: string;
}

/** In characters. A longer key is made again from cells cut to `longestCell`. */
const longestKey = 1024;

/** Judgments by the cells that decide them: a fleet of a million Macs has only a few thousand different ones. */
export class ResultMemo {
	readonly #results = new Map<string, Judgment>();
	readonly #make: (row: Row) => Judgment;

	constructor(make: (row: Row) => Judgment) {
		this.#make = make;
	}

	find(row: Row): Judgment {
		const key = keyOf(row);
		let result = this.#results.get(key);
		if (result) return result;
		result = this.#make(row);
		this.#results.set(key, result);
		return result;
	}
}

/** A NUL separates the cells; no cell contains one, because the readers of files replace it. */
function keyOf({ cells, shape }: Row): string {
	const { decisive } = shape;
	let key = `${shape.key}\0${cells[decisive[0]!] ?? ''}`;
	for (let at = 1; at < decisive.length; at++) key += `\0${cells[decisive[at]!]!}`;
	if (key.length <= longestKey) return key;
	// `readCells` cuts cells at the same length, so rows with the same shortened cells have the same result.
	return [shape.key, ...shape.decisive.map((field) => cells[field]!.slice(0, longestCell))].join('\0');
}
