import type { MacResult } from '../../../fleet/judging/mac-result.ts';
import type { CompactReport } from '../../../fleet/report/report.ts';
import { macTone } from '../mac/macs.ts';
import { Link } from '../parts/link.tsx';
import { nextSort, type Sort, statusColumn, type TableColumn } from './table-columns.ts';

/** The rows to draw, from `first` to before `end`, and the scroll handler. */
export interface RowsInSight {
	readonly first: number;
	readonly end: number;
	readonly rowHeight: number;
	scrollTo(pixels: number): void;
}

/** The columns to draw, and their widths in rem. */
export interface Layout {
	readonly columns: readonly TableColumn[];
	readonly widths: readonly number[];
	/** Whether columns are hidden for lack of room. */
	readonly hides: boolean;
	/** Whether text columns are narrower than their full width. */
	readonly isTight: boolean;
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
					<th key={column.id} scope="col" aria-sort={sortWord(sort, column)}>
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
	macAddress: MacAddress | undefined;
}

export type MacAddress = (answer: MacResult) => string | null;

export function Rows({ report, layout: { columns, isTight }, shown, rows, onPaper, macAddress }: RowsProps) {
	const { first, end, rowHeight } = rows;
	// Only for the mouse. With the keyboard, a person opens a Mac by the link in its row.
	return (
		<tbody onClick={macAddress && openRow}>
			{first > 0 && <Gap height={first * rowHeight} columns={columns.length} />}
			{shown.slice(first, end).map((number, index) => {
				const mac = report.macs[number]!;
				const answer = report.answers[mac[5]]!;
				const address = macAddress?.(answer) ?? null;
				return (
					<tr
						key={number}
						aria-rowindex={first + index + 2}
						class={`state-${macTone(answer, report.policy !== null)}`}
					>
						{columns.map((column, place) => {
							const cell = column.show(report, mac);
							const content = linked(cell, place === 0 ? address : null);
							return (
								<td
									key={column.id}
									class={column.breaks ? 'breaks' : column.id === statusColumn ? 'status' : undefined}
									title={column.breaks && cell.length > 12 ? cell : undefined}
								>
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

/** A click anywhere in a row opens its Mac, unless it ends a selection of text. */
function openRow({ target }: MouseEvent): void {
	if (!(target instanceof Element) || target.closest('a') || getSelection()?.isCollapsed === false) return;
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
