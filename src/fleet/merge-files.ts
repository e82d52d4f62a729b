import type { Fleet, Mac } from './fleet.ts';
import { identifiesMac } from './inventory/cells/cell-text.ts';

/**
 * Merges rows with the same serial number, in one file or several, into one Mac. The row that was seen later says what the
 * Mac runs; the other fills its empty cells.
 */
export class FileMerger {
	readonly #fleet: Fleet;
	readonly #macs: Mac[] = [];
	/** The place of the first row with each serial number. */
	readonly #first = new Map<string, number>();
	/** The places of all rows with a serial number that several rows have. */
	readonly #repeated = new Map<string, number[]>();

	constructor(fleet: Fleet) {
		this.#fleet = fleet;
	}

	add(mac: Mac): void {
		const serial = serialKey(mac);
		const place = this.#macs.length;
		const first = this.#first.get(serial);
		if (first === undefined) this.#first.set(serial, place);
		else {
			const places = this.#repeated.get(serial);
			if (places) places.push(place);
			else this.#repeated.set(serial, [first, place]);
		}
		this.#macs.push(mac);
	}

	/** The Macs in the order of their first rows. Call it after the last row: it corrects the summary of the fleet. */
	merge(): readonly Mac[] {
		const merged: (Mac | null)[] = this.#macs;
		for (const [serial, places] of this.#repeated) {
			const rows = places.map((place) => this.#macs[place]!);
			if (!identifiesMac(serial) || !areOneModel(rows)) continue;
			const files = new Set<string>();
			const [first, ...others] = places;
			merged[first!] = rows.reduce((mac, row) => {
				files.add(mac.file);
				const counter = files.has(row.file) ? 'duplicates' : 'merged_rows';
				files.add(row.file);
				const [better, other] = isBetter(row, mac) ? [row, mac] : [mac, row];
				return this.#fleet.merge(better, other, mac, counter);
			});
			for (const place of others) merged[place] = null;
		}
		return this.#repeated.size === 0 ? this.#macs : merged.filter((mac) => mac !== null);
	}
}

/** Serial numbers are compared in upper case. */
export function serialKey({ serial }: Pick<Mac, 'serial'>): string {
	return serial.toUpperCase();
}

/** Whether all rows may be about one model. Rows about different models are different Macs, despite the serial number. */
function areOneModel(rows: readonly Mac[]): boolean {
	const answers = [...new Set(rows.map(({ judgment }) => judgment.answer!))];
	const models = answers.map(({ board_ids }) => board_ids).filter(({ length }) => length > 0);
	return models.every((model) => models.every((other) => model.some((id) => other.includes(id))));
}

/** Whether a row wins over an earlier one: by the later day, then by a valid last contact, then by a row without a problem. */
export function isBetter(mac: Mac, earlier: Mac): boolean {
	if (mac.seen !== earlier.seen)
		return mac.seen !== null && (earlier.seen === null || mac.seen > earlier.seen);
	if ((mac.noSighting === null) !== (earlier.noSighting === null)) return mac.noSighting === null;
	return (
		(earlier.judgment.answer?.problem ?? null) !== null && (mac.judgment.answer?.problem ?? null) === null
	);
}
