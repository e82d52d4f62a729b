import { grouped } from '../text/numbers.ts';
import { BadAnswer } from './kind.ts';

/** What a service may send. A broken or hostile one must not fill the memory. */
export interface PullLimits {
	/** Bytes of one answer: a page of 2,000 Macs with everything that a service may know about them. */
	readonly answerBytes: number;
	/** How deep an answer may be nested. No service nests more than ten levels. */
	readonly depth: number;
	/** Values of one answer: 2,000 Macs of 2,000 values each. */
	readonly values: number;
	readonly recordCharacters: number;
	/** Longer texts of an inventory are cut, and counted. */
	readonly textCharacters: number;
	readonly rows: number;
	/** Bytes of all lines of an inventory: so many rows of usual length. */
	readonly inventoryBytes: number;
	/** Characters of the address of a next page. */
	readonly linkCharacters: number;
}

export const pullLimits: PullLimits = {
	answerBytes: 64 * 1024 * 1024,
	depth: 64,
	values: 4_000_000,
	recordCharacters: 1024 * 1024,
	textCharacters: 4096,
	rows: 2_000_000,
	inventoryBytes: 1024 * 1024 * 1024,
	linkCharacters: 8192,
};

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Refuses JSON that would take much more memory than its bytes, before it is parsed. */
export function refuseExcess(json: Uint8Array, { depth: deepest, values: most }: PullLimits): void {
	let depth = 0;
	let values = 1;
	let inText = false;
	for (let at = 0; at < json.length; at++) {
		const byte = json[at]!;
		if (inText) {
			if (byte === backslash) at++;
			else if (byte === quote) inText = false;
			continue;
		}
		if (byte === quote) inText = true;
		else if (byte === openList || byte === openObject) {
			values++;
			if (++depth > deepest) throw new BadAnswer(`the answer is nested deeper than ${deepest} levels`);
		} else if (byte === closeList || byte === closeObject) depth--;
		else if (byte === comma) values++;
		if (values > most) throw new BadAnswer(`the answer has more than ${grouped(most)} values`);
	}
}

/** Whether a record has at most so many characters in names and values. Stops counting at the limit. */
export function isWithin(record: unknown, most: number): boolean {
	let left = most;
	const count = (value: unknown): void => {
		if (left < 0) return;
		if (typeof value === 'string') left -= value.length;
		else if (Array.isArray(value)) for (const entry of value) count(entry);
		else if (typeof value === 'object' && value !== null)
			for (const [name, entry] of Object.entries(value)) {
				left -= name.length;
				count(entry);
			}
		left--;
	};
	count(record);
	return left >= 0;
}
