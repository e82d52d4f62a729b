import type { LateLimits } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import type { Framework } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { Fleet, type Mac } from '../../fleet/fleet.ts';
import type { Exceptions } from '../../fleet/history/exception.ts';
import { type Field, hasModels } from '../../fleet/inventory/columns/field.ts';
import { type GivenColumns, refuseColumn } from '../../fleet/inventory/columns/recognise.ts';
import type { Inventory } from '../../fleet/inventory/inventory.ts';
import type { Summary } from '../../fleet/report/summary.ts';
import { type NamedFile, openFile } from '../../history/read-files.ts';
import type { Call } from '../command.ts';
import { tell } from '../terminal-text.ts';
import { fileProgress } from './output.ts';
import { columnsText } from './summary-text.ts';

export interface FleetTask {
	readonly givenColumns: GivenColumns;
	readonly policy: Policy;
	readonly staleDays: number;
	/** When a reason for being late holds. */
	readonly lateLimits: LateLimits;
	/** The kept columns, including the one by which Macs are grouped. */
	readonly keptColumns: readonly string[];
	readonly groupBy: string | null;
	readonly framework: Framework | null;
	/** Null without such a list. */
	readonly exceptions: Exceptions | null;
}

/** Reads and judges all files, and collects the Macs. */
export async function readFleet(
	{ words }: Call,
	{ givenColumns, keptColumns, groupBy, policy, staleDays, lateLimits, exceptions }: FleetTask,
	{ catalog, files }: { readonly catalog: Catalog; readonly files: readonly NamedFile[] },
): Promise<{ readonly macs: readonly Mac[]; readonly summary: Summary }> {
	const group = groupBy === null ? null : keptColumns.indexOf(groupBy);
	const fleet = new Fleet({ catalog, policy, staleDays, lateLimits, groupBy: group, exceptions });
	const isSeveral = words.length > 1;
	const check = new ColumnCheck(givenColumns, keptColumns);
	const progress = fileProgress(words);
	for (const file of files) {
		const isLast = files.at(-1) === file;
		// Of several files one has to contain models; the others are joined to it by serial number.
		const inPart = isSeveral && (check.hasModels || !isLast);
		const options = { keep: keptColumns, inPart, isOneOfSeveral: isSeveral };
		const inventory = await openFile(file, givenColumns, (piece) => progress.step(piece.length), options);
		check.add(inventory);
		progress.clear();
		// With several files another one may have the column.
		if (isLast) check.refuseMissing();
		if (process.stderr.isTTY) tell(columnsText(file.name, inventory));
		await fleet.read(file.name, inventory);
	}
	progress.clear();
	return fleet.end();
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
