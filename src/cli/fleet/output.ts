import { keepMac, type Mac, type RowSink } from '../../fleet/fleet.ts';
import { verdictColumns, withVerdictCells } from '../../fleet/judge-macs.ts';
import { recordText } from '../../fleet/record-text.ts';
import { ResultTable } from '../../fleet/result-table.ts';
import type { Call } from '../command.ts';
import { BackgroundFile } from './background-file.ts';
import { standardOutput } from './outputs.ts';

const pieceLength = 64 * 1024;
const macsPerPiece = 10_000;

/** Where the Macs of a report go while they are read: a table, lines on standard output, both or none. */
export class FleetOutput {
	readonly #call: Call;
	readonly #kept: readonly string[];
	readonly #table: { file: BackgroundFile | null; rows: ResultTable } | null;
	#lines = '';

	/** `kept` are the columns that are carried through. */
	constructor(call: Call, kept: readonly string[]) {
		this.#call = call;
		this.#kept = kept;
		const { csv, framework } = call.options;
		const columns = framework === undefined ? kept : [...verdictColumns, ...kept];
		if (typeof csv !== 'string') this.#table = null;
		else if (csv === standardOutput)
			// The pieces are made in one place, and standard output may take them later.
			this.#table = {
				file: null,
				rows: new ResultTable((bytes) => process.stdout.write(bytes.slice()), columns),
			};
		else {
			const file = new BackgroundFile(csv);
			this.#table = { file, rows: new ResultTable((bytes) => file.add(bytes), columns) };
		}
	}

	/** What takes the Macs while their rows are at hand. */
	get sinks(): RowSink[] {
		const { ndjson } = this.#call.options;
		const rows = this.#table?.rows;
		return [
			// Not bound: a bound function is called for each row, and never becomes part of its caller.
			...(rows ? [((file, row, known, seen) => rows.addRow(file, row, known, seen)) as RowSink] : []),
			...(ndjson ? [((...mac) => this.#addLine(keepMac(...mac))) as RowSink] : []),
		];
	}

	/** Adds Macs that were kept. */
	async addMacs(macs: readonly Mac[]): Promise<void> {
		const { ndjson } = this.#call.options;
		for (const [index, mac] of macs.entries()) {
			this.#table?.rows.addMac(withVerdictCells(mac));
			if (ndjson) this.#addLine(mac);
			if (index % macsPerPiece === 0) await this.drained();
		}
	}

	/** Resolves when whoever takes what is written has caught up, so that memory stays flat. */
	async drained(): Promise<void> {
		await this.#table?.file?.drained();
		if (process.stdout.writableNeedDrain) await new Promise((done) => process.stdout.once('drain', done));
	}

	async end(): Promise<void> {
		this.#flush();
		this.#table?.rows.end();
		await this.#table?.file?.end();
	}

	/** Prints the whole report, a Mac to a line: in one piece it would not fit into a text. */
	async printJson(head: object, macs: readonly Mac[]): Promise<void> {
		const start = JSON.stringify(head);
		this.#lines = `${start.slice(0, -1)},"macs":[\n`;
		for (const [index, mac] of macs.entries()) {
			this.#lines += `${index === 0 ? '' : ',\n'}${recordText(mac, this.#kept)}`;
			if (this.#lines.length > pieceLength) {
				this.#flush();
				await this.drained();
			}
		}
		this.#lines += '\n]}\n';
		this.#flush();
	}

	#addLine(mac: Mac): void {
		this.#lines += `${recordText(mac, this.#kept)}\n`;
		if (this.#lines.length > pieceLength) this.#flush();
	}

	#flush(): void {
		if (this.#lines !== '') process.stdout.write(this.#lines);
		this.#lines = '';
	}
}
