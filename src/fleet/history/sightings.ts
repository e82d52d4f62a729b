import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import { Failure } from '../../process/failure.ts';

/**
 * The sightings of an import are packed in segments of so many Macs, each sighting as three small numbers: the Mac, its state
 * and the day. A year of daily exports of 100,000 Macs, 36 million sightings, takes tens of megabytes when compressed, and a
 * question reads them in seconds. It reads one segment of all imports at a time, so that memory does not grow with the fleet.
 */
export const macsPerSegment = 1024;

/** The most bytes of the packed sightings of an import in a segment: some 4,000 days of each Mac. */
export const mostPackedBytes = 16 * 1024 * 1024;
/** The most sightings of a segment that are read at once: hourly exports of more than three years, 400 MB. */
const mostSightings = 32 * 1024 * 1024;

/** Sightings as columns: the numbers of the Mac, of its state and of the day. */
export class Sightings {
	readonly #most: number;
	macs = new Int32Array(1024);
	states = new Int32Array(1024);
	days = new Int32Array(1024);
	length = 0;

	constructor(most = mostSightings) {
		this.#most = most;
	}

	add(mac: number, state: number, day: number): void {
		if (this.length === this.macs.length || this.length === this.#most) {
			if (this.length === this.#most)
				throw new Failure(
					'too-many-sightings',
					`1,024 Macs have more than ${grouped(this.#most)} sightings: erase old ones with fleet remember --keep-days`,
				);
			this.macs = doubled(this.macs);
			this.states = doubled(this.states);
			this.days = doubled(this.days);
		}
		this.macs[this.length] = mac;
		this.states[this.length] = state;
		this.days[this.length++] = day;
	}

	clear(): void {
		this.length = 0;
	}
}

function doubled(column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
	const larger = new Int32Array(column.length * 2);
	larger.set(column);
	return larger;
}

/** Packs sightings by segment; in a segment they are sorted by Mac. */
export function packSightings({ macs, states, days, length }: Sightings): Map<number, Uint8Array> {
	const order = new Uint32Array(length);
	for (let at = 0; at < length; at++) order[at] = at;
	order.sort((a, b) => macs[a]! - macs[b]! || days[a]! - days[b]! || states[a]! - states[b]!);
	const writers = new Map<number, Writer>();
	for (const at of order) {
		const segment = Math.floor(macs[at]! / macsPerSegment);
		const writer = writers.get(segment) ?? new Writer(segment * macsPerSegment);
		writers.set(segment, writer);
		writer.add(macs[at]!, states[at]!, days[at]!);
	}
	return new Map([...writers].map(([segment, writer]) => [segment, writer.bytes()]));
}

class Writer {
	#bytes = new Uint8Array(4096);
	#length = 0;
	#mac: number;
	#day = 0;

	constructor(first: number) {
		this.#mac = first;
	}

	add(mac: number, state: number, day: number): void {
		this.#number(mac - this.#mac);
		this.#number(state);
		// The last bit is the sign: the day may be earlier than that of the Mac before.
		const step = day - this.#day;
		this.#number(step < 0 ? -step * 2 - 1 : step * 2);
		this.#mac = mac;
		this.#day = day;
	}

	bytes(): Uint8Array {
		return this.#bytes.slice(0, this.#length);
	}

	#number(value: number): void {
		if (this.#length + 8 > this.#bytes.length) {
			const larger = new Uint8Array(this.#bytes.length * 2);
			larger.set(this.#bytes);
			this.#bytes = larger;
		}
		let rest = value;
		for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes[this.#length++] = (rest % 128) | 128;
		this.#bytes[this.#length++] = rest;
	}
}

/** Adds packed sightings to a list. Throws a RangeError on damaged bytes. */
export function unpackSightings(bytes: Uint8Array, segment: number, into: Sightings): void {
	const { length } = bytes;
	let at = 0;
	let mac = segment * macsPerSegment;
	let day = 0;
	/** Reads the rest of a number of several bytes. Most numbers have one byte and need no call. */
	const longNumber = (first: number) => {
		let value = first & 127;
		for (let factor = 128; ; factor *= 128) {
			if (at >= length || factor > 0x1000000000) throw new RangeError('sightings are damaged');
			const byte = bytes[at++]!;
			value += (byte & 127) * factor;
			if (byte < 128) return value;
		}
	};
	while (at < length) {
		if (at + 3 > length) throw new RangeError('sightings are damaged');
		const ahead = bytes[at++]!;
		mac += ahead < 128 ? ahead : longNumber(ahead);
		const low = bytes[at++]!;
		const state = low < 128 ? low : longNumber(low);
		const first = bytes[at++]!;
		const step = first < 128 ? first : longNumber(first);
		day += step & 1 ? -((step + 1) >>> 1) : step >>> 1;
		into.add(mac, state, day);
	}
}
