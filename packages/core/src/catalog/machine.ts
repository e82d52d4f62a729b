import type { MachineFacts } from './tables/board-columns.ts';

export type Precision = 'day' | 'month' | 'year';

/** A machine as it was sold: its row in the table of boards, and facts of other tables. */
export interface Machine extends MachineFacts {
	readonly modelIdentifier: string;
	readonly introducedPrecision: Precision | '';
	/**
	 * The first and last release of this machine, if it shares its board with others and a source gives them; empty
	 * otherwise.
	 */
	readonly first: string;
	readonly last: string;
	/** The first release of Mac OS X of a machine that ran Mac OS 9 as well: an iBook of 2003 has 9.2.2, then 10.2.4. */
	readonly firstX: string;
}

/** A Mac whose printed number nobody recorded. It has no board, but its releases are known. */
export interface NumberlessMachine {
	readonly name: string;
	readonly processor: string;
	readonly introduced: string;
	readonly introducedPrecision: Precision | '';
	/** The first and last release that it ran; the first is empty when unknown. */
	readonly first: string;
	readonly last: string;
	/** Its systems, in a sentence. */
	readonly ran: string;
	/** Why no number is known. */
	readonly reason: string;
	readonly sources: readonly string[];
	/** What it is called elsewhere. */
	readonly otherNames: readonly string[];
}

/** A name that people use: `Sawtooth`. */
export interface OtherName {
	readonly name: string;
	/** The machine of the board that it means; null for all of them. */
	readonly machine: string | null;
}
