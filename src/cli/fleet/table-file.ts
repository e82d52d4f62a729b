import { closeSync, openSync, writeSync } from 'node:fs';
import type { Mac } from '../../fleet/fleet.ts';
import { ResultTable } from '../../fleet/report/result-table.ts';
import { writing } from './outputs.ts';

/** A table that is written to a file, or to standard output, piece by piece. */
export class TableFile {
	readonly #table: ResultTable;
	readonly #close: () => void;

	private constructor(table: ResultTable, close: () => void) {
		this.#table = table;
		this.#close = close;
	}

	static at(path: string, columns: readonly string[]): TableFile {
		const file = writing(path, () => openSync(path, 'w'));
		const table = new ResultTable((piece) => writing(path, () => writeAll(file, piece)), columns);
		return new TableFile(table, () => writing(path, () => closeSync(file)));
	}

	static printed(columns: readonly string[]): TableFile {
		return new TableFile(new ResultTable((piece) => process.stdout.write(piece), columns), () => {});
	}

	add(mac: Mac): void {
		this.#table.add(mac);
	}

	end(): void {
		this.#table.end();
		this.#close();
	}
}

/** Writes all of a piece; a file may take less at a time. */
function writeAll(file: number, piece: Uint8Array): void {
	for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
}
