import { capitalized } from '@pointrelease/core/src/advice/verdict-words.ts';
import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import { useRef } from 'preact/hooks';
import type { Comparison } from '../../../fleet/report/comparison.ts';
import { htmlReport } from '../../../fleet/report/html-report.ts';
import { type CompactReport, expandReport, macsOf } from '../../../fleet/report/report.ts';
import { ResultTable } from '../../../fleet/report/result-table.ts';
import { useBriefWord, writeClipboard } from '../parts/copy-line.tsx';
import { save, WaitingButton } from '../parts/table-parts.tsx';
import { textOf } from '../service/service.ts';
import { macLines, reportOf } from './mac-lines.ts';
import { replacementsIn, type WorkbookSheets } from './report-workbook.ts';
import { worstOf } from './use-selection.ts';
import { makeWorkbook } from './worker.ts';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** How many Macs "Copy the 10 worst" copies. */
const mostWorst = 10;

interface SaveMenuProps {
	report: CompactReport;
	comparison: Comparison | null;
	/** The indices of the shown Macs, in order. */
	shown: readonly number[];
	/** The selected Macs; if there are any, the buttons act on them. */
	selected: ReadonlySet<number>;
	/** Whether a newer report is being computed. The shown one must not be saved under its name. */
	isStale: boolean;
}

/** Saves the report: the shown Macs as CSV with one click, everything else from the menu. */
export function SaveMenu({ report, comparison, shown, selected, isStale }: SaveMenuProps) {
	const menu = useRef<HTMLDetailsElement>(null);
	const [word, showWord] = useBriefWord();
	const close = () => {
		if (menu.current) menu.current.open = false;
	};
	const hasSelection = selected.size > 0;
	const chosen = hasSelection ? worstOf(report, selected, selected.size) : shown;
	const count = grouped(chosen.length);
	const chosenWords = hasSelection ? `selected (${count})` : `these ${count}`;
	const chosenName = `${nameOf(report)}-${chosen.length}-macs`;
	const chosenReport = () => reportOf(report, chosen);
	const [copied, showCopied] = useBriefWord();
	const copy = async (numbers: readonly number[], show: (word: string) => void) =>
		show((await writeClipboard(macLines(report, numbers))) ? 'Copied' : 'Not copied');
	const worstCount = Math.min(mostWorst, shown.length);
	const saveAll: readonly [label: string, save: () => unknown][] = [
		['HTML', async () => (await saveHtml(report, comparison)) || showWord('Not saved')],
		['CSV', () => saveCsv(report, nameOf(report))],
		['XLSX', () => saveWorkbook(report, 'all', nameOf(report))],
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
				isStale={isStale || chosen.length === 0}
				onClick={() => void copy(hasSelection ? chosen : worstOf(report, shown, worstCount), showCopied)}
			>
				{copied ||
					(hasSelection
						? `Copy selected (${count})`
						: worstCount === 0
							? 'Copy the worst'
							: `Copy the ${worstCount} worst`)}
			</WaitingButton>
			<WaitingButton
				isStale={isStale || chosen.length === 0}
				onClick={() => saveCsv(chosenReport(), chosenName)}
			>
				Save {chosenWords}
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
					<h2>{capitalized(chosenWords)}</h2>
					<p>
						{item('Save these as CSV', 'CSV', () => saveCsv(chosenReport(), chosenName))}
						{item('Save these as XLSX', 'XLSX', () => saveWorkbook(chosenReport(), 'macs', chosenName))}
						{item('Copy as text', 'Copy as text', () => copy(chosen, showWord))}
					</p>
					<h2>All {grouped(report.macs.length)}</h2>
					<p>{saveAll.map(([label, action]) => item(`Save all as ${label}`, label, action))}</p>
					<p>{item('Print', 'Print', () => print())}</p>
				</div>
			</details>
			<span class="hidden" aria-live="polite">
				{word || copied}
			</span>
		</div>
	);

	async function saveWorkbook(of: CompactReport, sheets: WorkbookSheets, name: string): Promise<void> {
		const bytes = await makeWorkbook(of, sheets);
		if (bytes) save(`${name}.xlsx`, workbookType, [bytes]);
		else showWord('Not saved');
	}
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

function saveJson(report: CompactReport, comparison: Comparison | null): void {
	const { macs, ...head } = expandReport(report);
	const record = { ...head, replacements: replacementsIn(report), macs, ...(comparison && { comparison }) };
	save(`${nameOf(report)}.json`, 'application/json', [JSON.stringify(record)]);
}
