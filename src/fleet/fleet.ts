import type { Policy } from '../advice/policy/policy.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { addDays } from '../text/day.ts';
import { named } from './file-names.ts';
import type { JudgedRecord } from './history/exception.ts';
import { shownText } from './inventory/cells/cell-text.ts';
import { seenDay } from './inventory/cells/seen-day.ts';
import { isTelling } from './inventory/cells/serial.ts';
import { utcDay } from './inventory/cells/utc-day.ts';
import { fieldIndex } from './inventory/columns/field.ts';
import type { Inventory } from './inventory/inventory.ts';
import type { Row } from './inventory/row.ts';
import { assessCells } from './judging/assess-cells.ts';
import { unreadableRow } from './judging/mac-result.ts';
import { noCells } from './judging/machine-cells.ts';
import { type KnownResult, ResultMemo } from './judging/memo.ts';
import { leadingDay, readCells } from './judging/read-cells.ts';
import { PartialFiles } from './partial-files.ts';
import { GroupTally } from './report/groups.ts';
import { noRows, type Summary, Tally } from './report/summary.ts';

/** One Mac of the fleet: what its row alone says, and the answer that it shares with others. */
export interface Mac {
	readonly file: string;
	readonly row: number;
	readonly name: string;
	readonly serial: string;
	/** The day of its last contact; null when the inventory does not say. */
	readonly seen: string | null;
	/** What its row says in the columns that are carried through. */
	readonly kept: readonly string[];
	readonly known: KnownResult;
	/** What a framework says of it, where one was asked for. */
	readonly verdict?: JudgedRecord;
}

/** Is given each Mac while its row is at hand. */
export type RowSink = (file: string, row: Row, known: KnownResult, seen: number) => void;

export interface FleetOptions {
	readonly catalog: Catalog;
	readonly policy: Policy;
	/** A Mac that was not seen for longer than this is stale. */
	readonly staleDays: number;
	/** Which of the columns that are carried through the Macs are grouped by. */
	readonly groupBy?: number | null;
	/** So many different machines are remembered at a time. */
	readonly mostKinds?: number;
}

export const usualStaleDays = 30;
/** A file with more unknown models than this has something else in its column, and guessing takes long. */
const mostGuesses = 500;
/** A name longer than this is shown up to here. */
const longestName = 300;

const [nameIndex, serialIndex, seenIndex] = [fieldIndex.name, fieldIndex.serial, fieldIndex.seen];

/** Takes the rows of inventories, one after the other, to answers and their sums. Memory does not grow with rows. */
export class Fleet {
	readonly #options: FleetOptions;
	readonly #memo: ResultMemo;
	readonly #tally: Tally;
	readonly #problems = new Map<string, KnownResult>();
	readonly #merged: KnownResult[] = [];
	readonly #groups: GroupTally | null;
	/** For so many more unknown models close ones are looked up. */
	#guesses = mostGuesses;
	readonly #rows = { ...noRows };
	readonly #parts = new PartialFiles();
	readonly #staleBefore: number;
	/** What the row before said, to know a row that continues it. */
	#last: KnownResult | null = null;
	readonly #lastSerial = new Uint8Array(64);
	#lastSerialLength = 0;

