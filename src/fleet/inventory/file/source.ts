/** Bytes that come in pieces, of which the first can be looked at without being taken. */
export class Source implements AsyncIterable<Uint8Array> {
	readonly #pieces: AsyncIterator<Uint8Array>;
	#first: Uint8Array = new Uint8Array(0);
	#hasEnded = false;

	constructor(pieces: AsyncIterable<Uint8Array>) {
		this.#pieces = pieces[Symbol.asyncIterator]();
	}

	/** At least so many of the first bytes, or all where there are fewer. */
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
		while (!this.#hasEnded) {
			const { done, value } = await this.#pieces.next();
			if (done) this.#hasEnded = true;
			else yield value;
		}
	}
}
