import { ownerColumn, replacementsOf } from '../../../fleet/report/replacements.ts';
import { type CompactReport, macsOf } from '../../../fleet/report/report.ts';
import { cellsOf, tableHeads } from '../../../fleet/report/result-table.ts';
import { ReportWorkbook, WorkbookWriter } from '../../../fleet/report/workbook.ts';

/** All sheets, with sums, groups and replacements; or the Macs alone, beside whom the sums of all Macs would mislead. */
export type WorkbookSheets = 'all' | 'macs';

/** A report as an XLSX file, in pieces. It takes too long for the page, so the worker makes it. */
export function workbookOf(report: CompactReport, sheets: WorkbookSheets): Uint8Array<ArrayBuffer>[] {
	const pieces: Uint8Array<ArrayBuffer>[] = [];
	const write = (bytes: Uint8Array) => pieces.push(bytes.slice());
	const columns = report.kept_columns ?? [];
	if (sheets === 'all') {
		const workbook = new ReportWorkbook(write, columns);
		for (const mac of macsOf(report)) workbook.addMac(mac);
		workbook.end(report, report.summary, replacementsIn(report));
	} else {
		const writer = new WorkbookWriter(write);
		writer.beginSheet('Macs', tableHeads(columns));
		for (const mac of macsOf(report)) writer.addRow(cellsOf(mac));
		writer.end();
	}
	return pieces;
}

/** The Macs to replace, by owner if the report has one. */
export function replacementsIn(report: CompactReport) {
	const { kept_columns = [], group_by = null } = report;
	const owner = ownerColumn(kept_columns, group_by);
	return replacementsOf(macsOf(report), { columns: kept_columns, owner, asOf: report.as_of });
}
