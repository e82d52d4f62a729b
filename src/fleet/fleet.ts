import type { Policy } from '../advice/policy/policy.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { addDays } from '../text/day.ts';
import { named, PartialFiles } from './file-names.ts';
import type { JudgedRecord } from './history/exception.ts';
import { isTelling, shownText } from './inventory/cells/cell-text.ts';
import type { Inventory, Row } from './inventory/inventory.ts';
import { assessCells } from './judging/assess-cells.ts';
import { type MacResult, unreadableRow } from './judging/mac-result.ts';
import { isMac, type MachineCells, mergedCells, noCells, readCells } from './judging/machine-cells.ts';
import { type Judgment, ResultMemo } from './judging/memo.ts';
import { reportsResponse } from './judging/read-installed.ts';
import { contactOf, firstDayOf, type NoSighting, noSightingOf } from './judging/sighting.ts';
import { GroupTally } from './report/groups.ts';
import { cannotTell, noRows, type RowCounts, type Summary, Tally } from './report/summary.ts';

/** One Mac of the fleet: what its row alone says, and the answer that it shares with others. */
export interface Mac {
	readonly file: string;
	readonly row: number;
	readonly name: string;
	readonly serial: string;
	/** The day on which it was last seen (`noSightingOf`); null when the inventory does not say. */
	readonly seen: string | null;
	/** Why what the row says of its last contact does not count; null for a day that does, and for a blank cell. */
	readonly noSighting: NoSighting | null;
	/** What its row says in the columns that are carried through. */
	readonly keptCells: readonly string[];
	readonly judgment: Judgment;
	/** What a framework says of it, where one was asked for. */
	readonly verdict?: JudgedRecord;
}

/** Takes each Mac when its row was read. */
export type MacSink = (mac: Mac) => void;

export interface FleetOptions {
	readonly catalog: Catalog;
	readonly policy: Policy;
	/** A Mac that was not seen for longer than this is stale. */
	readonly staleDays: number;
	/** Which of the columns that are carried through the Macs are grouped by. */
	readonly groupBy?: number | null;
	/** So many different machines are remembered at a time. */
	readonly mostKinds?: number;
	/** The last day on which a Mac can have been seen; the day of the policy unless given. */
	readonly latest?: string;
}

export const usualStaleDays = 30;
/** A file with more unknown models than this has something else in its column, and guessing takes long. */
const mostGuesses = 500;
/** A name longer than this is shown up to here. */
const longestName = 300;
const longestExample = 60;

/** Takes the rows of inventories, one after the other, to answers and their sums. Memory does not grow with rows. */
export class Fleet {
	readonly #options: FleetOptions;
	readonly #memo: ResultMemo;
	readonly #tally: Tally;
	readonly #problems = new Map<string, Judgment>();
	readonly #merged: Judgment[] = [];
	readonly #groups: GroupTally | null;
	/** For so many more unknown models close ones are looked up. */
	#guesses = mostGuesses;
	readonly #rows: RowCounts = { ...noRows };
	readonly #parts = new PartialFiles();
	/** A Mac that was last seen before this day is stale. */
	readonly #staleBefore: string;
	readonly #latest: string;
	/** What the row before said, to know a row that continues it. */
	#last: Judgment | null = null;
	#lastSerial = '';
	#lastSeen = '';
	/** A row reported a security response. */
	#tellsResponses = false;
	/** Results that change when a row does. */
	readonly #open: Judgment[] = [];

