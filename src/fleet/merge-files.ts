import type { Fleet, Mac } from './fleet.ts';

/**
 * Puts together the Macs of several files by their serial numbers, in the order they first appear. Of two rows about
 * one Mac the one that was seen later tells what it runs, and the other what the first leaves open.
 */
export class FileMerger {
	readonly #fleet: Fleet;
	readonly #macs: Mac[] = [];
	readonly #bySerial = new Map<string, number>();

	constructor(fleet: Fleet) {
		this.#fleet = fleet;
	}

	get macs(): readonly Mac[] {
		return this.#macs;
	}

	add(mac: Mac): void {
		const serial = mac.serial.toUpperCase();
		const at = serial === '' ? undefined : this.#bySerial.get(serial);
		const earlier = at === undefined ? undefined : this.#macs[at];
		// The same number twice in one file is for the file to explain: both rows stay.
		if (earlier === undefined || earlier.file === mac.file) {
			if (serial !== '' && earlier === undefined) this.#bySerial.set(serial, this.#macs.length);
			this.#macs.push(mac);
			return;
		}
		const [better, other] = isBetter(mac, earlier) ? [mac, earlier] : [earlier, mac];
		this.#macs[at!] = this.#fleet.merge(better, other, earlier);
	}
}

function isBetter(mac: Mac, earlier: Mac): boolean {
	if (mac.seen !== earlier.seen)
		return mac.seen !== null && (earlier.seen === null || mac.seen > earlier.seen);
	return (earlier.known.answer?.problem ?? null) !== null && (mac.known.answer?.problem ?? null) === null;
}
