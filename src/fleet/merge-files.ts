import type { Fleet, Mac } from './fleet.ts';
import { isTelling } from './inventory/cells/cell-text.ts';

/**
 * Puts together the rows of one Mac, in one file or several, by its serial number. Of two rows the one that was seen later
 * tells what the Mac runs, and the other what the first leaves open.
 */
export class FileMerger {
	readonly #fleet: Fleet;
	readonly #macs: Mac[] = [];
	/** Where each serial number is first. */
	readonly #first = new Map<string, number>();
	/** Where the rows of serial numbers are that several rows have. */
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

	/** The Macs in the order they first appear, when every row is there; the sums of the fleet are right from here on. */
	merge(): readonly Mac[] {
		const merged: (Mac | null)[] = this.#macs;
		for (const [serial, places] of this.#repeated) {
			const rows = places.map((place) => this.#macs[place]!);
			if (!isTelling(serial) || !areOneModel(rows)) continue;
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

/** A serial number means the same in upper and lower case. */
export function serialKey({ serial }: Pick<Mac, 'serial'>): string {
	return serial.toUpperCase();
}

/** Two models that have nothing in common are two Macs, whatever number somebody typed. */
function areOneModel(rows: readonly Mac[]): boolean {
	const answers = [...new Set(rows.map(({ judgment }) => judgment.answer!))];
	const models = answers.map(({ board_ids }) => board_ids).filter(({ length }) => length > 0);
	return models.every((one) => models.every((other) => one.some((id) => other.includes(id))));
}

/** Whether a row about a Mac counts more than an earlier one: the later day does, then one that says nothing wrong. */
export function isBetter(mac: Mac, earlier: Mac): boolean {
	if (mac.seen !== earlier.seen)
		return mac.seen !== null && (earlier.seen === null || mac.seen > earlier.seen);
	if ((mac.noSighting === null) !== (earlier.noSighting === null)) return mac.noSighting === null;
	return (
		(earlier.judgment.answer?.problem ?? null) !== null && (mac.judgment.answer?.problem ?? null) === null
	);
}
