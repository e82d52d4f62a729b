/** Lets signals and timers run: what is unpacked or pulled is in memory, so reading it waits for nothing. */
export type Turn = () => Promise<void>;

/** In bytes, between two turns. */
export const bytesPerTurn = 4 * 1024 * 1024;

/** Bytes in pieces, whose first bytes can be read in advance. */
export class Source implements AsyncIterable<Uint8Array> {
	readonly #pieces: AsyncIterator<Uint8Array>;
	#first: Uint8Array = new Uint8Array(0);
	#hasEnded = false;

	readonly #turn: Turn;

	constructor(pieces: AsyncIterable<Uint8Array>, turn: Turn = async () => {}) {
		this.#turn = turn;
		this.#pieces = pieces[Symbol.asyncIterator]();
	}

	/** At least `length` of the first bytes, or all of a shorter file. They stay in the source. */
	async peek(length: number): Promise<Uint8Array> {
		const pieces = [this.#first];
		let total = this.#first.length;
		while (total < length && !this.#hasEnded) {
			const { done, value } = await this.#pieces.next();
			if (done) this.#hasEnded = true;
			else {
				pieces.push(value);
				total += value.length;
			}
		}
		if (pieces.length > 1) {
			this.#first = new Uint8Array(total);
			let at = 0;
			for (const piece of pieces) {
				this.#first.set(piece, at);
				at += piece.length;
			}
		}
		return this.#first;
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
		if (this.#first.length > 0) yield this.#first;
		this.#first = new Uint8Array(0);
		let sinceTurn = 0;
		while (!this.#hasEnded) {
			const { done, value } = await this.#pieces.next();
			if (done) this.#hasEnded = true;
			else {
				yield value;
				sinceTurn += value.length;
				if (sinceTurn < bytesPerTurn) continue;
				sinceTurn = 0;
				await this.#turn();
			}
		}
	}
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'shift_jis';

/** Detects the encoding from the first bytes: by a byte order mark, the places of zeros, or bytes that are not UTF-8. */
export function detectEncoding(sample: Uint8Array): Encoding {
	if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
	if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
	const zeros = [0, 0];
	const length = Math.min(sample.length, 4096);
	for (let at = 0; at < length; at++) if (sample[at] === 0) zeros[at % 2]!++;
	// In UTF-16, Latin letters have a zero in every second byte.
	if (zeros[1]! > length / 4 && zeros[0]! < length / 40) return 'utf-16le';
	if (zeros[0]! > length / 4 && zeros[1]! < length / 40) return 'utf-16be';
	if (isText(sample, 'utf-8')) return 'utf-8';
	return isShiftJis(sample) ? 'shift_jis' : 'windows-1252';
}

/** In bytes: the part of a table that shows its language. */
const shownBytes = 64 * 1024;

/**
 * Whether a text is in Shift-JIS, which Excel writes in Japan. Many texts of Europe can be read as Shift-JIS, too, but then have no
 * Japanese syllables: `Anna’s MacBook` has a Chinese character in place of the apostrophe.
 */
function isShiftJis(sample: Uint8Array): boolean {
	const shown = sample.subarray(0, shownBytes);
	if (!isText(shown, 'shift_jis')) return false;
	const text = new TextDecoder('shift_jis').decode(shown, { stream: true });
	return (text.match(/[\u3041-\u30fa]/g)?.length ?? 0) > 1;
}

function isText(sample: Uint8Array, encoding: Encoding): boolean {
	try {
		// `stream` allows a character that the end of the sample cuts in two.
		new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
		return true;
	} catch {
		return false;
	}
}

/** The length of the byte order mark that the text begins with. */
function markLength(sample: Uint8Array): number {
	return sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf ? 3 : 0;
}

/** Text of any encoding as UTF-8, without its byte order mark. */
export async function* asUtf8(
	chunks: AsyncIterable<Uint8Array>,
	encoding: Encoding,
): AsyncGenerator<Uint8Array> {
	if (encoding === 'utf-8') {
		let first = true;
		for await (const chunk of chunks) {
			yield first ? chunk.subarray(markLength(chunk)) : chunk;
			first = false;
		}
		return;
	}
	const decoder = new TextDecoder(encoding);
	const encoder = new TextEncoder();
	for await (const chunk of chunks) yield encoder.encode(decoder.decode(chunk, { stream: true }));
	yield encoder.encode(decoder.decode());
}
