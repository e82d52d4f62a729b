import { mutateJson, placesIn } from '../mutated-json.ts';
import { limits, usualTokens } from './tokens.ts';

/** In bytes: longer inputs are cut, so that runs stay short. What length does to a reader is counted elsewhere. */
const longest = 16 * 1024;

/** Makes inputs of inputs. Equal seeds and equal inputs give the same. */
export class Mutator {
	readonly inputs: Uint8Array[] = [];
	readonly #random: () => number;
	readonly #dictionary: readonly Uint8Array[];
	readonly #texts: readonly string[];

	constructor(random: () => number, dictionary: readonly string[]) {
		this.#random = random;
		this.#texts = [...usualTokens, ...limits, ...dictionary];
		this.#dictionary = this.#texts.map((text) => new TextEncoder().encode(text));
	}

	/** Keeps an input to make others of. One that reached much that is new is chosen more often. */
	add(bytes: Uint8Array, news = 1): void {
		if (bytes.length > longest) return;
		const times = Math.min(4, 1 + Math.floor(Math.log2(Math.max(1, news))));
		this.inputs.push(bytes);
		this.#weighted.push(...Array<Uint8Array>(times).fill(bytes));
	}

	readonly #weighted: Uint8Array[] = [];

	/** A changed input: one to eight changes, mostly few. */
	next(): Uint8Array {
		let bytes: Uint8Array = this.#choose();
		// Nearly all other changes of JSON only show that it is none.
		const json = this.#below(5) > 0 ? this.#changedJson(bytes) : null;
		if (json) return json;
		for (let changes = 1 << this.#below(4); changes > 0; changes--)
			bytes = this.#changed(bytes).subarray(0, longest);
		return bytes.slice();
	}

	/** One of the newest in a third of all cases. */
	#choose(): Uint8Array {
		const { length } = this.#weighted;
		if (length === 0) return new Uint8Array(0);
		const isNew = length > 20 && this.#below(3) === 0;
		return this.#weighted[isNew ? length - 1 - this.#below(20) : this.#below(length)]!;
	}

