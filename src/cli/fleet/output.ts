import { visible } from '@pointrelease/core/src/text/visible.ts';
import type { Mac } from '../../fleet/fleet.ts';
import { judgedColumns, withJudgedCells } from '../../fleet/judging/judge-macs.ts';
import { incompleteWords } from '../../fleet/report/headline.ts';
import { recordText } from '../../fleet/report/report.ts';
import type { Summary } from '../../fleet/report/summary.ts';
import { sizeOf } from '../../history/read-files.ts';
import { tell, writeOut } from '../terminal-text.ts';
import type { FleetCall } from './fleet-options.ts';
import { standardOutput, TableFile } from './outputs.ts';

const pieceLength = 64 * 1024;
const macsPerPiece = 10_000;
/** Bun sees only late that pieces which were written are garbage: 200,000 Macs took 435 MB, and take 310 MB in the same time. */
const lettersPerCollection = 64 * 1024 * 1024;

/** Writes the Macs to the table of --csv, and as lines to standard output for --ndjson. */
export async function writeMacs(
	{ options }: Pick<FleetCall, 'options'>,
	macs: readonly Mac[],
	{
		keptColumns,
		has,
	}: { readonly keptColumns: readonly string[]; readonly has: Parameters<typeof judgedColumns>[0] },
): Promise<void> {
	const { csv } = options;
	if (csv !== undefined) {
		const columns = [...judgedColumns(has), ...keptColumns];
		const table = csv === standardOutput ? TableFile.printed(columns) : TableFile.at(csv, columns);
		for (const [index, mac] of macs.entries()) {
			table.add(withJudgedCells(mac, has));
			if (index % macsPerPiece === 0) await drained();
		}
		table.end();
	}
	if (options.ndjson) await printLines(macs, (mac) => `${recordText(mac, keptColumns)}\n`);
}

/** Prints the report as JSON, one Mac on each line: a single string would be too long. */
export async function printJson(
	head: object,
	macs: readonly Mac[],
	keptColumns: readonly string[],
): Promise<void> {
	writeOut(`${JSON.stringify(head).slice(0, -1)},"macs":[\n`);
	await printLines(macs, (mac, index) => `${index === 0 ? '' : ',\n'}${recordText(mac, keptColumns)}`);
	writeOut('\n]}\n');
}

async function printLines(macs: readonly Mac[], textOf: (mac: Mac, index: number) => string): Promise<void> {
	let lines = '';
	let written = 0;
	for (const [index, mac] of macs.entries()) {
		lines += textOf(mac, index);
		if (lines.length <= pieceLength) continue;
		writeOut(lines);
		written += lines.length;
		lines = '';
		await drained();
		if (written < lettersPerCollection) continue;
		Bun.gc(false);
		written = 0;
	}
	if (lines !== '') writeOut(lines);
}

/** Resolves when standard output has caught up, so that what a slow reader has not taken yet does not fill memory. */
async function drained(): Promise<void> {
	if (process.stdout.writableNeedDrain) await new Promise((resolve) => process.stdout.once('drain', resolve));
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
