import type { Mac } from '../fleet.ts';
import type { Replacement } from './replacements.ts';
import type { ReportHead } from './report.ts';
import { cellsOf, keptHeads, ownColumns, sharedColumns } from './result-table.ts';
import type { Summary } from './summary.ts';
import { WorkbookWriter } from './workbook.ts';

/** A report as a workbook: the Macs, then the sums, the groups and the replacements, a sheet for each. */
export class ReportWorkbook {
	readonly #writer: WorkbookWriter;

	/** `write` is given pieces that it must have taken when it returns. */
	constructor(write: (bytes: Uint8Array) => void, kept: readonly string[]) {
		this.#writer = new WorkbookWriter(write);
		this.#writer.beginSheet('Macs', [...ownColumns, ...sharedColumns, ...keptHeads(kept)]);
	}

	addMac(mac: Mac): void {
		this.#writer.addRow(cellsOf(mac));
	}

	end(head: ReportHead, summary: Summary, replacements: readonly Replacement[]): void {
		const writer = this.#writer;
		writer.beginSheet('Summary', ['count', 'value']);
		writer.addRow(['as_of', head.as_of]);
		writer.addRow(['data_version', head.data_version]);
		for (const [name, value] of Object.entries(summary))
			if (typeof value === 'number' || typeof value === 'boolean') writer.addRow([name, value]);
		for (const { label, macs } of summary.by_version) writer.addRow([`version ${label}`, macs]);
		if (summary.groups) {
			const [first] = summary.groups;
			writer.beginSheet('Groups', first ? Object.keys(first) : ['label', 'macs']);
			for (const group of summary.groups) writer.addRow(Object.values(group));
		}
		writer.beginSheet('Replacements', ['owner', 'name', 'serial', 'model_name', 'last_major', 'ends']);
		for (const { owner, name, serial, model_name, last_major, ends } of replacements)
			writer.addRow([owner, name, serial, model_name, last_major, ends]);
		writer.end();
	}
}
