import { exceededLimit, type JsonLimits } from '@pointrelease/core/src/text/json-limits.ts';
import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import { BadAnswer } from './kind.ts';

/** What a service may send. A broken or hostile one must not fill the memory. */
export interface PullLimits extends JsonLimits {
	/** Bytes of one answer: a page of 2,000 Macs with everything that a service may know about them. */
	readonly answerBytes: number;
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
	// No service nests more than ten levels.
	depth: 64,
	// 2,000 Macs of 2,000 values each.
	values: 4_000_000,
	recordCharacters: 1024 * 1024,
	textCharacters: 4096,
	rows: 2_000_000,
	inventoryBytes: 1024 * 1024 * 1024,
	linkCharacters: 8192,
};

/** Refuses JSON that would take much more memory than its bytes, before it is parsed. */
export function refuseExcess(json: string, limits: PullLimits): void {
	const exceeded = exceededLimit(json, limits);
	if (exceeded === 'depth') throw new BadAnswer(`the answer is nested deeper than ${limits.depth} levels`);
	if (exceeded) throw new BadAnswer(`the answer has more than ${grouped(limits.values)} values`);
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
