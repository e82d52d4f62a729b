import type { ComponentChildren } from 'preact';
import type { MacResult } from '../../../fleet/judging/mac-result.ts';
import type { CompactMac, CompactReport } from '../../../fleet/report/report.ts';
import type { ShownId } from '../../../fleet/report/shown-columns.ts';
import { macTone } from '../mac/macs.ts';
import { Link } from '../parts/link.tsx';
import { nextSort, type Sort, statusColumn, type TableColumn, tableColumns } from './table-columns.ts';
import type { Selection } from './use-selection.ts';

/** The rows to draw, from `first` to before `end`. */
export interface RowsInSight {
	readonly first: number;
	readonly end: number;
	readonly rowHeight: number;
}

/** The columns to draw, and their widths in rem. */
export interface Layout {
	readonly columns: readonly TableColumn[];
	readonly widths: readonly number[];
	/** Whether columns are hidden for lack of room. */
	readonly hides: boolean;
	/** Whether text columns are narrower than their full width. */
	readonly isTight: boolean;
	/** Whether a row is one cell of two lines, as on a phone; of three if the report says why Macs are late. */
	readonly isNarrow: boolean;
}

interface HeadProps {
	columns: readonly TableColumn[];
	sort: Sort | null;
	setSort(sort: Sort | null): void;
	onPaper: boolean;
}

/** The head of the table. Clicking a column sorts by it; the third click restores the default order. */
export function Head({ columns, sort, setSort, onPaper }: HeadProps) {
	return (
		<thead>
			<tr>
				{columns.map((column) => (
					<th
						key={column.id}
						scope="col"
						class={column.isCount ? 'number' : undefined}
						aria-sort={sortWord(sort, column)}
					>
						{onPaper ? (
							column.title
						) : (
							<button type="button" class="quiet" onClick={() => setSort(nextSort(sort, column))}>
								{column.title}
								<span aria-hidden="true">
									{sort?.column.id === column.id ? (sort.down ? ' ↓' : ' ↑') : ''}
								</span>
							</button>
						)}
					</th>
				))}
			</tr>
		</thead>
	);
}

interface RowsProps {
	report: CompactReport;
	layout: Layout;
	/** The indices of the filtered Macs, in order. */
	shown: readonly number[];
	rows: RowsInSight;
	onPaper: boolean;
	selection: Selection | undefined;
	macAddress: MacAddress | undefined;
}

export type MacAddress = (answer: MacResult) => string | null;

export function Rows({ report, layout, shown, rows, onPaper, selection, macAddress }: RowsProps) {
	const { columns, isTight, isNarrow } = layout;
	const { first, end, rowHeight } = rows;
	// Only for the mouse. With the keyboard, a person opens a Mac by the link in its row.
	return (
		<tbody onClick={macAddress && openRow}>
			{first > 0 && <Gap height={first * rowHeight} columns={columns.length} />}
			{shown.slice(first, end).map((number, index) => {
				const mac = report.macs[number]!;
				const answer = report.answers[mac[5]]!;
				const address = macAddress?.(answer) ?? null;
				const isSelected = selection?.macs.has(number) ?? false;
				const box = selection && (
					<input
						type="checkbox"
						aria-label={`Select ${mac[2] || mac[3] || `Mac ${number + 1}`}`}
						checked={isSelected}
						onChange={() => selection.toggle([number])}
					/>
				);
				return (
					<tr
						key={number}
						aria-rowindex={first + index + 2}
						class={`state-${macTone(answer, report.policy !== null)}`}
						aria-selected={selection ? isSelected : undefined}
					>
						{isNarrow && (
							<td colSpan={columns.length}>
								<TwoLines report={report} mac={mac} address={address} id={`late-${number}`}>
									{box}
								</TwoLines>
							</td>
						)}
						{(isNarrow ? [] : columns).map((column, place) => {
							const cell = column.show(report, mac);
							const content =
								column.id === 'late' && !onPaper ? (
									<WhyLate answer={answer} id={`late-${number}`}>
										{cell}
									</WhyLate>
								) : (
									linked(cell, place === 0 ? address : null)
								);
							return (
								<td
									key={column.id}
									class={classOf(column)}
									title={column.hint?.(report, mac) || (column.breaks && cell.length > 12 ? cell : undefined)}
								>
									{place === 0 && box}
									{isTight && column.breaks ? <div>{content}</div> : content}
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
	);
}

interface TwoLinesProps {
	report: CompactReport;
	mac: CompactMac;
	address: string | null;
	id: string;
	children: ComponentChildren;
}

/** A Mac on a phone: its name and what to do, then its status, version and model, then why it is late and the next step. */
function TwoLines({ report, mac, address, id, children }: TwoLinesProps) {
	const answer = report.answers[mac[5]]!;
	const cell = (id: ShownId) => tableColumns.find((column) => column.id === id)!.show(report, mac);
	return (
		<div class="two-lines">
			{children}
			<div>
				<span class="name">{linked(cell('name'), address)}</span>
				<strong>{cell('what_to_do')}</strong>
			</div>
			<div>
				<span class="status">{cell('status')}</span>
				<span>
					{cell('version')} · {cell('model')}
				</span>
			</div>
			{answer.late_reason && (
				<div>
					<WhyLate answer={answer} id={id}>
						{cell('late')}: {answer.late_step}
					</WhyLate>
				</div>
			)}
		</div>
	);
}

interface WhyLateProps {
	answer: MacResult;
	/** Names the sentences in the document. */
	id: string;
	children: ComponentChildren;
}

/** Why a Mac is late, in short. A click shows it in full with the one next step, over the table, whose rows keep their height. */
function WhyLate({ answer: { late_words: words, late_step: step }, id, children }: WhyLateProps) {
	if (!words) return <>{children}</>;
	return (
		<>
			<button type="button" class="quiet why-late" popovertarget={id}>
				{children}
			</button>
			<span id={id} class="why-late-words" popover>
				{words} <strong>{step}</strong>
			</span>
		</>
	);
}

function classOf({ id, breaks, isCount }: TableColumn): string | undefined {
	if (breaks) return 'breaks';
	if (id === statusColumn) return 'status';
	return isCount ? 'number' : undefined;
}

/** A click anywhere in a row opens its Mac, unless it ends a selection of text. */
function openRow({ target }: MouseEvent): void {
	if (
		!(target instanceof Element) ||
		target.closest('a, button, input, [popover]') ||
		getSelection()?.isCollapsed === false
	)
		return;
	target.closest('tr')?.querySelector('a')?.click();
}

/** Links the first cell of a row to the Mac's page, even if the Mac has no name. */
function linked(cell: string, address: string | null) {
	return address === null ? cell : <Link to={address}>{cell || 'Open this Mac'}</Link>;
}

/** Fills the space of rows that are not drawn. */
function Gap({ height, columns }: { height: number; columns: number }) {
	return (
		<tr aria-hidden="true" class="gap">
			<td colSpan={columns} style={{ height: `${height}px` }} />
		</tr>
	);
}

function sortWord(sort: Sort | null, column: TableColumn) {
	if (sort?.column.id !== column.id) return 'none';
	return sort.down ? 'descending' : 'ascending';
}
