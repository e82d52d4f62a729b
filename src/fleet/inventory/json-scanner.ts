/** Members that hold the list of computers in what management services answer with. */
const listNames: ReadonlySet<string> = new Set([
	'results',
	'data',
	'value',
	'devices',
	'computers',
	'hosts',
	'items',
	'response',
	'rows',
	'macs',
]);

/** A record longer than this is no computer: it is told of and passed over. */
export const longestRecord = 64 * 1024 * 1024;

const [quote, backslash, colon, comma, space] = [0x22, 0x5c, 0x3a, 0x2c, 0x20];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

const decoder = new TextDecoder();

/**
 * Finds the records of a JSON text, bytes in and texts out: the elements of the list at the top or below a member
 * such as `results`; else each value at the top. Only the record at hand is kept.
 */
export class JsonScanner {
	#kept = new Uint8Array(64 * 1024);
	#length = 0;
	#at = 0;
	/** Where the record at hand begins in what is kept; -1 outside of records. */
	#start = -1;
	#isTooLong = false;
	#depth = 0;
	/** The depth that records stand at. */
	#recordDepth = 0;
	/** The depth at which a member may turn out to hold the records; 0 once that is settled. */
	#memberDepth = 0;
	#inText = false;
	#isEscaped = false;
	#textStart = 0;
	#lastText = '';
	#followsName = false;
	readonly #onRecord: (text: string) => void;
	readonly #onProblem: (problem: string) => void;

	constructor(onRecord: (text: string) => void, onProblem: (problem: string) => void) {
		this.#onRecord = onRecord;
		this.#onProblem = onProblem;
	}

	push(chunk: Uint8Array): void {
		this.#append(chunk);
		for (; this.#at < this.#length; this.#at++) {
			const byte = this.#kept[this.#at]!;
			if (this.#inText) this.#readText(byte);
			else this.#readMark(byte);
		}
		this.#forget();
	}

	end(): void {
		if (this.#depth > 0 || this.#inText)
			this.#onProblem('the file ends in the middle of a record: expected the rest of the JSON');
		else if (this.#start >= 0) this.#emit(this.#length);
	}

	#readText(byte: number): void {
		if (this.#isEscaped) this.#isEscaped = false;
		else if (byte === backslash) this.#isEscaped = true;
		else if (byte === quote) {
			this.#inText = false;
			const mayBeName = this.#depth === this.#memberDepth && this.#at - this.#textStart < 32;
			this.#lastText = mayBeName ? decoder.decode(this.#kept.subarray(this.#textStart + 1, this.#at)) : '';
		}
	}

	#readMark(byte: number): void {
		if (byte === colon) {
			this.#followsName = true;
			return;
		}
		if (byte <= space || byte === comma) {
			// A bare value among the records ends here.
			const ends = byte === comma || this.#depth === 0;
			if (ends && this.#start >= 0 && this.#depth === this.#recordDepth) this.#emit(this.#at);
			return;
		}
		if (byte === closeObject || byte === closeList) this.#close();
		else {
			if (this.#start < 0 && this.#depth === this.#recordDepth) this.#begin(byte);
			if (byte === openObject || byte === openList) this.#open(byte);
			else if (byte === quote) {
				this.#inText = true;
				this.#textStart = this.#at;
			}
		}
		this.#followsName = false;
	}

	#begin(byte: number): void {
		if (this.#depth === 0 && byte === openList) {
			this.#recordDepth = 1;
			return;
		}
		this.#start = this.#at;
		this.#isTooLong = false;
		if (this.#depth === 0 && byte === openObject) this.#memberDepth = 1;
	}

	#open(byte: number): void {
		const mayHold = this.#followsName && this.#depth === this.#memberDepth && listNames.has(this.#lastText);
		this.#depth++;
		if (!mayHold) return;
		if (byte === openObject) this.#memberDepth = this.#depth;
		else {
			// What was taken for a record holds the records.
			this.#start = -1;
			this.#memberDepth = 0;
			this.#recordDepth = this.#depth;
		}
	}

	#close(): void {
		if (this.#start >= 0 && this.#depth === this.#recordDepth) this.#emit(this.#at);
		if (this.#depth === this.#memberDepth) this.#memberDepth--;
		this.#depth = Math.max(0, this.#depth - 1);
		if (this.#start >= 0 && this.#depth === this.#recordDepth) this.#emit(this.#at + 1);
		// What stands beside the list that has ended is no record.
		if (this.#depth < this.#recordDepth) this.#recordDepth = Number.POSITIVE_INFINITY;
		if (this.#depth === 0) this.#recordDepth = 0;
	}

	#emit(end: number): void {
		if (this.#isTooLong) this.#onProblem(`the record is longer than ${longestRecord / 1024 / 1024} MiB`);
		else this.#onRecord(decoder.decode(this.#kept.subarray(this.#start, end)));
		this.#start = -1;
	}

	#append(chunk: Uint8Array): void {
		const needed = this.#length + chunk.length;
		if (needed > this.#kept.length) {
			const larger = new Uint8Array(Math.max(needed, this.#kept.length * 2));
			larger.set(this.#kept.subarray(0, this.#length));
			this.#kept = larger;
		}
		this.#kept.set(chunk, this.#length);
		this.#length += chunk.length;
	}

	/** Drops what is before the record at hand. */
	#forget(): void {
		if (this.#start >= 0 && this.#length - this.#start > longestRecord) {
			this.#isTooLong = true;
			this.#start = this.#length;
		}
		const from = this.#start >= 0 ? this.#start : this.#length;
		this.#kept.copyWithin(0, from, this.#length);
		this.#length -= from;
		this.#at -= from;
		this.#textStart = Math.max(0, this.#textStart - from);
		if (this.#start >= 0) this.#start = 0;
	}
}
