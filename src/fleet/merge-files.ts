import { identifiesMac } from './inventory/cells/cell-text.ts';
import type { Judgment } from './judging/memo.ts';
import type { NoSighting } from './judging/sighting.ts';

/** What decides whether rows are about one Mac, and which of them wins. */
interface MergeableRow {
	readonly file: string;
	readonly row: number;
	readonly serial: string;
	readonly seen: string | null;
	readonly noSighting: NoSighting | null;
	readonly judgment: Judgment;
}

/** Macs after rows with the same serial number were merged, and how many rows that took. */
interface MergedRows<Mac> {
	/** In the order of their first rows. */
	readonly macs: readonly Mac[];
	/** Further rows with the same serial number in one file. */
	readonly duplicates: number;
	/** Rows about a Mac that another file has as well. */
	readonly merged_rows: number;
}

/**
 * Merges rows with the same serial number, in one file or several, into one Mac. The row that was seen later says what the
 * Mac runs; `fill` fills its empty cells from the other.
 */
export function mergeRows<Mac extends MergeableRow>(
	rows: readonly Mac[],
	fill: (better: Mac, other: Mac) => Mac,
): MergedRows<Mac> {
	/** The place of the first row with each serial number. */
	const first = new Map<string, number>();
	/** The places of all rows with a serial number that several rows have. */
	const repeated = new Map<string, number[]>();
	for (const [place, mac] of rows.entries()) {
		const serial = serialKey(mac);
		const firstPlace = first.get(serial);
		if (firstPlace === undefined) {
			first.set(serial, place);
			continue;
		}
		const places = repeated.get(serial);
		if (places) places.push(place);
		else repeated.set(serial, [firstPlace, place]);
	}
	const counts = { duplicates: 0, merged_rows: 0 };
	if (repeated.size === 0) return { macs: rows, ...counts };
	const macs: (Mac | null)[] = [...rows];
	for (const [serial, places] of repeated) {
		const similar = places.map((place) => rows[place]!);
		if (!identifiesMac(serial) || !areOneModel(similar)) continue;
		const files = new Set<string>();
		const merged = similar.reduce((mac, row) => {
			files.add(mac.file);
			counts[files.has(row.file) ? 'duplicates' : 'merged_rows']++;
			files.add(row.file);
			const { file, row: number, serial } = mac;
			return { ...(isBetter(row, mac) ? fill(row, mac) : fill(mac, row)), file, row: number, serial };
		});
		for (const place of places) macs[place] = null;
		macs[places[0]!] = merged;
	}
	return { macs: macs.filter((mac) => mac !== null), ...counts };
}

/** Serial numbers are compared in upper case. */
export function serialKey({ serial }: Pick<MergeableRow, 'serial'>): string {
	return serial.toUpperCase();
}

/** The serial number of a Mac in upper case; empty if it is only a placeholder. */
export function identity({ serial }: Pick<MergeableRow, 'serial'>): string {
	return identifiesMac(serial) ? serialKey({ serial }) : '';
}

/** Whether all rows may be about one model. Rows about different models are different Macs, despite the serial number. */
function areOneModel(rows: readonly MergeableRow[]): boolean {
	// Each list of boards once: a hundred thousand rows about one Mac may name as many versions, and have one model.
	const lists = new Map(
		rows.map(({ judgment: { answer } }) => [answer!.board_ids.join(), answer!.board_ids]),
	);
	const models = [...lists.values()].filter(({ length }) => length > 0);
	return models.every((model) => models.every((other) => model.some((id) => other.includes(id))));
}

/** Whether a row wins over an earlier one: by the later day, then by a valid last contact, then by a row without a problem. */
export function isBetter(mac: MergeableRow, earlier: MergeableRow): boolean {
	if (mac.seen !== earlier.seen)
		return mac.seen !== null && (earlier.seen === null || mac.seen > earlier.seen);
	if ((mac.noSighting === null) !== (earlier.noSighting === null)) return mac.noSighting === null;
	return (
		(earlier.judgment.answer?.problem ?? null) !== null && (mac.judgment.answer?.problem ?? null) === null
	);
}
