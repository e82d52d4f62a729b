import { type LateLimits, usualLateLimits } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { addDays } from '@pointrelease/core/src/text/day.ts';
import { named, PartialFiles } from './file-names.ts';
import { type Exceptions, exceptionOf, type JudgedRecord } from './history/exception.ts';
import { identifiesMac, shownText } from './inventory/cells/cell-text.ts';
import type { Inventory, Row } from './inventory/inventory.ts';
import { graceOf } from './inventory/update-evidence.ts';
import { assessCells } from './judging/assess-cells.ts';
import { LateMacs, type ToldByRow, toldByRow } from './judging/late-macs.ts';
import { type MacResult, unreadableRow } from './judging/mac-result.ts';
import { isMac, type MachineCells, mergedCells, noCells, readCells } from './judging/machine-cells.ts';
import { type Judgment, ResultMemo } from './judging/memo.ts';
import { reportsResponse } from './judging/read-installed.ts';
import { contactOf, firstDayOf, type NoSighting, noSightingOf } from './judging/sighting.ts';
import { mergeRows } from './merge-files.ts';
import { exceptionLists } from './report/exception-lists.ts';
import { GroupTally } from './report/groups.ts';
import { countedKinds } from './report/mac-kinds.ts';
import { noRows, type RowCounts, type Summary, Tally } from './report/summary.ts';
import { type UnusedDays, unusedDaysOf } from './report/unused-days.ts';

/** A Mac of the fleet: the cells of its own row, and the judgment that it shares with similar Macs. */
export interface Mac {
	readonly file: string;
	readonly row: number;
	readonly name: string;
	readonly serial: string;
	/** The day on which it was last seen; null if the inventory states no day, or one that does not count. */
	readonly seen: string | null;
	/** Why the stated last contact does not count (`noSightingOf`); null if it counts, and for a blank cell. */
	readonly noSighting: NoSighting | null;
	/** The cells of the kept columns. */
	readonly keptCells: readonly string[];
	readonly judgment: Judgment;
	/** What its rows say about why it may be late; absent if they say nothing. */
	readonly told?: readonly ToldByRow[];
	/** The verdict of a framework; absent if no framework was asked for. */
	readonly verdict?: JudgedRecord;
}

/** Receives each Mac as soon as its row is read. */
export type MacSink = (mac: Mac) => void;

interface FleetOptions {
	readonly catalog: Catalog;
	readonly policy: Policy;
	/** A Mac is stale if it was last seen longer ago than this. */
	readonly staleDays: number;
	/** The place of the column to group by among the kept columns; null without grouping. */
	readonly groupBy?: number | null;
	/** What was accepted for some Macs; null if there is no such list. */
	readonly exceptions?: Exceptions | null;
	/** When a reason for being late holds; the usual limits by default. */
	readonly lateLimits?: LateLimits;
	/** Later days of contact do not count. The default is the day of the policy. */
	readonly latest?: string;
}

export const usualStaleDays = 30;
/**
 * How many unknown models come with similar ones. A file with more has something else in its model column, and at 0.05 ms
 * each a million searches would take 50 s.
 */
const mostGuesses = 500;
/** The report cuts longer names, serial numbers and kept cells. */
const longestName = 300;
const longestExample = 60;
/**
 * Of how many rows about one Mac the evidence counts, those that win before others. Exports with a row for each application
 * repeat it in each, and to join it for every row of a hundred thousand would be quadratic.
 */
const mostTold = 64;

/** Judges the rows of inventories one by one, and sums up their Macs. Macs with the same cells share a judgment. */
export class Fleet {
	readonly #options: FleetOptions;
	/** By the day of enrollment of Macs that the policy gives time because they are new; of all others by none. */
	readonly #memos = new Map<string, ResultMemo>();
	readonly #macs: Mac[] = [];
	readonly #problems = new Map<string, Judgment>();
	/** How many more unknown models may be searched for similar ones. */
	#guesses = mostGuesses;
	readonly #rows: RowCounts = { ...noRows };
	readonly #parts = new PartialFiles();
	readonly #unusedDays: UnusedDays[] = [];
	/** A Mac that was last seen before this day is stale. */
	readonly #staleBefore: string;
	readonly #latest: string;
	/** The judgment of the row above, to recognize a row that continues it. */
	#last: Judgment | null = null;
	#lastSerial = '';
	#lastSeen = '';
	/** A row reported a security response. */
	#tellsResponses = false;
	/** The judgments to repeat when a row reports one. */
	readonly #open: Judgment[] = [];