	#changed(bytes: Uint8Array): Uint8Array {
		const at = this.#below(bytes.length + 1);
		const length = Math.min(bytes.length - at, 1 + this.#below(this.#below(3) === 0 ? 64 : 6));
		switch (this.#below(12)) {
			case 0:
				return replaced(bytes, at, at + 1, [this.#below(256)]);
			case 1:
				return replaced(bytes, at, at + length, []);
			case 2:
				return replaced(bytes, at, at, this.#pick(this.#dictionary));
			case 3:
				return replaced(bytes, at, at + length, this.#pick(this.#dictionary));
			case 4: {
				const part = bytes.slice(at, at + length);
				const times = 1 + this.#below(this.#below(8) === 0 ? 40 : 3);
				return replaced(bytes, at, at, repeated(part, times));
			}
			case 5: {
				const other = this.#choose();
				const from = this.#below(other.length + 1);
				return replaced(bytes, at, at + length, other.subarray(from, from + 1 + this.#below(80)));
			}
			case 6: {
				const other = this.#choose();
				return replaced(bytes, at, bytes.length, other.subarray(this.#below(other.length + 1)));
			}
			case 7:
				return replaced(bytes, at, at + 1, [(bytes[at] ?? 0) ^ (1 << this.#below(8))]);
			case 8: {
				// A part moves: cells, lines and members change places.
				const part = bytes.slice(at, at + length);
				const rest = replaced(bytes, at, at + length, []);
				const to = this.#below(rest.length + 1);
				return replaced(rest, to, to, part);
			}
			case 9:
				return this.#changedToken(bytes, at, isDigit, limits);
			case 10:
				return this.#changedToken(bytes, at, isWord, this.#texts);
			default:
				return this.#changedCell(bytes, at);
		}
	}

	/** Replaces the number or word from a place on. */
	#changedToken(
		bytes: Uint8Array,
		at: number,
		isPart: (byte: number) => boolean,
		texts: readonly string[],
	): Uint8Array {
		let start = at;
		while (start < bytes.length && !isPart(bytes[start]!)) start++;
		let end = start;
		while (end < bytes.length && isPart(bytes[end]!)) end++;
		return replaced(bytes, start, end, new TextEncoder().encode(this.#pick(texts)));
	}

	/** Empties, doubles or exchanges the cell or line of a place. */
	#changedCell(bytes: Uint8Array, at: number): Uint8Array {
		const borders = this.#below(2) === 0 ? [0x0a] : [0x2c, 0x3b, 0x09, 0x7c, 0x0a];
		let [start, end] = [at, at];
		while (start > 0 && !borders.includes(bytes[start - 1]!)) start--;
		while (end < bytes.length && !borders.includes(bytes[end]!)) end++;
		const cell = bytes.slice(start, end + 1);
		const how = this.#below(3);
		if (how === 0) return replaced(bytes, start, end, []);
		if (how === 1) return replaced(bytes, end + 1, end + 1, cell);
		const rest = replaced(bytes, start, end + 1, []);
		const to = this.#below(rest.length + 1);
		return replaced(rest, to, to, cell);
	}

	/** Changes of the value that a text of JSON holds; null for other inputs. */
	#changedJson(bytes: Uint8Array): Uint8Array | null {
		const root = { value: jsonIn(bytes) };
		if (root.value === undefined) return null;
		const other = { value: jsonIn(this.#choose()) };
		const below = (most: number) => this.#below(most);
		for (let changes = 1 << this.#below(4); changes > 0; changes--) {
			const [container, name] = this.#pick(placesIn(root));
			const value = container[name];
			const isText = typeof value === 'string' && this.#below(2) === 0;
			if (isText) container[name] = new TextDecoder().decode(this.#changed(new TextEncoder().encode(value)));
			else {
				const [from, member] = this.#pick(placesIn(other));
				const texts = Array.from({ length: 8 }, () => this.#pick(this.#texts));
				const pool = [...jsonValues, ...texts, ...Array(4).fill(from[member] ?? null)];
				mutateJson(root, { below, pick: (list) => this.#pick(list), pool });
			}
		}
		const text = new TextEncoder().encode(JSON.stringify(root.value));
		return text.length <= longest ? text : null;
	}

	#below(most: number): number {
		return Math.floor(this.#random() * most);
	}

	#pick<T>(list: readonly T[]): T {
		return list[this.#below(list.length)]!;
	}
}

const jsonValues = [
	null,
	true,
	false,
	0,
	-1,
	1e21,
	0.5,
	'',
	[],
	{},
	[[]],
	[null],
	[{}],
	{ length: 1 },
	['a', 'a'],
];

/** The value of a text of JSON that is a list or an object; undefined for other bytes. */
function jsonIn(bytes: Uint8Array): unknown {
	if (![0x5b, 0x7b].includes(bytes[0]!)) return undefined;
	try {
		return JSON.parse(new TextDecoder().decode(bytes));
	} catch {
		return undefined;
	}
}

const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;
const isWord = (byte: number) => isDigit(byte) || (byte | 0x20) > 0x60 || byte === 0x2d || byte === 0x5f;

function replaced(bytes: Uint8Array, from: number, to: number, by: ArrayLike<number>): Uint8Array {
	const start = Math.min(from, bytes.length);
	const rest = bytes.subarray(Math.max(start, to));
	const result = new Uint8Array(start + by.length + rest.length);
	result.set(bytes.subarray(0, start));
	result.set(by, start);
	result.set(rest, start + by.length);
	return result;
}

function repeated(part: Uint8Array, times: number): Uint8Array {
	const result = new Uint8Array(part.length * times);
	for (let at = 0; at < times; at++) result.set(part, at * part.length);
	return result;
}
