import type { CompactReport } from '../../../fleet/report/report.ts';
import { inventoryColumns, type TableColumn, tableColumns } from './table-columns.ts';

/** Tables narrower than this, in rem, are on phones or have large text. They show only columns of rank 0. */
export const narrowTable = 43.75;

interface Room {
	/** The width of the table in rem; 0 until it is measured. */
	readonly width: number;
	readonly isNarrow: boolean;
	/** Whether a person chose to see all columns, and to scroll. */
	readonly all: boolean;
}

/** The columns of a report in order. Columns of the inventory are beside the name. */
export function columnsOf(report: CompactReport): TableColumn[] {
	const [name, ...others] = tableColumns;
	const columns = [name!, ...inventoryColumns(report.kept_columns ?? []), ...others];
	return columns.filter(({ ofPolicy }) => report.policy !== null || !ofPolicy);
}

/**
 * The columns that fit without horizontal scrolling. The main columns shrink to their least width to fit; the others appear
 * only if all columns have their full width.
 */
export function fittingColumns(
	report: CompactReport,
	{ width, isNarrow, all }: Room,
): { columns: TableColumn[]; hides: boolean } {
	const every = columnsOf(report);
	if (all || width === 0) return { columns: every, hides: false };
	const shownColumns = new Set<TableColumn>();
	for (const column of every.toSorted((a, b) => a.rank - b.rank)) {
		if (column.isEmpty(report)) continue;
		const next = [...shownColumns, column];
		const needed = sum(next, column.rank > lastMainRank ? 'width' : 'least');
		if (column.rank > 0 && (isNarrow || needed > width)) break;
		shownColumns.add(column);
	}
	return {
		columns: every.filter((column) => shownColumns.has(column)),
		hides: shownColumns.size < every.length,
	};
}

/** Columns up to this rank are the main columns. */
const lastMainRank = 6;

/** The widths of the columns in rem. Text columns share the width that the others leave. */
export function columnWidths(columns: readonly TableColumn[], { width, all }: Room): number[] {
	if (all || width === 0) return columns.map((column) => column.width);
	const texts = columns.filter(({ breaks }) => breaks);
	const spareWidth = width - sum(columns, 'least');
	return columns.map((column) =>
		column.breaks
			? Math.max(3.5, column.least + (spareWidth * column.width) / sum(texts, 'width'))
			: column.least,
	);
}

function sum(columns: Iterable<TableColumn>, member: 'width' | 'least'): number {
	return [...columns].reduce((total, column) => total + column[member], 0);
}