	constructor(options: FleetOptions) {
		const { policy, staleDays } = options;
		this.#options = options;
		this.#staleBefore = addDays(policy.asOf, -staleDays);
		this.#latest = options.latest ?? policy.asOf;
	}

	/** Adds a row; `sink` receives it if it is a Mac, before rows about the same Mac are merged. */
	add(file: string, row: Row, sink: MacSink = () => {}): void {
		this.#rows.rows++;
		const judgment = row.problem === null ? this.#judge(row) : this.#unreadable(row.problem);
		if (this.#continues(row, judgment)) {
			this.#rows.continuation_rows++;
			return;
		}
		this.#last = judgment;
		if (judgment.answer === null) {
			this.#rows.not_macs++;
			return;
		}
		const contact = contactOf(row, this.#options.policy.asOf);
		const noSighting = noSightingOf(contact, judgment, this.#latest);
		const seen = noSighting === null ? contact.day : null;
		if (noSighting !== null) this.#countUnreadable(row);
		const mac = this.#withTold(row, macOf(file, row, judgment, { seen, noSighting }));
		this.#macs.push(mac);
		sink(mac);
	}

	/** Only Macs that miss the policy need it. A row that was not judged may be joined to one that is. */
	#withTold(row: Row, mac: Mac): Mac {
		const { policy } = this.#options;
		if (!policy.isStated || mac.judgment.answer!.meets_policy === true) return mac;
		const told = toldByRow(mac.file, row, mac, policy.asOf);
		return told ? { ...mac, told: [told] } : mac;
	}

	#countUnreadable(row: Row): void {
		this.#rows.unreadable_days++;
		this.#rows.unreadable_day_example ??= shownCell(row.text('seen')).slice(0, longestExample);
	}