	constructor(options: FleetOptions) {
		const { policy, staleDays } = options;
		this.#options = options;
		this.#tally = new Tally(policy.asOf, policy.given);
		this.#groups = typeof options.groupBy === 'number' ? new GroupTally() : null;
		this.#memo = new ResultMemo(
			(row) => this.#answer(row),
			(judgments) => {
				this.#addUp(judgments);
				for (const one of judgments) one.isSummed = true;
			},
			options.mostKinds,
		);
		this.#staleBefore = addDays(policy.asOf, -staleDays);
		this.#latest = options.latest ?? policy.asOf;
	}

	/** Takes a row in; `sink` gets it if it is a Mac. */
	add(file: string, row: Row, sink: MacSink | null): void {
		this.#rows.rows++;
		const judgment = row.problem === null ? this.#memo.find(row) : this.#unreadable(row.problem);
		if (this.#continues(row, judgment)) {
			this.#rows.continuation_rows++;
			return;
		}
		this.#last = judgment;
		if (judgment.answer === null) {
			this.#rows.not_macs++;
			return;
		}
		judgment.count++;
		const contact = contactOf(row, this.#options.policy.asOf);
		const noSighting = noSightingOf(contact, judgment, this.#latest);
		const seen = noSighting === null ? contact.day : null;
		if (noSighting !== null) this.#countUnreadable(row);
		if (this.#isStale(seen)) this.#rows.stale++;
		if (this.#groups) this.#groups.add(shownCell(row.kept[this.#options.groupBy!]!), judgment.answer, 1);
		sink?.(macOf(file, row, judgment, { seen, noSighting }));
	}

	#countUnreadable(row: Row): void {
		this.#rows.unreadable_days++;
		this.#rows.unreadable_day_example ??= shownCell(row.text('seen')).slice(0, longestExample);
	}

	/** Takes all rows of an inventory in. What is wrong with the file is told with its name. */
	async read(file: string, inventory: Inventory, sink: MacSink | null): Promise<void> {
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

	/**
	 * Makes one Mac of two that were counted; `better` is believed where they differ. `counter` is what the second row is
	 * counted as: one more of the same file, or of another.
	 */
	merge(better: Mac, other: Mac, into: Mac, counter: 'duplicates' | 'merged_rows'): Mac {
		const { catalog, policy } = this.#options;
		const from = [better, other];
		const cells = mergedCells(better.judgment.cells, other.judgment.cells);
		const answer =
			cells && assessCells(catalog, policy, cells, { guesses: true, tellsResponses: this.#tellsResponses });
		const judgment = answer ? this.#resultOf(cells!, answer) : better.judgment;
		for (const mac of from) this.#count(mac.judgment, -1);
		this.#count(judgment, 1);
		if (answer) this.#merged.push(judgment);
		this.#rows[counter]++;
		for (const { seen } of from) if (this.#isStale(seen)) this.#rows.stale--;
		if (this.#isStale(better.seen ?? other.seen)) this.#rows.stale++;
		const keptCells = better.keptCells.map((text, at) => text || other.keptCells[at]!);
		if (this.#groups) {
			const at = this.#options.groupBy!;
			for (const mac of from) this.#groups.add(mac.keptCells[at]!, mac.judgment.answer!, -1);
			this.#groups.add(keptCells[at]!, judgment.answer!, 1);
		}
		return {
			...into,
			name: better.name || other.name,
			seen: better.seen ?? other.seen,
			noSighting: better.noSighting,
			keptCells,
			judgment,
		};
	}

	#count(judgment: Judgment, more: 1 | -1): void {
		if (judgment.isSummed) this.#tally.add(judgment.answer!, more);
		else judgment.count += more;
	}

	#isStale(seen: string | null): boolean {
		return seen !== null && seen < this.#staleBefore;
	}

	/** The sums of everything that was taken in; nothing may be added afterwards. */
	summary(): Summary {
		this.#addUp(this.#memo.results);
		this.#addUp([...this.#problems.values()]);
		this.#addUp(this.#merged);
		return this.#tally.summary(this.#rows, this.#groups?.groups() ?? null);
	}

	#addUp(judgments: readonly Judgment[]): void {
		for (const { answer, count } of judgments) if (answer) this.#tally.add(answer, count);
	}

	#answer(row: Row): Judgment {
		const { catalog, policy } = this.#options;
		// A part of a text holds all of it in memory, here a whole piece of the file: the result keeps copies.
		const cells: MachineCells = JSON.parse(JSON.stringify(readCells(row)));
		if (!this.#tellsResponses && isMac(cells) !== false && reportsResponse(catalog, cells)) this.#decide();
		const answer = assessCells(catalog, policy, cells, {
			guesses: this.#guesses > 0,
			tellsResponses: this.#tellsResponses,
		});
		if (answer?.problem_kind === 'unknown') this.#guesses--;
		const judgment = this.#resultOf(cells, answer);
		if (!this.#tellsResponses && answer && cannotTell(answer)) {
			judgment.isOpen = true;
			this.#open.push(judgment);
		}
		return judgment;
	}

	#resultOf(cells: MachineCells, answer: MacResult | null): Judgment {
		return { cells, answer, count: 0, released: firstDayOf(this.#options.catalog, answer) };
	}

	/** This export tells responses: Macs that do not report theirs are to be checked. Nothing else about them changes. */
	#decide(): void {
		const { catalog, policy } = this.#options;
		this.#tellsResponses = true;
		for (const judgment of this.#open) {
			judgment.answer = assessCells(catalog, policy, judgment.cells, {
				guesses: false,
				tellsResponses: true,
			});
			judgment.isOpen = false;
			judgment.csv = undefined;
			judgment.json = undefined;
		}
		this.#open.length = 0;
	}

	#unreadable(problem: string): Judgment {
		let judgment = this.#problems.get(problem);
		if (!judgment) {
			judgment = { cells: noCells, answer: unreadableRow(problem), count: 0 };
			this.#problems.set(problem, judgment);
		}
		return judgment;
	}

	/**
	 * Some exports give a Mac further rows for what it has several of: without a name, and with nothing about
	 * another machine.
	 */
	#continues(row: Row, judgment: Judgment): boolean {
		const last = this.#last;
		const serial = row.text('serial');
		const isNameless = row.text('name') === '' && row.problem === null;
		if (isNameless && last !== null) {
			const isSameSerial = serial === this.#lastSerial;
			const saysNothing = Object.values(judgment.cells).every((cell) => cell === '');
			if (saysNothing && (serial === '' || isSameSerial)) return true;
			// A row with another last contact is one more about the Mac: the later day decides.
			const isSameDay = ['', this.#lastSeen].includes(row.text('seen'));
			if (judgment === last && isSameSerial && isSameDay && isTelling(serial)) return true;
		}
		this.#lastSerial = serial;
		this.#lastSeen = row.text('seen');
		return false;
	}
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
		keptCells: row.kept.length === 0 ? row.kept : row.kept.map(shownCell),
		judgment,
	};
}

function shownCell(text: string): string {
	return shownText(text.slice(0, longestName));
}
