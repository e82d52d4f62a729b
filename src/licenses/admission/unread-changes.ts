import { mostLicenses } from '../ledger.ts';

/** Changes that are read from the newest to the oldest, page by page. */
export interface Stretch {
	/** Everything up to this change was read before. */
	readonly after: number;
	/** Next are the rows of this change with numbers below this one, then those of the changes before it. */
	change: number;
	below: number;
}

/**
 * What was announced and is not read yet. The newest is read first, whatever waits from before: a revocation does not
 * stand in line behind the million licenses of an import. Each license is one row that holds its latest state, so
 * the order in which rows are read makes no difference to what is known in the end.
 */
export class UnreadChanges {
	#newest: number;
	readonly #stretches: Stretch[] = [];

	/** All changes up to this one are known. */
	constructor(newest: number) {
		this.#newest = newest;
	}

	/** The last change that was announced. */
	get newest(): number {
		return this.#newest;
	}

	announce(change: number): void {
		if (change <= this.#newest) return;
		this.#stretches.push({ after: this.#newest, change, below: mostLicenses + 1 });
		this.#newest = change;
	}

	/** What to read next; undefined when everything is known. */
	next(): Stretch | undefined {
		return this.#stretches.at(-1);
	}

	/** Takes note that the stretch was read down to a row, or to its end. */
	read(stretch: Stretch, last: { change: number; number: number } | null): void {
		if (last) Object.assign(stretch, { change: last.change, below: last.number });
		else this.#stretches.splice(this.#stretches.indexOf(stretch), 1);
	}
}
