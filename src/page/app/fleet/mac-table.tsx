import { type ComponentChildren, options } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { CompactReport } from '../../../fleet/report/report.ts';
import { grouped } from '../../../text/numbers.ts';
import { useWidth } from '../parts/use-width.ts';
import { macKinds, type Pick } from './mac-kinds.ts';
import { Head, type Layout, Rows, type RowsInSight, type Sort } from './mac-rows.tsx';
import { stateNames, states } from './report-parts.ts';
import { columnsOf, columnWidths, fittingColumns, narrowTable } from './shown-columns.ts';
import { shownMacs } from './table-columns.ts';

/** Of the table before it is measured, and of a row, in pixels. */
const usualHeight = 560;
const usualRowHeight = 34;
/** Texts that have little room take two lines. */
const tightRowHeight = 50;
/** Rows that are drawn above and below those in sight, so that scrolling shows no gap. */
const spare = 5;
/** Rows are drawn again after so many have passed, not with every pixel: each time takes a layout of the table. */
const stride = 2;
/** Chromium gives up printing a table of ten thousand rows, and takes a minute for two thousand on a busy machine. */
const mostOnPaper = 1_000;

interface MacTableProps {
	report: CompactReport;
	/** A bar that was chosen in a chart. */
	pick: Pick | null;
	setPick(pick: Pick | null): void;
}

/** Every Mac, sorted and filtered. Only the rows in sight are drawn; on paper the first thousand. */
export function MacTable({ report, pick, setPick }: MacTableProps) {
	const [text, setText] = useState('');
	const [only, setOnly] = useState('');
	const [sort, setSort] = useState<Sort | null>(null);
	const [all, setAll] = useState(false);
	const onPaper = useOnPaper();
	const { element: scroller, width } = useWidth<HTMLDivElement>();
	const layout = useLayout(report, { width, all, onPaper });
	const shown = useMemo(
		() => shownMacs(report, { text, only, pick }, sort),
		[report, text, only, pick, sort],
	);
	const rows = useRowsInSight({
		count: shown.length,
		height: scroller.current?.clientHeight ?? usualHeight,
		rowHeight: layout.isTight ? tightRowHeight : usualRowHeight,
		onPaper,
	});
	// A bar is far above the table: choosing it leads there.
	useEffect(() => {
		if (pick) scroller.current?.scrollIntoView({ block: 'nearest' });
	}, [pick, scroller]);
	return (
		<section class="card fleet-macs">
			<h2>Macs</h2>
			<TableFilters report={report} pick={pick} setPick={setPick} choices={{ text, setText, only, setOnly }}>
				{(layout.hides || all) && (
					<label class="check">
						<input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
						All columns
					</label>
				)}
				<output>
					{grouped(shown.length)} of {grouped(report.macs.length)}
				</output>
			</TableFilters>
			{onPaper && shown.length > mostOnPaper && (
				<p>
					The first {grouped(mostOnPaper)} of {grouped(shown.length)} Macs. Save as CSV or XLSX to get all of
					them, or filter the table to print fewer.
				</p>
			)}
			<section
				class={layout.isTight ? 'fleet-scroll tight' : 'fleet-scroll'}
				ref={scroller}
				tabIndex={0}
				aria-label="Table of Macs"
				onScroll={(event) => rows.scrollTo(event.currentTarget.scrollTop)}
			>
				<table
					aria-rowcount={shown.length + 1}
					style={all && !onPaper ? { width: `${layout.widths.reduce((sum, each) => sum + each, 0)}rem` } : {}}
				>
					{!onPaper && (
						<colgroup>
							{layout.columns.map(({ title }, at) => (
								<col key={title} style={{ width: `${layout.widths[at]}rem` }} />
							))}
						</colgroup>
					)}
					<Head columns={layout.columns} sort={sort} setSort={setSort} onPaper={onPaper} />
					<Rows report={report} layout={layout} shown={shown} rows={rows} onPaper={onPaper} />
				</table>
			</section>
		</section>
	);
}

