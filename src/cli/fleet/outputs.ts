import { closeSync, fstatSync, openSync, type Stats, statSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Mac } from '../../fleet/fleet.ts';
import type { Comparison } from '../../fleet/report/comparison.ts';
import { htmlReport, mostInHtml } from '../../fleet/report/html-report.ts';
import type { Replacement } from '../../fleet/report/replacements.ts';
import type { CompactReport, ReportHead } from '../../fleet/report/report.ts';
import { ResultTable } from '../../fleet/report/result-table.ts';
import type { Summary } from '../../fleet/report/summary.ts';
import { ReportWorkbook } from '../../fleet/report/workbook.ts';
import { Failure, fileTrouble } from '../../process/failure.ts';
import { refuseUnwritable } from '../../process/regular-file.ts';
import { writeOut } from '../terminal-text.ts';
import type { FleetCall } from './fleet-options.ts';

/** Means standard output where an option expects a file. */
export const standardOutput = '-';

/** Whether something other than the summary goes to standard output. */
export function isPrinted({ options, json }: FleetCall): boolean {
	return printed(options, json).length > 0;
}

/** Refuses options that would mix two outputs or overwrite an input file. */
export function checkOutputs({ words, options, json }: FleetCall): void {
	const several = printed(options, json);
	if (several.length > 1) throw new Failure('bad-arguments', `pass ${several.join(' or ')}, not both`);
	const { csv, html, xlsx, since, owned, 'owned-csv': ownedCsv } = options;
	if (xlsx === standardOutput) throw new Failure('bad-arguments', '--xlsx: expected a file');
	if (ownedCsv === standardOutput) throw new Failure('bad-arguments', '--owned-csv: expected a file');
	const written = [csv, html, xlsx, ownedCsv]
		.filter((path) => path !== undefined)
		.filter((path) => path !== standardOutput);
	const read = [...words, ...[since, owned].filter((path) => path !== undefined)].map(placeOf);
	for (const path of written)
		if (read.includes(placeOf(path)))
			throw new Failure('bad-arguments', `${path} is an input file: write to another one`);
	const out = fstatSync(process.stdout.fd);
	// A terminal or /dev/null can take two outputs. In a file or a pipe one would be written into the other.
	const shared = out.isCharacterDevice() ? undefined : written.find((path) => placeOf(path) === nodeOf(out));
	if (shared !== undefined)
		throw new Failure('bad-arguments', `standard output goes to ${shared}: pass -, or write to another file`);
	if (new Set(written.map(placeOf)).size < written.length)
		throw new Failure(
			'bad-arguments',
			'--csv, --html, --xlsx and --owned-csv name the same file: name different ones',
		);
}

function printed(options: FleetCall['options'], json: boolean): string[] {
	return [
		...(json ? ['--json'] : []),
		...(options.ndjson ? ['--ndjson'] : []),
		...(options.csv === standardOutput ? ['--csv -'] : []),
		...(options.html === standardOutput ? ['--html -'] : []),
	];
}

/** The identity of a file: the same for every path to it. */
function placeOf(path: string): string {
	const stats = statSync(path, { throwIfNoEntry: false });
	return stats ? nodeOf(stats) : resolve(path);
}

function nodeOf({ dev, ino }: Stats): string {
	return `${dev} ${ino}`;
}

/** Runs a write operation; a system error becomes a Failure with the path. */
export function writing<T>(path: string, work: () => T): T {
	try {
		return work();
	} catch (thrown) {
		throw unwritable(path, fileTrouble(thrown));
	}
}

function unwritable(path: string, trouble: string): Failure {
	return new Failure('unwritable-file', `${path} cannot be written (${trouble})`);
}

/**
 * Opens a report to write it. Reports name Macs and their serial numbers, so only the owner may read a new one. A file
 * that exists keeps its mode: somebody chose it.
 */
export function openReport(path: string): number {
	return writing(path, () => {
		refuseUnwritable(path);
		return openSync(path, 'w', 0o600);
	});
}

/** A table that is written to a file, or to standard output, piece by piece. */
export class TableFile {
	readonly #table: ResultTable;
	readonly #close: () => void;

	private constructor(table: ResultTable, close: () => void) {
		this.#table = table;
		this.#close = close;
	}

	static at(path: string, columns: readonly string[]): TableFile {
		const file = openReport(path);
		const table = new ResultTable((text) => writing(path, () => writeText(file, text)), columns);
		return new TableFile(table, () => writing(path, () => closeSync(file)));
	}

	static printed(columns: readonly string[]): TableFile {
		return new TableFile(new ResultTable(writeOut, columns), () => {});
	}

	add(mac: Mac): void {
		this.#table.add(mac);
	}

	end(): void {
		this.#table.end();
		this.#close();
	}
}

/** Writes all bytes: the system may accept fewer in one call. */
function writeAll(file: number, piece: Uint8Array): void {
	for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
}

/** Encoding the text before it is written takes 0.3 s of a table of a million Macs. */
function writeText(file: number, text: string): void {
	const written = writeSync(file, text);
	if (written < Buffer.byteLength(text)) writeAll(file, Buffer.from(text).subarray(written));
}

export function writeWorkbook(
	path: string,
	{
		head,
		summary,
		macs,
		replacements,
	}: { head: ReportHead; summary: Summary; macs: readonly Mac[]; replacements: readonly Replacement[] },
): void {
	const file = openReport(path);
	const write = (bytes: Uint8Array) => writing(path, () => writeAll(file, bytes));
	const workbook = new ReportWorkbook(write, head.kept_columns ?? []);
	for (const mac of macs) workbook.addMac(mac);
	workbook.end(head, summary, replacements);
	writing(path, () => closeSync(file));
}

export function writeHtml(
	path: string,
	template: string,
	report: CompactReport,
	comparison: Comparison | null,
): void {
	if (report.macs.length > mostInHtml)
		throw new Failure(
			'too-many-macs',
			`${report.macs.length} Macs are too many for one page: expected at most ${mostInHtml}; --csv takes them all`,
		);
	writeReport(path, htmlReport(template, report, comparison));
}

/** Writes a report to a file, or prints it for `-`. */
export function writeReport(path: string, text: string): void {
	if (path === standardOutput) {
		writeOut(text);
		return;
	}
	const file = openReport(path);
	writing(path, () => {
		writeText(file, text);
		closeSync(file);
	});
}
