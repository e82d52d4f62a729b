import type { LeftOut } from '../fleet/history/evidence-page.ts';
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

const settingOf = (imported: number) => `counts ${imported}`;

/** The counts of an export; null for exports that earlier versions added. */
export function countsOf(history: HistoryFile, imported: number): ImportCounts | null {
	const text = history.setting(settingOf(imported));
	return text === null ? null : (JSON.parse(text) as ImportCounts);
}

export function setCounts(history: HistoryFile, imported: number, counts: ImportCounts): void {
	history.set(settingOf(imported), JSON.stringify(counts));
}

/** Counts sightings of an export that were erased. */
export function countErased(history: HistoryFile, imported: number, sightings: number): void {
	const counts = countsOf(history, imported);
	if (counts === null || sightings === 0) return;
	const { used, notUsed } = counts;
	setCounts(history, imported, {
		...counts,
		used: used - sightings,
		notUsed: { ...notUsed, erased: notUsed.erased + sightings },
	});
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
