import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import { Failure } from '../../process/failure.ts';

/**
 * The most that is read from one file of computers, far above every export. Reading is linear, so these limits bound its time
 * and memory, however small a packed file is: `docs/fleet.md` names the limits.
 */
export const budgets = {
	/** Bytes after unpacking, of an archive or of all parts of a workbook together. */
	unpacked: 256 * 1024 * 1024,
	/** Characters in all cells of a sheet, after its shared texts are put into them. */
	characters: 128 * 1024 * 1024,
	/** Cells of a table, with the gaps before the cells of a workbook. */
	cells: 30_000_000,
	rows: 2_000_000,
	/** Cells of a row, or different names of members in the first records: as many as columns of a spreadsheet. */
	columns: 16_384,
	/** How deep lists and objects are nested. No service nests its records deeper. */
	depth: 64,
	/** Values in one record. */
	values: 2_000_000,
	/** Characters that are read again, because a quotation mark was opened before them and never closed. */
	reread: 64 * 1024 * 1024,
	/** Characters of the tag of a workbook. */
	tag: 64 * 1024,
	/** Characters of one text of a workbook, as long as a row of a text table: to decode more takes gigabytes. */
	text: 1024 * 1024,
	/** Formats of cells and numbers. A workbook that Excel writes has at most as many. */
	formats: 65_536,
} as const;

export type Budget = keyof typeof budgets;

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`;

/** What a file has too much of. */
const excesses: Readonly<Record<Budget, string>> = {
	unpacked: `unpacks to more than ${megabytes(budgets.unpacked)}`,
	characters: `has more than ${megabytes(budgets.characters)} of text in its cells`,
	cells: `has more than ${grouped(budgets.cells)} cells`,
	rows: `has more than ${grouped(budgets.rows)} rows`,
	columns: `has more than ${grouped(budgets.columns)} columns`,
	depth: `has lists and objects nested more than ${budgets.depth} deep`,
	values: `has a record with more than ${grouped(budgets.values)} values`,
	reread: `has too many quotation marks that are never closed: more than ${megabytes(budgets.reread)} would be read twice`,
	text: `has a text of more than ${megabytes(budgets.text)} in a cell`,
	formats: `has more than ${grouped(budgets.formats)} formats of cells`,
	tag: `is a workbook with a tag of more than ${grouped(budgets.tag)} characters`,
};

/** Refuses a file that has too much of something. */
export function overBudget(budget: Budget): Failure {
	return new Failure(
		'over-budget',
		`the file ${excesses[budget]}, the most that is read: export fewer columns, or fewer Macs at a time`,
	);
}

/** Counts what a file uses of a budget, and refuses the file when it uses more. */
export class Spending {
	#used = 0;
	readonly #budget: Budget;

	constructor(budget: Budget) {
		this.#budget = budget;
	}

	add(amount: number): void {
		this.#used += amount;
		if (this.#used > budgets[this.#budget]) throw overBudget(this.#budget);
	}
}
