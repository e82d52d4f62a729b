import { Cells } from './cells.ts';
import { type Field, fieldIndex, fields } from './field.ts';

/** One row of an inventory: a cell for each field, empty where the export does not have it. */
export class Row extends Cells {
	constructor() {
		super(fields.length);
	}

	isEmpty(field: Field): boolean {
		const index = fieldIndex[field];
		return this.starts[index] === this.ends[index];
	}

	text(field: Field): string {
		return this.cell(fieldIndex[field]);
	}
}