	constructor(options: FleetOptions) {
		const { policy, staleDays } = options;
		this.#options = options;
		this.#tally = new Tally(policy.asOf, policy.given);
		this.#groups = typeof options.groupBy === 'number' ? new GroupTally() : null;
		this.#memo = new ResultMemo(
			(row) => this.#answer(row),
			(known) => {
				this.#addUp(known);
				for (const one of known) one.isSummed = true;
			},
			options.mostKinds,
		);
		this.#staleBefore = Number(addDays(policy.asOf, -staleDays).replaceAll('-', ''));
	}

	/** Takes a row in; `sink` gets it if it is a Mac. */
	add(file: string, row: Row, sink: RowSink | null): void {
		this.#rows.rows++;
		const known = row.problem === null ? this.#memo.find(row) : this.#unreadable(row.problem);
		if (this.#continues(row, known)) {
			this.#rows.continuation_rows++;
			return;
		}
		this.#last = known;
		if (known.answer === null) {
			this.#rows.not_macs++;
			return;
		}
		known.count++;
		const seen = dayNumberOf(row, this.#options.policy.asOf);
		if (seen !== 0 && seen < this.#staleBefore) this.#rows.stale++;
		if (this.#groups) this.#groups.add(keptText(row, this.#options.groupBy!), known.answer, 1);
		sink?.(file, row, known, seen);
	}

	/** Takes all rows of an inventory in. What is wrong with the file is told with its name. */
	async read(file: string, inventory: Inventory, sink: RowSink | null): Promise<void> {
		// The first row of a file continues nothing.
		this.#last = null;
		const before = this.#rows.rows;
		const { missing } = await named(
			file,
			inventory.read((row) => this.add(file, row, sink)),
		);
		if (missing === 0) return;
		const parts = this.#parts;
		parts.add(this.#rows.rows - before, missing, JSON.stringify(inventory.sample[0]));
		this.#rows.incomplete = parts.isIncomplete;
		this.#rows.missing_rows = parts.missing;
	}

	/** Makes one Mac of two that were counted; `better` is believed where they differ. */
	merge(better: Mac, other: Mac, into: Mac): Mac {
		const { catalog, policy } = this.#options;
		const from = [better, other];
		const cells = mergedCells(better, other);
		const answer = cells && assessCells(catalog, policy, cells, true);
		const known: KnownResult = answer ? { cells: cells!, answer, count: 0, csv: null } : better.known;
		for (const mac of from) this.#count(mac.known, -1);
		this.#count(known, 1);
		if (answer) this.#merged.push(known);
		this.#rows.merged_rows++;
		for (const { seen } of from) if (this.#isStale(seen)) this.#rows.stale--;
		if (this.#isStale(better.seen ?? other.seen)) this.#rows.stale++;
		const kept = better.kept.map((text, at) => text || other.kept[at]!);
		if (this.#groups) {
			const at = this.#options.groupBy!;
			for (const mac of from) this.#groups.add(mac.kept[at]!, mac.known.answer!, -1);
			this.#groups.add(kept[at]!, known.answer!, 1);
		}
		return {
			...into,
			name: better.name || other.name,
			seen: better.seen ?? other.seen,
			kept,
			known,
		};
	}

	#count(known: KnownResult, more: 1 | -1): void {
		if (known.isSummed) this.#tally.add(known.answer!, more);
		else known.count += more;
	}

	#isStale(seen: string | null): boolean {
		return seen !== null && Number(seen.replaceAll('-', '')) < this.#staleBefore;
	}

	/** The sums of everything that was taken in; nothing may be added afterwards. */
	summary(): Summary {
		this.#addUp(this.#memo.known);
		this.#addUp([...this.#problems.values()]);
		this.#addUp(this.#merged);
		return this.#tally.summary(this.#rows, this.#groups?.groups() ?? null);
	}

	#addUp(known: readonly KnownResult[]): void {
		for (const { answer, count } of known) if (answer) this.#tally.add(answer, count);
	}

	#answer(row: Row): KnownResult {
		const { catalog, policy } = this.#options;
		const cells = readCells(row);
		const answer = assessCells(catalog, policy, cells, this.#guesses > 0);
		if (answer?.problem_kind === 'unknown') this.#guesses--;
		return { cells, answer, count: 0, csv: null };
	}

	#unreadable(problem: string): KnownResult {
		let known = this.#problems.get(problem);
		if (!known) {
			known = { cells: noCells, answer: unreadableRow(problem), count: 0, csv: null };
			this.#problems.set(problem, known);
		}
		return known;
	}

	/**
	 * Some exports give a Mac further rows for what it has several of: without a name, and with nothing about
	 * another machine.
	 */
	#continues(row: Row, known: KnownResult): boolean {
		const { starts, ends, bytes } = row;
		const last = this.#last;
		const isNameless = starts[nameIndex] === ends[nameIndex] && row.problem === null;
		const start = starts[serialIndex]!;
		const length = Math.min(ends[serialIndex]! - start, this.#lastSerial.length);
		if (isNameless && last !== null) {
			let isSameSerial = length === this.#lastSerialLength;
			for (let at = 0; at < length && isSameSerial; at++)
				isSameSerial = bytes[start + at] === this.#lastSerial[at];
			const saysNothing = Object.values(known.cells).every((cell) => cell === '');
			if (saysNothing && (length === 0 || isSameSerial)) return true;
			if (known === last && isSameSerial && isTelling(row.text('serial'))) return true;
		}
		const lastSerial = this.#lastSerial;
		for (let at = 0; at < length; at++) lastSerial[at] = bytes[start + at]!;
		this.#lastSerialLength = length;
		return false;
	}
}

/** The cells of both, those of the better first; null when they add nothing to each other. */
function mergedCells({ known: { cells: own } }: Mac, { known: { cells: more } }: Mac) {
	const cells = { ...own };
	let added = false;
	for (const field of Object.keys(own) as (keyof typeof own)[]) {
		if (own[field] !== '' || more[field] === '') continue;
		// Version, words and build of a system belong together.
		if (
			/^(?:version|os|build|supplement|supplemental_build)$/.test(field) &&
			(own.version || own.os || own.build)
		)
			continue;
		Object.assign(cells, { [field]: more[field] });
		added = true;
	}
	return added ? cells : null;
}

/** The day of the last contact in UTC, as a number; 0 when the row does not say. */
function dayNumberOf(row: Row, asOf: string): number {
	const start = row.starts[seenIndex]!;
	const end = row.ends[seenIndex]!;
	if (start === end) return 0;
	const isZoned = end - start > 15 && (isSign(row.bytes[end - 5]!) || isSign(row.bytes[end - 6]!));
	const day = isZoned ? 0 : leadingDay(row.bytes, start, end);
	if (day !== 0) return day > 19900000 ? day : 0;
	const moment = shownText(row.text('seen'));
	const read = seenDay(moment, { asOf, dayFirst: row.dayFirst });
	return read === null ? 0 : Number(utcDay(read, moment).replaceAll('-', ''));
}

/** Of a zone, such as `+10:00` at the end of a moment. */
function isSign(byte: number): boolean {
	return byte === 0x2b || byte === 0x2d;
}

/** The text of a column that is carried through. */
function keptText(row: Row, at: number): string {
	return shownText(row.kept(at).slice(0, longestName));
}

const nothingKept: readonly string[] = [];

/** A Mac to keep, when its row has to make room for the next. */
export function keepMac(file: string, row: Row, known: KnownResult, seen: number): Mac {
	return {
		file,
		row: row.number,
		name: shownText(row.text('name').slice(0, longestName)),
		serial: shownText(row.text('serial').slice(0, longestName)),
		seen: seen === 0 ? null : printDay(seen),
		kept:
			row.keptCount === 0 ? nothingKept : Array.from({ length: row.keptCount }, (_, at) => keptText(row, at)),
		known,
	};
}

function printDay(day: number): string {
	const text = String(day);
	return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}
