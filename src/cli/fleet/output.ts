import type { Mac } from '../../fleet/fleet.ts';
import { verdictColumns, withVerdictCells } from '../../fleet/judging/judge-macs.ts';
import { incompleteWords } from '../../fleet/report/headline.ts';
import { recordText } from '../../fleet/report/report.ts';
import type { Summary } from '../../fleet/report/summary.ts';
import { sizeOf } from '../../history/read-files.ts';
import { visible } from '../../text/visible.ts';
import type { Call } from '../command.ts';
import { tell, writeOut } from '../terminal-text.ts';
import { standardOutput, TableFile } from './outputs.ts';

const pieceLength = 64 * 1024;
const macsPerPiece = 10_000;

/** Prints Macs while they are read: to a table, as lines on standard output, both or neither. */
export class FleetOutput {
	readonly #keptColumns: readonly string[];
	readonly #table: TableFile | null;
	readonly #printsLines: boolean;
	#lines = '';
	/** Macs that are not printed yet: the first has a result that may still change, and the order is kept. */
	#heldMacs: Mac[] = [];

	/** In a trial nothing is written. */
	constructor(call: Call, keptColumns: readonly string[], isTrial = false) {
		this.#keptColumns = keptColumns;
		this.#printsLines = call.options.ndjson === true && !isTrial;
		const { csv, framework } = call.options;
		const columns = framework === undefined ? keptColumns : [...verdictColumns, ...keptColumns];
		if (typeof csv !== 'string' || isTrial) this.#table = null;
		else this.#table = csv === standardOutput ? TableFile.printed(columns) : TableFile.at(csv, columns);
	}

	/** Whether Macs are printed one by one. */
	get takesMacs(): boolean {
		return this.#table !== null || this.#printsLines;
	}

	/** Prints Macs in their order: a Mac whose result may change delays those after it. */
	add(mac: Mac): void {
		if (mac.judgment.isOpen || this.#heldMacs.length > 0) this.#heldMacs.push(mac);
		else this.#write(mac);
		if (this.#heldMacs.length > 0 && !this.#heldMacs[0]!.judgment.isOpen) this.#writeHeld();
	}

	#writeHeld(): void {
		const heldMacs = this.#heldMacs;
		this.#heldMacs = [];
		for (const mac of heldMacs) this.#write(mac);
	}

	#write(mac: Mac): void {
		this.#table?.add(withVerdictCells(mac));
		if (this.#printsLines) this.#addLine(mac);
	}

	async addAll(macs: readonly Mac[]): Promise<void> {
		for (const [index, mac] of macs.entries()) {
			this.add(mac);
			if (index % macsPerPiece === 0) await this.drained();
		}
	}

	/** Resolves when standard output has caught up, so that memory stays flat. */
	async drained(): Promise<void> {
		if (process.stdout.writableNeedDrain)
			await new Promise((resolve) => process.stdout.once('drain', resolve));
	}

	end(): void {
		this.#writeHeld();
		this.#flush();
		this.#table?.end();
	}

	/** Prints the report as JSON, one Mac on each line: a single string would be too long. */
	async printJson(head: object, macs: readonly Mac[]): Promise<void> {
		const start = JSON.stringify(head);
		this.#lines = `${start.slice(0, -1)},"macs":[\n`;
		for (const [index, mac] of macs.entries()) {
			this.#lines += `${index === 0 ? '' : ',\n'}${recordText(mac, this.#keptColumns)}`;
			if (this.#lines.length > pieceLength) {
				this.#flush();
				await this.drained();
			}
		}
		this.#lines += '\n]}\n';
		this.#flush();
	}

	#addLine(mac: Mac): void {
		this.#lines += `${recordText(mac, this.#keptColumns)}\n`;
		if (this.#lines.length > pieceLength) this.#flush();
	}

	#flush(): void {
		if (this.#lines !== '') writeOut(this.#lines);
		this.#lines = '';
	}
}

const barWidth = 30;
/** The steps of the bar: a percent each is enough to see progress. */
const steps = 100;

/** A progress bar on a terminal; nothing elsewhere. */
export function progressBar(): { show(share: number | null, text: string): void; clear(): void } {
	const isTerminal = process.stderr.isTTY === true;
	let shown = '';
	return {
		/** `share` is from 0 to 1; null draws no bar. */
		show(share, text) {
			const full = Math.round(Math.min(1, share ?? 0) * barWidth);
			const bar = share === null ? '' : `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} `;
			if (!isTerminal || bar + text === shown) return;
			shown = bar + text;
			process.stderr.write(`\r${visible(shown)}\x1b[K`);
		},
		/** Clears the line for other output. */
		clear() {
			if (shown !== '') process.stderr.write('\r\x1b[K');
			shown = '';
		},
	};
}

/** A progress bar for the bytes that were read. */
export function fileProgress(paths: readonly string[]): { step(bytes: number): void; clear(): void } {
	const bar = progressBar();
	const sizes = paths.map(sizeOf);
	const total = sizes.includes(null) ? null : sizes.reduce<number>((sum, size) => sum + size!, 0);
	let read = 0;
	return {
		step(bytes) {
			read += bytes;
			if (total) bar.show(read / total, `${Math.floor((read / total) * steps)}%`);
			else bar.show(null, `${Math.floor(read / 1_000_000)} MB read`);
		},
		clear: bar.clear,
	};
}

/** Prints to standard error that an export is incomplete; `file` names it if there are several. */
export function tellIncomplete(read: Pick<Summary, 'rows' | 'missing_rows'>, file?: string): void {
	tell(
		`${file === undefined ? '' : `${file}: `}${incompleteWords(read)} Fetch every page and put them in one file (jq -s).`,
	);
}
