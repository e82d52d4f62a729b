import { Failure } from '../../process/failure.ts';
import type { Column } from './columns/recognise.ts';
import type { Encoding } from './file/encoding.ts';
import type { Packing } from './file/unpack.ts';
import type { Row } from './row.ts';

export type Format = 'csv' | 'json' | 'ndjson' | 'xlsx';

/** What is known after the last row. */
export interface ReadEnd {
	/** How many rows the file says there are more of elsewhere, on further pages; null where it does not say how many. */
	readonly missing: number | null;
}

/** A file of computers whose columns are known and whose rows have not been read yet. */
export interface Inventory {
	readonly format: Format;
	readonly packing: Packing;
	readonly encoding: Encoding;
	/** The character between cells; null where there are no cells. */
	readonly delimiter: string | null;
	/** Every column of the file by its name. */
	readonly columns: readonly string[];
	/** Those that are read, in the order of the fields. */
	readonly recognised: readonly Column[];
	/** For each column that was asked to be carried through, its name here; null where the file does not have it. */
	readonly kept: readonly (string | null)[];
	/** The first rows, a text for each column. */
	readonly sample: readonly (readonly string[])[];
	/** Gives every row, once, in the order of the file. The row is the same object each time. Throws where there is none. */
	read(onRow: (row: Row) => void): Promise<ReadEnd>;
}

/** A table that was opened, before it is known what it was packed in. */
export type OpenedTable = Omit<Inventory, 'packing' | 'encoding'>;

/** What an inventory is read from: bytes in pieces of any size. */
export type Bytes = AsyncIterable<Uint8Array>;

/** An export that failed may well have the names of its columns: no Mac in it must not look like a fleet in order. */
export function emptyInventory(what: 'is empty' | 'holds no rows'): Failure {
	return new Failure('empty-inventory', `the file ${what}: expected rows of computers`);
}