	/** Adds all rows of an inventory. Errors name the file. */
	async read(file: string, inventory: Inventory, sink?: MacSink): Promise<void> {
		// The first row of a file never continues a Mac of the file before.
		this.#last = null;
		const before = this.#rows.rows;
		const unused = unusedDaysOf(file, inventory);
		if (unused) this.#unusedDays.push(unused);
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

	/** The counts of the rows that were read. */
	get rows(): Readonly<RowCounts> {
		return this.#rows;
	}

	/** The Macs, one for each serial number, and their summary. No row may be added after it. */
	end(): { readonly macs: readonly Mac[]; readonly summary: Summary } {
		const { macs: read, ...merged } = mergeRows(this.#macs, (better, other) => this.#fill(better, other));
		const { catalog, policy, groupBy, exceptions = null, lateLimits = usualLateLimits } = this.#options;
		const excepted = exceptions === null ? read : read.map((mac) => withException(mac, exceptions));
		const late = new LateMacs(catalog, policy, lateLimits);
		const macs = policy.isStated ? excepted.map((mac) => late.judge(mac)) : excepted;
		const tally = new Tally(policy.asOf, policy.isStated);
		const counts = new Map<MacResult, number>();
		const groups = typeof groupBy === 'number' ? new GroupTally() : null;
		let stale = 0;
		for (const { seen, judgment, keptCells } of macs) {
			const answer = judgment.answer!;
			counts.set(answer, (counts.get(answer) ?? 0) + 1);
			groups?.add(keptCells[groupBy!]!, answer);
			if (seen !== null && seen < this.#staleBefore) stale++;
		}
		for (const [answer, count] of counts) tally.add(answer, count);
		const unused = this.#unusedDays;
		const summary = {
			...tally.summary({ ...this.#rows, ...merged, stale }, groups?.groups() ?? null),
			...(unused.length > 0 && { unused_days: unused }),
			...(exceptions && { exceptions: exceptionLists(macs, exceptions, policy.asOf) }),
		};
		return { macs, summary };
	}

	/** A Mac of two rows: `better` wins where they differ. */
	#fill(better: Mac, other: Mac): Mac {
		const { catalog, policy } = this.#options;
		const cells = mergedCells(better.judgment.cells, other.judgment.cells);
		const judgment = cells && {
			cells,
			answer: assessCells(catalog, policy, cells, { guesses: true, tellsResponses: this.#tellsResponses }),
		};
		const told = [...(better.told ?? []), ...(other.told ?? [])].slice(0, mostTold);
		return {
			...better,
			...(told.length > 0 && { told }),
			name: better.name || other.name,
			seen: better.seen ?? other.seen,
			keptCells: better.keptCells.map((text, at) => text || other.keptCells[at]!),
			judgment: judgment?.answer ? judgment : better.judgment,
		};
	}

	#judge(row: Row): Judgment {
		const enrolled = graceOf(row, this.#options.policy);
		const memo = this.#memos.get(enrolled) ?? new ResultMemo((row) => this.#answer(row, enrolled));
		this.#memos.set(enrolled, memo);
		return memo.find(row);
	}

	#answer(row: Row, enrolled: string): Judgment {
		const { catalog, policy } = this.#options;
		// A substring keeps its whole text in memory, here a piece of the file: store copies.
		const cells: MachineCells = JSON.parse(JSON.stringify(readCells(row, enrolled)));
		if (!this.#tellsResponses && isMac(cells) !== false && reportsResponse(catalog, cells))
			this.#expectResponses();
		const answer = assessCells(catalog, policy, cells, {
			guesses: this.#guesses > 0,
			tellsResponses: this.#tellsResponses,
		});
		if (answer?.problem_kind === 'unknown') this.#guesses--;
		const judgment = this.#resultOf(cells, answer);
		if (!this.#tellsResponses && answer && countedKinds.response_not_reported.has(answer))
			this.#open.push(judgment);
		return judgment;
	}

	#resultOf(cells: MachineCells, answer: MacResult | null): Judgment {
		return { cells, answer, released: firstDayOf(this.#options.catalog, answer) };
	}

	/** Called at the first reported security response: from then on, Macs on the same release without one need a check. */
	#expectResponses(): void {
		const { catalog, policy } = this.#options;
		this.#tellsResponses = true;
		for (const judgment of this.#open) {
			judgment.answer = assessCells(catalog, policy, judgment.cells, {
				guesses: false,
				tellsResponses: true,
			});
		}
		this.#open.length = 0;
	}

	#unreadable(problem: string): Judgment {
		let judgment = this.#problems.get(problem);
		if (!judgment) {
			judgment = { cells: noCells, answer: unreadableRow(problem) };
			this.#problems.set(problem, judgment);
		}
		return judgment;
	}

	/**
	 * Some exports give a Mac a row for each of its applications or disks. The further rows have no name and do not describe
	 * another machine.
	 */
	#continues(row: Row, judgment: Judgment): boolean {
		const last = this.#last;
		const serial = row.text('serial');
		const isNameless = row.text('name') === '' && row.problem === null;
		if (isNameless && last !== null) {
			const isSameSerial = serial === this.#lastSerial;
			const saysNothing = Object.values(judgment.cells).every((cell) => cell === '');
			// A record with empty sections is a Mac without an inventory.
			if (saysNothing && !row.shape.isRecord && (serial === '' || isSameSerial)) return true;
			// A row with another last contact is a second row about the Mac: the later day wins.
			const isSameDay = ['', this.#lastSeen].includes(row.text('seen'));
			if (judgment === last && isSameSerial && isSameDay && identifiesMac(serial)) return true;
		}
		this.#lastSerial = serial;
		this.#lastSeen = row.text('seen');
		return false;
	}
}

/** A Mac with an exception has a result of its own, so that every count and list knows of it. */
function withException(mac: Mac, exceptions: Exceptions): Mac {
	const exception = exceptionOf(exceptions, mac.serial);
	if (exception === null) return mac;
	const { cells, answer } = mac.judgment;
	return { ...mac, judgment: { cells, answer: { ...answer!, exception } } };
}

function macOf(
	file: string,
	row: Row,
	judgment: Judgment,
	{ seen, noSighting }: Pick<Mac, 'seen' | 'noSighting'>,
): Mac {
	return {
		file,
		row: row.number,
		name: shownCell(row.text('name')),
		serial: shownCell(row.text('serial')),
		seen,
		noSighting,
		keptCells: row.keptCells.length === 0 ? row.keptCells : row.keptCells.map(shownCell),
		judgment,
	};
}

function shownCell(text: string): string {
	return shownText(text.slice(0, longestName));
}
