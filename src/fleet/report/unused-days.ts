import { shownText } from '../inventory/cells/cell-text.ts';
import type { Inventory } from '../inventory/inventory.ts';

/** Columns of a file whose cells are days and that nothing used: one of them may be the last contact. */
export interface UnusedDays {
	readonly file: string;
	readonly columns: readonly string[];
	/** The column that gave the last contact; null if none did. */
	readonly seen: string | null;
}

/** Null if there are none. */
export function unusedDaysOf(file: string, { unusedDays, recognised }: Inventory): UnusedDays | null {
	if (unusedDays.length === 0) return null;
	const seen = recognised.find(({ field }) => field === 'seen' || field === 'inventoried');
	return { file, columns: unusedDays, seen: seen?.column ?? null };
}

const mostNamed = 3;
const longestName = 60;

/** `First enrollment, Last enrollment, Purchased and 2 more`. */
export function unusedColumns({ columns }: UnusedDays): string {
	const names = columns.slice(0, mostNamed).map((name) => shownText(name.slice(0, longestName)));
	const more = columns.length - names.length;
	return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
