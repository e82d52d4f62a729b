import { Database } from 'bun:sqlite';

/** `SQL` of Bun for simulated processes: SQLite without the layers between, which take as long as its statements. */
export class SQL {
	readonly #handle: Database;

	constructor({ filename }: { filename: string }) {
		this.#handle = new Database(filename, { readwrite: true, create: false });
	}

	unsafe(text: string, values: never[] = []): PromiseLike<unknown[]> & { values(): Promise<unknown[][]> } {
		const statement = () => this.#handle.query(text);
		return {
			// biome-ignore lint/suspicious/noThenProperty: a query is asked when it is awaited, as it is in Bun
			then: (done, failed) => ask(() => statement().all(...values)).then(done, failed),
			values: () => ask(() => statement().values(...values)),
		};
	}

	async close(): Promise<void> {
		this.#handle.close();
	}
}

async function ask<T>(work: () => T): Promise<T> {
	return work();
}