/** What fits into the width of the table in pixels; on paper everything that is not for the screen alone. */
function useLayout(
	report: CompactReport,
	{ width, all, onPaper }: { width: number; all: boolean; onPaper: boolean },
): Layout {
	const isNarrow = !all && !onPaper && width > 0 && width < narrowTable;
	return useMemo(() => {
		if (onPaper) {
			const columns = columnsOf(report).filter(({ onScreen }) => !onScreen);
			return { columns, widths: [], hides: false, isTight: false };
		}
		const room = { width: inRem(width), isNarrow, all };
		const { columns, hides } = fittingColumns(report, room);
		const widths = columnWidths(columns, room);
		const isTight = columns.some(({ breaks, width }, at) => breaks && widths[at]! < width);
		return { columns, widths, hides, isTight };
	}, [report, width, isNarrow, all, onPaper]);
}

interface Sight {
	/** How many rows there are. */
	readonly count: number;
	/** Of what is seen of the table, and of a row, in pixels. */
	readonly height: number;
	readonly rowHeight: number;
	readonly onPaper: boolean;
}

/** The rows in sight at the scroll position; on paper the first thousand. */
function useRowsInSight({ count, height, rowHeight, onPaper }: Sight): RowsInSight {
	const [top, setTop] = useState(0);
	const scrollTo = (pixels: number) => {
		const step = stride * rowHeight;
		setTop(Math.floor(pixels / step) * step);
	};
	if (onPaper) return { first: 0, end: Math.min(count, mostOnPaper), rowHeight, scrollTo };
	const first = Math.max(0, Math.min(Math.floor(top / rowHeight) - spare, count - 1));
	const end = Math.min(count, first + Math.ceil(height / rowHeight) + 2 * spare);
	return { first, end, rowHeight, scrollTo };
}

interface TableFiltersProps extends MacTableProps {
	choices: {
		text: string;
		setText(text: string): void;
		only: string;
		setOnly(id: string): void;
	};
	children: ComponentChildren;
}

/** Which Macs the table shows: by text, by state, by group, and by the bar that was chosen. */
function TableFilters({ report, pick, setPick, choices, children }: TableFiltersProps) {
	const { text, setText, only, setOnly } = choices;
	const { groups = [] } = report.summary;
	const pickGroup = (label: string) =>
		setPick(label === '' ? null : { kind: 'group', of: report.group_by ?? '', id: label, label });
	return (
		<form class="filters" onSubmit={(event) => event.preventDefault()}>
			<label>
				Find
				<input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
			</label>
			<label>
				Show
				<select value={only} onChange={(event) => setOnly(event.currentTarget.value)}>
					<option value="">all</option>
					{states.map((state) => (
						<option key={state} value={state}>
							{stateNames[state]}
						</option>
					))}
					{macKinds(report).map(({ id, label }) => (
						<option key={id} value={id}>
							{label}
						</option>
					))}
				</select>
			</label>
			{groups.length > 0 && (
				<label>
					{report.group_by}
					<select
						aria-label={report.group_by}
						value={pick?.kind === 'group' ? pick.id : ''}
						onChange={(event) => pickGroup(event.currentTarget.value)}
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
			{pick && (
				<button type="button" class="quiet" onClick={() => setPick(null)}>
					{pick.of}: {pick.label} ✕<span class="unseen"> (show all)</span>
				</button>
			)}
			{children}
		</form>
	);
}

/** Letters, and what stands around them, may be larger than usual. */
function inRem(pixels: number): number {
	return pixels / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** Whether the page is being printed. The browser takes the picture right after it says so: drawing cannot wait. */
function useOnPaper(): boolean {
	const [onPaper, setOnPaper] = useState(false);
	useEffect(() => {
		const set = (value: boolean) => () => {
			const usual = options.debounceRendering;
			options.debounceRendering = (draw) => draw();
			setOnPaper(value);
			if (usual) options.debounceRendering = usual;
			else delete options.debounceRendering;
		};
		const [before, after] = [set(true), set(false)];
		addEventListener('beforeprint', before);
		addEventListener('afterprint', after);
		return () => {
			removeEventListener('beforeprint', before);
			removeEventListener('afterprint', after);
		};
	}, []);
	return onPaper;
}
