import type { Framework } from '../../advice/policy/frameworks.ts';
import type { Policy } from '../../advice/policy/policy.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { Fleet, type Mac, type MacSink } from '../../fleet/fleet.ts';
import { type Field, hasModels } from '../../fleet/inventory/columns/field.ts';
import { type GivenColumns, refuseColumn } from '../../fleet/inventory/columns/recognise.ts';
import type { Inventory } from '../../fleet/inventory/inventory.ts';
import { FileMerger, serialKey } from '../../fleet/merge-files.ts';
import { RepeatedSerials } from '../../fleet/repeated-serials.ts';
import { dueMacs } from '../../fleet/report/replacement-due.ts';
import { ownerColumn } from '../../fleet/report/replacements.ts';
import type { Summary } from '../../fleet/report/summary.ts';
import { WorstMacs } from '../../fleet/report/worst-macs.ts';
import { type NamedFile, openFile, sizeOf } from '../../history/read-files.ts';
import { isConnection } from '../../pull/connections-file.ts';
import type { Call } from '../command.ts';
import { mostRows, tell } from '../terminal-text.ts';
import { FleetOutput, fileProgress } from './output.ts';
import { isPrinted } from './outputs.ts';

import { columnsText } from './summary-text.ts';

export interface FleetTask {
	readonly givenColumns: GivenColumns;
	readonly policy: Policy;
	readonly staleDays: number;
	/** The kept columns, including the one by which Macs are grouped. */
	readonly keptColumns: readonly string[];
	readonly groupBy: string | null;
	readonly framework: Framework | null;
}

/**
 * Whether all Macs must be in memory before the first is written. Not for a single file that can be read twice,
 * unless the output needs all Macs.
 */
export function holdsAll({ words, options, json }: Call, { framework }: FleetTask): boolean {
	const { since, html, xlsx } = options;
	if (json || framework !== null || [since, html, xlsx].some((path) => path !== undefined)) return true;
	// A pulled inventory is in memory, and can be read again like a file.
	return words.length > 1 || (!isConnection(words[0]!) && sizeOf(words[0]!) === null);
}

/** Whether a kept column says who has a Mac: then the summary lists the Macs to replace. */
export function listsDue(call: Call, { keptColumns, groupBy }: FleetTask): boolean {
	return !isPrinted(call) && ownerColumn(keptColumns, groupBy) !== null;
}

/** The result of reading the files. */
interface ReadFleet {
	readonly output: FleetOutput;
	/** The Macs for outputs that need all of them. */
	readonly macs: readonly Mac[];
	readonly summary: Summary;
	/** The Macs that the summary lists; null if it lists none. */
	readonly worst: WorstMacs | null;
}

/**
 * Reads the files. A file whose Macs are printed while it is read is read twice if it has several rows of one Mac,
 * because only the last may count, and read in a trial first if it goes to standard output, which cannot be taken
 * back.
 */
export async function readFleet(
	call: Call,
	task: FleetTask,
	from: Pick<Reading, 'catalog' | 'files' | 'inInventory'>,
): Promise<ReadFleet> {
	if (holdsAll(call, task)) return readOnce(call, task, { ...from, merged: null });
	const isPrintedAtOnce = isPrinted(call);
	const first = await readOnce(call, task, { ...from, merged: new Set(), isTrial: isPrintedAtOnce });
	if (first.repeated.size === 0 && !isPrintedAtOnce) return first;
	first.output.end();
	return readOnce(call, task, { ...from, merged: first.repeated, isAgain: true });
}

interface Reading {
	readonly catalog: Catalog;
	readonly files: readonly NamedFile[];
	/** The serial numbers whose rows must be merged after everything is read; null for all. */
	readonly merged: ReadonlySet<string> | null;
	/** Collects the serial number of every Mac; null if not needed. */
	readonly inInventory: Set<string> | null;
	/** A first reading in which nothing is written. */
	readonly isTrial?: boolean;
	/** Whether the files were read before. */
	readonly isAgain?: boolean;
}

