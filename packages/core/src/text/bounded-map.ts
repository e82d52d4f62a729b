/**
 * A map with a limit, for keys that others choose. When it is full, the entry that was set longest ago goes. The limit
 * counts entries, or what `sizeOf` says of each.
 */
export class BoundedMap<Key, Value> {
	readonly #entries = new Map<Key, Value>();
	readonly #most: number;
	readonly #sizeOf: (key: Key, value: Value) => number;
	#size = 0;

	constructor(most: number, sizeOf: (key: Key, value: Value) => number = () => 1) {
		this.#most = most;
		this.#sizeOf = sizeOf;
	}

	get(key: Key): Value | undefined {
		return this.#entries.get(key);
	}

	set(key: Key, value: Value): Value {
		this.#remove(key);
		this.#entries.set(key, value);
		this.#size += this.#sizeOf(key, value);
		while (this.#size > this.#most) this.#remove(this.#entries.keys().next().value as Key);
		return value;
	}

	/** The value of the key, which is made and set if there is none. */
	findOrMake(key: Key, make: () => Value): Value {
		return this.#entries.get(key) ?? this.set(key, make());
	}

	clear(): void {
		this.#entries.clear();
		this.#size = 0;
	}

	#remove(key: Key): void {
		const value = this.#entries.get(key);
		if (value !== undefined && this.#entries.delete(key)) this.#size -= this.#sizeOf(key, value);
	}
}
