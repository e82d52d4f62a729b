import { keepMac, type Mac, type RowSink } from '../../fleet/fleet.ts';
import { verdictColumns, withVerdictCells } from '../../fleet/judging/judge-macs.ts';
import { recordText } from '../../fleet/report/record-text.ts';
import type { Call } from '../command.ts';
import { standardOutput } from './outputs.ts';
import { TableFile, type TableOutput } from './table-file.ts';
import { TableThread } from './table-thread.ts';

const pieceLength = 64 * 1024;
const macsPerPiece = 10_000;

/** Where the Macs of a report go while they are read: a table, lines on standard output, both or none. */
export class FleetOutput {
	readonly #call: Call;
	readonly #kept: readonly string[];
	readonly #table: TableOutput | null;
	#lines = '';

	/** `kept` are the columns that are carried through. Where `isLong`, a thread of its own writes the table. */
	constructor(call: Call, kept: readonly string[], isLong: boolean) {
		this.#call = call;
		this.#kept = kept;
		const { csv, framework } = call.options;
		const columns = framework === undefined ? kept : [...verdictColumns, ...kept];
		if (typeof csv !== 'string') this.#table = null;
		else if (csv === standardOutput) this.#table = TableFile.printed(columns);
		else this.#table = isLong ? new TableThread(csv, columns) : TableFile.at(csv, columns);
	}

	/** What takes the Macs while their rows are at hand. */
	get sinks(): RowSink[] {
		const { ndjson } = this.#call.options;
		return [
			...(this.#table ? [this.#table.addRow] : []),
			...(ndjson ? [((...mac) => this.#addLine(keepMac(...mac))) as RowSink] : []),
		];
	}

	/** Adds Macs that were kept. */
	async addMacs(macs: readonly Mac[]): Promise<void> {
		const { ndjson } = this.#call.options;
		for (const [index, mac] of macs.entries()) {
			this.#table?.addMac(withVerdictCells(mac));
			if (ndjson) this.#addLine(mac);
			if (index % macsPerPiece === 0) await this.drained();
		}
	}

	/** Resolves when whoever takes what is written has caught up, so that memory stays flat. */
	async drained(): Promise<void> {
		await this.#table?.drained();
		if (process.stdout.writableNeedDrain) await new Promise((done) => process.stdout.once('drain', done));
	}

	async end(): Promise<void> {
		this.#flush();
		await this.#table?.end();
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
