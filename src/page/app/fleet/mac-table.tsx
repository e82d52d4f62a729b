import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CompactReport } from '../../../fleet/report/report.ts';
import { useOnPaper } from '../parts/use-on-paper.ts';
import { useWidth } from '../parts/use-width.ts';
import { kindOf, pickOf } from './mac-kinds.ts';
import { Head, type Layout, type MacAddress, Rows, type RowsInSight } from './mac-rows.tsx';
import type { ReportView } from './report-parts.ts';
import { columnsOf, columnWidths, fittingColumns, narrowTable } from './shown-columns.ts';
import { type Sort, sortIn, sortText } from './table-columns.ts';
import { useEdition } from './use-edition.ts';
import type { Selection } from './use-selection.ts';

/** The height of a row in pixels. */
const usualRowHeight = 34;
/** The height of a row in a tight layout, where texts take two lines, and of the two lines of a phone. */
const tightRowHeight = 50;
const narrowRowHeight = 60;
/** With a third line on a phone, which says why a Mac is late. */
const lateRowHeight = 88;
/** How many rows are drawn above and below the visible ones, so that scrolling shows no gap. */
const spare = 5;
/** After how many scrolled rows the table is drawn again. Each drawing costs a layout. */
const stride = 2;
/** Chromium fails to print a table of 10,000 rows, and takes a minute for 2,000 on a busy machine. */
const mostOnPaper = 1_000;

interface MacTableProps {
	report: CompactReport;
	/** The indices of the filtered Macs, in order. */
	shown: readonly number[];
	view: ReportView;
	selection: Selection | undefined;
	macAddress: MacAddress | undefined;
}

/** The sorted and filtered Macs. Draws only the visible rows; in print, the first thousand. */
export function MacTable({ report, shown, view, selection, macAddress }: MacTableProps) {
	const { query, set } = view;
	const [all, setAll] = useState(false);
	const onPaper = useOnPaper();
	const edition = useEdition(report);
	const { element: scroller, width } = useWidth<HTMLDivElement>();
	const layout = useLayout(report, { width, all, onPaper });
	const sort = sortIn(columnsOf(report), query.get('sort') ?? '');
	const setSort = (next: Sort | null) => set({ sort: next ? sortText(next) : '' });
	const [bar, show] = [query.get('bar'), query.get('show')];
	const isDrawn = useRef(bar !== null);
	const saysWhyLate = report.policy !== null && report.answers.some(({ late_words }) => late_words);
	const phoneHeight = saysWhyLate ? lateRowHeight : narrowRowHeight;
	const rows = useRowsInSight({
		// Draw no rows until the width is known, to avoid a layout with all columns.
		count: width > 0 || onPaper ? shown.length : 0,
		rowHeight: layout.isNarrow ? phoneHeight : layout.isTight ? tightRowHeight : usualRowHeight,
		onPaper,
		scroller,
	});
	// Move the focus to the table if the focused element (a bar, or “show all”) disappeared with the change.
	useEffect(() => {
		if (isDrawn.current && document.activeElement === document.body)
			scroller.current?.focus({ preventScroll: true });
		isDrawn.current = true;
	}, [bar, show, scroller]);
	return (
		<section class="card fleet-macs">
			<TableFilters report={report} view={view}>
				{(layout.hides || all) && (
					<label class="check">
						<input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
						All columns
					</label>
				)}
				{selection && shown.length > 0 && (
					<label class="check">
						<input
							type="checkbox"
							checked={shown.every((number) => selection.macs.has(number))}
							onChange={() => selection.toggle(shown)}
						/>
						Select all
					</label>
				)}
				<output>
					{grouped(shown.length)} of {grouped(report.macs.length)} shown
				</output>
			</TableFilters>
			{onPaper && shown.length > mostOnPaper && (
				<p>
					The first {grouped(mostOnPaper)} of {grouped(shown.length)} Macs. Save as CSV or XLSX to get all of
					them, or filter the table to print fewer.
				</p>
			)}
			<section
				class={`fleet-scroll ${layout.isNarrow ? (saysWhyLate ? 'narrow late' : 'narrow') : layout.isTight ? 'tight' : ''} ${all ? 'wide' : ''}`}
				ref={scroller}
				tabIndex={all ? 0 : -1}
				aria-label="Table of Macs"
			>
				<table
					key={edition}
					aria-rowcount={shown.length + 1}
					style={all && !onPaper ? { width: `${layout.widths.reduce((sum, each) => sum + each, 0)}rem` } : {}}
				>
					{!onPaper && (
						<colgroup>
							{layout.columns.map(({ id }, at) => (
								<col key={id} style={{ width: `${layout.widths[at]}rem` }} />
							))}
						</colgroup>
					)}
					<Head columns={layout.columns} sort={sort} setSort={setSort} onPaper={onPaper} />
					<Rows
						report={report}
						layout={layout}
						shown={shown}
						rows={rows}
						onPaper={onPaper}
						selection={selection}
						macAddress={macAddress}
					/>
				</table>
			</section>
		</section>
	);
}

