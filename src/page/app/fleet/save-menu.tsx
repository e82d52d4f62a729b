import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import { useRef } from 'preact/hooks';
import type { Comparison } from '../../../fleet/report/comparison.ts';
import { htmlReport } from '../../../fleet/report/html-report.ts';
import { ownerColumn, replacementsOf } from '../../../fleet/report/replacements.ts';
import { type CompactReport, expandReport, macsOf } from '../../../fleet/report/report.ts';
import { cellsOf, ResultTable, tableHeads } from '../../../fleet/report/result-table.ts';
import { ReportWorkbook, WorkbookWriter } from '../../../fleet/report/workbook.ts';
import { useBriefWord, writeClipboard } from '../parts/copy-line.tsx';
import { save, WaitingButton } from '../parts/table-parts.tsx';
import { textOf } from '../service/service.ts';
import { macLines, reportOf } from './mac-lines.ts';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface SaveMenuProps {
	report: CompactReport;
	comparison: Comparison | null;
	/** The indices of the shown Macs, in order. */
	shown: readonly number[];
	/** Whether a newer report is being computed. The shown one must not be saved under its name. */
	isStale: boolean;
}

/** Saves the report: the shown Macs as CSV with one click, everything else from the menu. */
export function SaveMenu({ report, comparison, shown, isStale }: SaveMenuProps) {
	const menu = useRef<HTMLDetailsElement>(null);
	const [word, showWord] = useBriefWord();
	const close = () => {
		if (menu.current) menu.current.open = false;
	};
	const count = grouped(shown.length);
	const shownReport = () => reportOf(report, shown);
	const copy = async () =>
		showWord((await writeClipboard(macLines(report, shown))) ? 'Copied' : 'Not copied');
	const saveAll: readonly [label: string, save: () => unknown][] = [
		['HTML', async () => (await saveHtml(report, comparison)) || showWord('Not saved')],
		['CSV', () => saveCsv(report, nameOf(report))],
		['XLSX', () => saveWorkbook(report)],
		['JSON', () => saveJson(report, comparison)],
	];
	const item = (label: string, words: string, action: () => unknown) => (
		<WaitingButton
			key={label}
			isStale={isStale}
			label={label}
			onClick={() => {
				close();
				menu.current?.querySelector('summary')?.focus();
				void action();
			}}
		>
			{words}
		</WaitingButton>
	);
	return (
		<div class="fleet-save">
			<WaitingButton
				isStale={isStale || shown.length === 0}
				onClick={() => saveCsv(shownReport(), `${nameOf(report)}-${shown.length}-macs`)}
			>
				Save these {count}
			</WaitingButton>
			<details
				ref={menu}
				class="menu"
				onKeyDown={(event) => {
					if (event.key !== 'Escape' || !menu.current?.open) return;
					close();
					menu.current.querySelector('summary')?.focus();
				}}
				onFocusOut={({ relatedTarget }) => {
					if (relatedTarget instanceof Node && !menu.current?.contains(relatedTarget)) close();
				}}
			>
				<summary>{word || 'Save'}</summary>
				<div class="card">
					<h2>These {count}</h2>
					<p>
						{item('Save these as CSV', 'CSV', () =>
							saveCsv(shownReport(), `${nameOf(report)}-${shown.length}-macs`),
						)}
						{item('Save these as XLSX', 'XLSX', () => saveTable(shownReport()))}
						{item('Copy as text', 'Copy as text', copy)}
					</p>
					<h2>All {grouped(report.macs.length)}</h2>
					<p>{saveAll.map(([label, action]) => item(`Save all as ${label}`, label, action))}</p>
					<p>{item('Print', 'Print', () => print())}</p>
				</div>
			</details>
			<span class="hidden" aria-live="polite">
				{word}
			</span>
		</div>
	);
}

function nameOf({ as_of }: CompactReport): string {
	return `fleet-${as_of}`;
}

/** Saves the report as HTML. False if the template cannot be loaded. */
async function saveHtml(report: CompactReport, comparison: Comparison | null): Promise<boolean> {
	const template = await textOf('/assets/report.html');
	if (template !== null)
		save(`${nameOf(report)}.html`, 'text/html', [htmlReport(template, report, comparison)]);
	return template !== null;
}

function saveCsv(report: CompactReport, name: string): void {
	const parts: string[] = [];
	const table = new ResultTable((text) => parts.push(text), report.kept_columns ?? []);
	for (const mac of macsOf(report)) table.add(mac);
	table.end();
	save(`${name}.csv`, 'text/csv', parts);
}

/** Saves only the Macs. The sums of all Macs would mislead beside some of them. */
function saveTable(report: CompactReport): void {
	const parts: Uint8Array<ArrayBuffer>[] = [];
	const writer = new WorkbookWriter((bytes) => parts.push(bytes.slice()));
	writer.beginSheet('Macs', tableHeads(report.kept_columns ?? []));
	for (const mac of macsOf(report)) writer.addRow(cellsOf(mac));
	writer.end();
	save(`${nameOf(report)}-${report.macs.length}-macs.xlsx`, workbookType, parts);
}

/** Saves a workbook with sheets for sums, groups and replacements. */
function saveWorkbook(report: CompactReport): void {
	const parts: Uint8Array<ArrayBuffer>[] = [];
	const workbook = new ReportWorkbook((bytes) => parts.push(bytes.slice()), report.kept_columns ?? []);
	for (const mac of macsOf(report)) workbook.addMac(mac);
	workbook.end(report, report.summary, replacementsIn(report));
	save(`${nameOf(report)}.xlsx`, workbookType, parts);
}

function saveJson(report: CompactReport, comparison: Comparison | null): void {
	const { macs, ...head } = expandReport(report);
	const record = { ...head, replacements: replacementsIn(report), macs, ...(comparison && { comparison }) };
	save(`${nameOf(report)}.json`, 'application/json', [JSON.stringify(record)]);
}

function replacementsIn(report: CompactReport) {
	const { kept_columns = [], group_by = null } = report;
	const owner = ownerColumn(kept_columns, group_by);
	return replacementsOf(macsOf(report), { columns: kept_columns, owner, asOf: report.as_of });
}
