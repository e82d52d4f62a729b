import type { Comparison } from '../../../fleet/report/comparison.ts';
import { htmlReport } from '../../../fleet/report/html-report.ts';
import { ownerColumn, replacementsOf } from '../../../fleet/report/replacements.ts';
import { type CompactReport, expandReport, macsOf } from '../../../fleet/report/report.ts';
import { ResultTable } from '../../../fleet/report/result-table.ts';
import { ReportWorkbook } from '../../../fleet/report/workbook.ts';
import { save, WaitingButton } from '../parts/table-parts.tsx';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface ExportsProps {
	report: CompactReport;
	comparison: Comparison | null;
	/** Something else was asked for since: what is shown would be taken for it. */
	isStale: boolean;
}

/** The report as files. Everything is made from the report that is shown, whether it was computed or kept. */
export function Exports({ report, comparison, isStale }: ExportsProps) {
	const name = `fleet-${report.as_of}`;
	const { kept_columns = [], group_by = null } = report;
	const replacements = () =>
		replacementsOf(macsOf(report), {
			columns: kept_columns,
			owner: ownerColumn(kept_columns, group_by),
			asOf: report.as_of,
		});
	const saveHtml = async () => {
		const template = await (await fetch('/assets/report.html')).text();
		save(`${name}.html`, 'text/html', [htmlReport(template, report, comparison)]);
	};
	const saveCsv = () => {
		const parts: Uint8Array<ArrayBuffer>[] = [];
		const table = new ResultTable((bytes) => parts.push(bytes.slice()), kept_columns);
		for (const mac of macsOf(report)) table.add(mac);
		table.end();
		save(`${name}.csv`, 'text/csv', parts);
	};
	const saveWorkbook = () => {
		const parts: Uint8Array<ArrayBuffer>[] = [];
		const workbook = new ReportWorkbook((bytes) => parts.push(bytes.slice()), kept_columns);
		for (const mac of macsOf(report)) workbook.addMac(mac);
		workbook.end(report, report.summary, replacements());
		save(`${name}.xlsx`, workbookType, parts);
	};
	const saveJson = () => {
		const { macs, ...head } = expandReport(report);
		const record = { ...head, replacements: replacements(), macs, ...(comparison && { comparison }) };
		save(`${name}.json`, 'application/json', [JSON.stringify(record)]);
	};
	return (
		<div class="fleet-exports">
			<WaitingButton isStale={isStale} onClick={() => void saveHtml()}>
				Save as HTML
			</WaitingButton>
			<WaitingButton isStale={isStale} onClick={saveCsv}>
				Save as CSV
			</WaitingButton>
			<WaitingButton isStale={isStale} onClick={saveWorkbook}>
				Save as XLSX
			</WaitingButton>
			<WaitingButton isStale={isStale} onClick={saveJson}>
				Save as JSON
			</WaitingButton>
			<WaitingButton isStale={isStale} onClick={() => print()}>
				Print
			</WaitingButton>
		</div>
	);
}
