import type { Fleet, Mac } from './fleet.ts';
import { isTelling } from './inventory/cells/cell-text.ts';
import type { MachineCells } from './judging/machine-cells.ts';

/**
 * Puts together the Macs of several files by their serial numbers. Of two rows about one Mac the one that was seen later
 * tells what it runs, and the other what the first leaves open.
 */
export class FileMerger {
	readonly #fleet: Fleet;
	readonly #macs: Mac[] = [];
	/** Where the rows with a serial number are. */
	readonly #bySerial = new Map<string, number[]>();

	constructor(fleet: Fleet) {
		this.#fleet = fleet;
	}

	add(mac: Mac): void {
		const serial = mac.serial.toUpperCase();
		const places = this.#bySerial.get(serial);
		if (places) places.push(this.#macs.length);
		else if (isTelling(serial)) this.#bySerial.set(serial, [this.#macs.length]);
		this.#macs.push(mac);
	}

	/** The Macs in the order they first appear, when every row is there; the sums of the fleet are right from here on. */
	merge(): readonly Mac[] {
		const merged: (Mac | null)[] = [...this.#macs];
		for (const [first, ...others] of this.#bySerial.values()) {
			const rows = [first!, ...others].map((place) => this.#macs[place]!);
			if (!areOneMac(rows)) continue;
			merged[first!] = rows.reduce((mac, row) => this.#mergeTwo(mac, row));
			for (const place of others) merged[place] = null;
		}
		return merged.filter((mac) => mac !== null);
	}

	#mergeTwo(earlier: Mac, mac: Mac): Mac {
		const [better, other] = isBetter(mac, earlier) ? [mac, earlier] : [earlier, mac];
		return this.#fleet.merge(better, other, earlier);
	}
}

/**
 * Whether rows with one serial number are about one Mac. They come from several files, and of one file only one, or the
 * same again for each user or volume. What one file has of two Macs tells them from nothing in another, and two models
 * that have nothing in common are two Macs.
 */
function areOneMac(rows: readonly Mac[]): boolean {
	const byFile = Map.groupBy(rows, ({ file }) => file);
	if (byFile.size < 2) return false;
	for (const [first, ...again] of byFile.values())
		if (!again.every((row) => isSame(row, first!))) return false;
	const answers = [...new Set(rows.map(({ known }) => known.answer!))];
	const models = answers.map(({ board_ids }) => board_ids).filter(({ length }) => length > 0);
	return models.every((one) => models.every((other) => one.some((id) => other.includes(id))));
}

function isSame(a: Mac, b: Mac): boolean {
	if (a.name !== b.name) return false;
	if (a.known === b.known) return true;
	const [own, other] = [a.known.cells, b.known.cells];
	return (Object.keys(own) as (keyof MachineCells)[]).every((field) => own[field] === other[field]);
}

function isBetter(mac: Mac, earlier: Mac): boolean {
	if (mac.seen !== earlier.seen)
		return mac.seen !== null && (earlier.seen === null || mac.seen > earlier.seen);
	return (earlier.known.answer?.problem ?? null) !== null && (mac.known.answer?.problem ?? null) === null;
}
