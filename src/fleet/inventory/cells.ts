const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The cells of one row, as bytes: where each begins and ends. A reader fills the same object again and again,
 * because a million objects with a text for each cell would cost more than everything else together; what is to
 * stay must be taken out before the next row.
 */
export class Cells {
	/** Counts the rows of its file from 1; a line of column names is none. */
	number = 0;
	/** UTF-8. */
	bytes: Uint8Array = new Uint8Array(0);
	readonly starts: Int32Array;
	readonly ends: Int32Array;
	/** Where the whole row begins and ends, where it was read from a table. */
	from = 0;
	to = 0;
	/** How many cells the row has, those that nobody asked for included. */
	count = 0;
	/** Why the row could not be taken apart; its cells are then empty. */
	problem: string | null = null;

	constructor(slots: number) {
		this.starts = new Int32Array(slots);
		this.ends = new Int32Array(slots);
	}

	clear(): void {
		this.starts.fill(0);
		this.ends.fill(0);
		this.count = 0;
		this.problem = null;
	}

	/** Leaves a cell empty; -1 is none. */
	empty(slot: number): void {
		if (slot < 0) return;
		this.starts[slot] = 0;
		this.ends[slot] = 0;
	}

	/** The text of a cell as it stands in the file. */
	cell(slot: number): string {
		return decoder.decode(this.bytes.subarray(this.starts[slot], this.ends[slot]));
	}
}
