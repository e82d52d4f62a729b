/** A secret that no log, error or JSON text shows by accident. */
export class Secret {
	readonly #text: string;

	constructor(text: string) {
		this.#text = text;
	}

	/** The secret itself, for the request that needs it. */
	reveal(): string {
		return this.#text;
	}

	toString(): string {
		return '[secret]';
	}

	toJSON(): string {
		return '[secret]';
	}
}

export type Environment = Readonly<Record<string, string | undefined>>;