/** The columns that fit into the width in pixels; in print, all that say something. */
function useLayout(
	report: CompactReport,
	{ width, all, onPaper }: { width: number; all: boolean; onPaper: boolean },
): Layout {
	const isNarrow = !all && !onPaper && width > 0 && inRem(width) < narrowTable;
	return useMemo(() => {
		if (onPaper) {
			const columns = columnsOf(report).filter((column) => !column.offPaper && !column.isEmpty(report));
			return { columns, widths: [], hides: false, isTight: false, isNarrow };
		}
		const room = { width: inRem(width), isNarrow, all };
		const { columns, hides } = fittingColumns(report, room);
		const widths = columnWidths(columns, room);
		const isTight = columns.some(({ breaks, width }, at) => breaks && widths[at]! < width);
		return { columns, widths, hides, isTight, isNarrow };
	}, [report, width, isNarrow, all, onPaper]);
}

interface Sight {
	/** The number of rows. */
	readonly count: number;
	/** The height of a row in pixels. */
	readonly rowHeight: number;
	readonly onPaper: boolean;
	/** The part of the page that has the rows. */
	readonly scroller: { readonly current: HTMLElement | null };
}

/** The rows in the window, which scrolls as a whole; in print, the first thousand. */
function useRowsInSight({ count, rowHeight, onPaper, scroller }: Sight): RowsInSight {
	const [top, setTop] = useState(0);
	useEffect(() => {
		const look = () => {
			const step = stride * rowHeight;
			const hidden = -(scroller.current?.getBoundingClientRect().top ?? 0);
			setTop(Math.floor(Math.max(0, hidden) / step) * step);
		};
		look();
		addEventListener('scroll', look, { passive: true });
		return () => removeEventListener('scroll', look);
	}, [rowHeight, count, scroller]);
	if (onPaper) return { first: 0, end: Math.min(count, mostOnPaper), rowHeight };
	const first = Math.max(0, Math.min(Math.floor(top / rowHeight) - spare, count - 1));
	const end = Math.min(count, first + Math.ceil(innerHeight / rowHeight) + 2 * spare);
	return { first, end, rowHeight };
}

interface TableFiltersProps {
	report: CompactReport;
	view: ReportView;
	children: ComponentChildren;
}

/** Filters the Macs by text and by group, and shows the chosen tile and bar. */
function TableFilters({ report, view: { query, set }, children }: TableFiltersProps) {
	const { groups = [] } = report.summary;
	const bar = query.get('bar') ?? '';
	const chosen = [kindOf(report, query.get('show') ?? ''), pickOf(report, bar)];
	const labels = chosen.flatMap((filter) => filter?.label ?? []);
	return (
		<form class="filters" onSubmit={(event) => event.preventDefault()}>
			<label>
				Find
				<input
					type="search"
					value={query.get('find') ?? ''}
					onInput={(event) => set({ find: event.currentTarget.value })}
				/>
			</label>
			{groups.length > 0 && (
				<label>
					{report.group_by}
					<select
						aria-label={report.group_by}
						value={bar.startsWith('group:') ? bar.slice('group:'.length) : ''}
						onChange={({ currentTarget: { value } }) => set({ bar: value && `group:${value}` })}
					>
						<option value="">all</option>
						{groups.map(({ label }) => (
							<option key={label} value={label}>
								{label}
							</option>
						))}
					</select>
				</label>
			)}
			{children}
			{labels.length > 0 && (
				<button type="button" class="quiet" onClick={() => set({ show: '', bar: '' })}>
					{labels.join(', ')} ✕<span class="hidden"> (show all)</span>
				</button>
			)}
		</form>
	);
}

/** Pixels in rem, because people may have enlarged the text. */
function inRem(pixels: number): number {
	return pixels / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
