import { closeSync, openSync, writeSync } from 'node:fs';
import type { Mac, RowSink } from '../../fleet/fleet.ts';
import { ResultTable } from '../../fleet/report/result-table.ts';
import { writing } from './outputs.ts';

/** Where the result table goes. */
export interface TableOutput {
	/** Adds the Mac of the row at hand. */
	readonly addRow: RowSink;
	/** Adds a Mac that was kept. */
	addMac(mac: Mac): void;
	/** Resolves when whoever takes what is written has caught up. */
	drained(): Promise<void>;
	end(): Promise<void>;
}

/** Writes all of a piece; a file may take less at a time. */
export function writeAll(file: number, piece: Uint8Array): void {
	for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
}

/** A table that is written to a file, or to standard output, piece by piece. */
export class TableFile implements TableOutput {
	readonly #rows: ResultTable;
	readonly #close: () => void;

	private constructor(rows: ResultTable, close: () => void) {
		this.#rows = rows;
		this.#close = close;
	}

	static at(path: string, columns: readonly string[]): TableFile {
		const file = writing(path, () => openSync(path, 'w'));
		const rows = new ResultTable((piece) => writing(path, () => writeAll(file, piece)), columns);
		return new TableFile(rows, () => writing(path, () => closeSync(file)));
	}

	static printed(columns: readonly string[]): TableFile {
		// The pieces are made in one place, and standard output may take them later.
		const rows = new ResultTable((piece) => process.stdout.write(piece.slice()), columns);
		return new TableFile(rows, () => {});
	}

	readonly addRow: RowSink = (file, row, known, seen) => this.#rows.addRow(file, row, known, seen);

	addMac(mac: Mac): void {
		this.#rows.addMac(mac);
	}

	async drained(): Promise<void> {}

	async end(): Promise<void> {
		this.#rows.end();
		this.#close();
	}
}