async function readOnce(
	call: Call,
	task: FleetTask,
	{ catalog, files, merged, inInventory, isTrial = false, isAgain = false }: Reading,
): Promise<ReadFleet & { readonly repeated: ReadonlySet<string> }> {
	const { words } = call;
	const { givenColumns, keptColumns, groupBy, policy, staleDays } = task;
	const group = groupBy === null ? null : keptColumns.indexOf(groupBy);
	const fleet = new Fleet({ catalog, policy, staleDays, groupBy: group });
	const output = new FleetOutput(call, keptColumns, isTrial);
	const merger = new FileMerger(fleet);
	const serials = new RepeatedSerials();
	const macs: Mac[] = [];
	const needsDue = listsDue(call, task);
	const isDue = dueMacs(policy.asOf);
	const namesWorst = policy.isStated && !isPrinted(call);
	const worst = namesWorst ? new WorstMacs(call.options.all ? Number.POSITIVE_INFINITY : mostRows) : null;
	const pass = (mac: Mac) => {
		worst?.add(mac);
		if (output.takesMacs) output.add(mac);
		if (needsDue && isDue(mac.judgment)) macs.push(mac);
	};
	const sink: MacSink = (mac) => {
		inInventory?.add(serialKey(mac));
		if (merged === null || (merged.size > 0 && merged.has(serialKey(mac)))) merger.add(mac);
		else {
			if (!isAgain) serials.see(mac.serial);
			pass(mac);
		}
	};
	const isSeveral = words.length > 1;
	const check = new ColumnCheck(givenColumns, keptColumns);
	const progress = fileProgress(words);
	for (const file of files) {
		const isLast = files.at(-1) === file;
		const inventory = await openFile(
			file,
			givenColumns,
			async (piece) => {
				progress.step(piece.length);
				await output.drained();
			},
			// Of several files one has to contain models; the others are joined to it by serial number.
			{ keep: keptColumns, inPart: isSeveral && (check.hasModels || !isLast), isOneOfSeveral: isSeveral },
		);
		check.add(inventory);
		progress.clear();
		// With several files another one may have the column; a single file must have it, checked before anything is
		// written.
		if (isLast) check.refuseMissing();
		if (process.stderr.isTTY && !isAgain) tell(columnsText(file.name, inventory));
		await fleet.read(file.name, inventory, sink);
	}
	progress.clear();
	const together = merger.merge();
	if (merged !== null) together.forEach(pass);
	else if (worst) for (const mac of together) worst.add(mac);
	const summary = fleet.summary();
	return { output, macs: merged === null ? together : macs, summary, worst, repeated: serials.repeated };
}

/** Checks that the files together have every column that an option names. */
class ColumnCheck {
	hasModels = false;
	readonly #givenColumns: GivenColumns;
	readonly #keptColumns: readonly string[];
	readonly #columns = new Set<string>();
	readonly #missingKept: Set<string>;
	readonly #missingFields: Set<Field>;

	constructor(givenColumns: GivenColumns, keptColumns: readonly string[]) {
		this.#givenColumns = givenColumns;
		this.#keptColumns = keptColumns;
		this.#missingKept = new Set(keptColumns);
		this.#missingFields = new Set(
			(Object.keys(givenColumns) as Field[]).filter((field) => givenColumns[field] !== ''),
		);
	}

	add(inventory: Inventory): void {
		this.hasModels ||= hasModels(inventory.recognised);
		for (const column of inventory.columns) this.#columns.add(column);
		for (const [at, column] of inventory.keptColumns.entries())
			if (column !== null) this.#missingKept.delete(this.#keptColumns[at]!);
		for (const { field, by } of inventory.recognised) if (by === 'given') this.#missingFields.delete(field);
	}

	refuseMissing(): void {
		const [keptColumn] = this.#missingKept;
		const [field] = this.#missingFields;
		const missing = keptColumn ?? (field && this.#givenColumns[field]);
		if (missing !== undefined) refuseColumn([...this.#columns], missing);
	}
}
