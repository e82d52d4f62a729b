import { options } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { CompactReport } from '../../../fleet/report/report.ts';
import { grouped } from '../../../text/grouped.ts';
import { useWidth } from '../parts/use-width.ts';
import { macKinds, type Pick } from './mac-kinds.ts';
import { stateNames, stateOf, states } from './report-parts.ts';
import { columnsOf, columnWidths, fittingColumns, narrowTable } from './shown-columns.ts';
import { shownMacs, statusTitle, type TableColumn } from './table-columns.ts';

const usualRowHeight = 34;
/** Texts that have little room take two lines. */
const tightRowHeight = 50;
/** Rows that are drawn above and below what is seen, so that scrolling shows no gap. */
const spare = 5;
/** Rows are drawn anew when so many have passed, not with every pixel: each time takes a layout of the table. */
const stride = 2;
/** Chromium gives up printing a table of ten thousand rows, and takes a minute for two thousand on a busy machine. */
const mostOnPaper = 1_000;

interface MacTableProps {
	report: CompactReport;
	/** A bar that was chosen in a chart. */
	pick: Pick | null;
	setPick(pick: Pick | null): void;
}

/** Every Mac, sorted and filtered. Only the rows that are seen are drawn; on paper the first thousand of them. */
export function MacTable({ report, pick, setPick }: MacTableProps) {
	const [text, setText] = useState('');
	const [only, setOnly] = useState('');
	const [sort, setSort] = useState<{ column: TableColumn; down: boolean } | null>(null);
	const [top, setTop] = useState(0);
	const [all, setAll] = useState(false);
	const onPaper = useOnPaper();
	const { element: scroller, width } = useWidth<HTMLDivElement>();
	const isNarrow = !all && !onPaper && width > 0 && width < narrowTable;
	const { columns, hides, widths, isTight } = useMemo(() => {
		if (onPaper)
			return {
				columns: columnsOf(report).filter(({ onScreen }) => !onScreen),
				hides: false,
				widths: [],
				isTight: false,
			};
		const room = { width: inRem(width), isNarrow, all };
		const { columns, hides } = fittingColumns(report, room);
		const widths = columnWidths(columns, room);
		const isTight = columns.some(({ breaks, width }, at) => breaks && widths[at]! < width);
		return { columns, hides, widths, isTight };
	}, [report, width, isNarrow, all, onPaper]);
	const rowHeight = isTight ? tightRowHeight : usualRowHeight;
	const shown = useMemo(
		() => shownMacs(report, { text, only, pick }, sort),
		[report, text, only, pick, sort],
	);
	// A bar is far above the table: choosing it leads there.
	useEffect(() => {
		if (pick) scroller.current?.scrollIntoView({ block: 'nearest' });
	}, [pick, scroller]);
	const height = scroller.current?.clientHeight ?? 560;
	const first = onPaper ? 0 : Math.max(0, Math.min(Math.floor(top / rowHeight) - spare, shown.length - 1));
	const end = onPaper
		? Math.min(shown.length, mostOnPaper)
		: Math.min(shown.length, first + Math.ceil(height / rowHeight) + 2 * spare);
	// Rows that leave at one end come in at the other with new texts: to make and drop cells costs more than to fill them.
	const drawn = Math.max(1, end - first);
	const { groups = [] } = report.summary;
	const pickGroup = (label: string) =>
		setPick(label === '' ? null : { kind: 'group', of: report.group_by ?? '', id: label, label });
	const sortBy = (column: TableColumn) =>
		setSort(sort?.column !== column ? { column, down: false } : sort.down ? null : { column, down: true });
	return (
		<section class="card fleet-macs">
			<h2>Macs</h2>
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
				{(hides || all) && (
					<label class="check">
						<input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
						All columns
					</label>
				)}
				<output>
					{grouped(shown.length)} of {grouped(report.macs.length)}
				</output>
			</form>
			{onPaper && shown.length > mostOnPaper && (
				<p>
					The first {grouped(mostOnPaper)} of {grouped(shown.length)} Macs. Save as CSV or XLSX to get all of
					them, or filter the table to print fewer.
				</p>
			)}
			<section
				class={isTight ? 'fleet-scroll tight' : 'fleet-scroll'}
				ref={scroller}
				tabIndex={0}
				aria-label="Table of Macs"
				onScroll={(event) => {
					const step = stride * rowHeight;
					setTop(Math.floor(event.currentTarget.scrollTop / step) * step);
				}}
			>
				<table
					aria-rowcount={shown.length + 1}
					style={all && !onPaper ? { width: `${widths.reduce((sum, each) => sum + each, 0)}rem` } : {}}
				>
					{!onPaper && (
						<colgroup>
							{columns.map(({ title }, at) => (
								<col key={title} style={{ width: `${widths[at]}rem` }} />
							))}
						</colgroup>
					)}
					<thead>
						<tr>
							{columns.map((column) => (
								<th key={column.title} scope="col" aria-sort={sortWord(sort, column)}>
									{onPaper ? (
										column.title
									) : (
										<button type="button" class="quiet" onClick={() => sortBy(column)}>
											{column.title}
											<span aria-hidden="true">
												{sort?.column === column ? (sort.down ? ' ↓' : ' ↑') : ''}
											</span>
										</button>
									)}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{first > 0 && <Gap height={first * rowHeight} columns={columns.length} />}
						{shown.slice(first, end).map((number, index) => {
							const mac = report.macs[number]!;
							const answer = report.answers[mac[5]]!;
							return (
								<tr
									key={(first + index) % drawn}
									aria-rowindex={first + index + 2}
									class={`state-${stateOf(answer)}`}
								>
									{columns.map((column) => {
										const cell = column.show(mac, answer);
										return (
											<td
												key={column.title}
												class={column.breaks ? 'breaks' : column.title === statusTitle ? 'status' : undefined}
												title={column.breaks && cell.length > 12 ? cell : undefined}
											>
												{isTight && column.breaks ? <div>{cell}</div> : cell}
											</td>
										);
									})}
								</tr>
							);
						})}
						{!onPaper && end < shown.length && (
							<Gap height={(shown.length - end) * rowHeight} columns={columns.length} />
						)}
					</tbody>
				</table>
			</section>
		</section>
	);
}

/** Letters, and what stands around them, may be larger than usual. */
function inRem(pixels: number): number {
	return pixels / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** Stands for rows that are not drawn. */
function Gap({ height, columns }: { height: number; columns: number }) {
	return (
		<tr aria-hidden="true" class="gap">
			<td colSpan={columns} style={{ height: `${height}px` }} />
		</tr>
	);
}

function sortWord(sort: { column: TableColumn; down: boolean } | null, column: TableColumn) {
	if (sort?.column !== column) return 'none';
	return sort.down ? 'descending' : 'ascending';
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
