import type { LeftOut } from '../fleet/history/evidence-origin.ts';
import { Sightings } from '../fleet/history/sightings.ts';
import type { HistoryFile } from './history-file.ts';

/** How the rows of an export were used when it was added, and what was erased since. */
export interface ImportCounts {
	/** The newest last contact in the export; null if it has none. */
	readonly newest: string | null;
	/** When the file was last written; null for an export that is no file. */
	readonly modified: string | null;
	/** Rows that are a sighting of a Mac. */
	readonly used: number;
	readonly notUsed: Omit<LeftOut, 'after_as_of'>;
}

export function countsOf(history: HistoryFile, imported: number): ImportCounts {
	const { counts } = history.row<{ counts: string }>('SELECT counts FROM imports WHERE id = ?', imported)!;
	return JSON.parse(counts);
}

/** Counts sightings of an export that were erased. */
export function countErased(history: HistoryFile, imported: number, sightings: number): void {
	const { used, notUsed, ...counts } = countsOf(history, imported);
	const changed = {
		...counts,
		used: used - sightings,
		notUsed: { ...notUsed, erased: notUsed.erased + sightings },
	};
	history.run('UPDATE imports SET counts = ? WHERE id = ?', JSON.stringify(changed), imported);
}

/** The number of sightings of an export after a day. */
export function sightingsAfter(history: HistoryFile, imported: number, day: number): number {
	let count = 0;
	history.each<{ segment: number; packed: Uint8Array }>(
		'SELECT segment, packed FROM sightings WHERE import = ?',
		({ segment, packed }) => {
			const sightings = new Sightings();
			history.loadSegment(segment, packed, sightings);
			for (const seen of sightings.days.subarray(0, sightings.length)) if (seen > day) count++;
		},
		imported,
	);
	return count;
}
