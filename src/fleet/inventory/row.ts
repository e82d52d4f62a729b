import { Cells } from './cells.ts';
import { type Field, fieldIndex, fields } from './field.ts';

/** One row of an inventory: a cell for each field, empty where the export does not have it. */
export class Row extends Cells {
	/** How the column of the last contact writes its days; null where that is not known. */
	dayFirst: boolean | null = null;

	/** With so many cells more, of columns that are carried through as they are. */
	constructor(kept = 0) {
		super(fields.length + kept);
	}

	/** The texts of the columns that are carried through. */
	keptTexts(): string[] {
		return Array.from({ length: this.starts.length - fields.length }, (_, at) =>
			this.cell(fields.length + at),
		);
	}

	isEmpty(field: Field): boolean {
		const index = fieldIndex[field];
		return this.starts[index] === this.ends[index];
	}

	text(field: Field): string {
		return this.cell(fieldIndex[field]);
	}
}
