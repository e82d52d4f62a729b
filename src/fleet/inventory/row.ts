import { Cells } from './cells.ts';
import { decisiveFields, type Field, fieldIndex, fields } from './columns/field.ts';

export const everyDecisive = Int32Array.from({ length: decisiveFields }, (_, field) => field);

/** One row of an inventory: a cell for each field, empty where the export does not have it. */
export class Row extends Cells {
	/** How the column of the last contact writes its days; null where that is not known. */
	dayFirst: boolean | null = null;

	/** The fields that the file has and that tell which machine it is and what it runs. */
	decisive: Int32Array = everyDecisive;

	/** With so many cells more, of columns that are carried through as they are. */
	constructor(kept = 0) {
		super(fields.length + kept);
	}

	/** How many columns are carried through. */
	get keptCount(): number {
		return this.starts.length - fields.length;
	}

	/** The text of one of them. */
	kept(at: number): string {
		return this.cell(fields.length + at);
	}

	text(field: Field): string {
		return this.cell(fieldIndex[field]);
	}
}
