import { longestRecord } from './json-scanner.ts';

const lineFeed = 0x0a;

/** Gives the lines of a text, bytes in and texts out; one that is too long is told of and passed over. */
export class LineScanner {
	#kept: Uint8Array[] = [];
	#length = 0;
	#isTooLong = false;
	readonly #onLine: (text: string) => void;
	readonly #onProblem: (problem: string) => void;

	constructor(onLine: (text: string) => void, onProblem: (problem: string) => void) {
		this.#onLine = onLine;
		this.#onProblem = onProblem;
	}

	push(chunk: Uint8Array): void {
		let from = 0;
		for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
			this.#keep(chunk.subarray(from, end));
			this.#finish();
			from = end + 1;
		}
		// What the next chunk continues must outlive this one.
		this.#keep(chunk.slice(from));
	}

	end(): void {
		this.#finish();
	}

	#keep(part: Uint8Array): void {
		this.#length += part.length;
		if (this.#length > longestRecord) {
			this.#isTooLong = true;
			this.#kept = [];
		} else this.#kept.push(part);
	}

	#finish(): void {
		const decoder = new TextDecoder();
		const text = this.#kept
			.map((part) => decoder.decode(part, { stream: true }))
			.join('')
			.trim();
		if (this.#isTooLong) this.#onProblem(`the record is longer than ${longestRecord / 1024 / 1024} MiB`);
		else if (text !== '') this.#onLine(text);
		this.#kept = [];
		this.#length = 0;
		this.#isTooLong = false;
	}
}
