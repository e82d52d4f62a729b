/** The service that gets into trouble, and what is needed to make some. */
export interface TroubledService {
	readonly address: string;
	readonly stateFolder: string;
	readonly env: Record<string, string>;
	/** Licenses of those who make trouble: what they ask is not what is counted. */
	readonly slowKey: string;
	readonly searchKey: string;
	readonly costlyKeys: readonly string[];
	readonly database: SharedDatabase;
	fault(what: string): void;
}

export interface Trouble {
	/** What was done so far, in words. */
	told(): string;
	stop(): Promise<void>;
}

/** Does the work again and again until it is told to stop. */
export function repeat(work: (isRunning: () => boolean) => Promise<void>): { stop(): Promise<void> } {
	let running = true;
	const isRunning = () => running;
	const done = (async () => {
		while (running) await work(isRunning);
	})();
	return {
		async stop() {
			running = false;
			await done;
		},
	};
}

/** Who may use the database when: whoever swaps it has it for himself, all others use it at the same time. */
export class SharedDatabase {
	#users = 0;
	#swap: Promise<void> | null = null;

	async use<T>(work: () => Promise<T>): Promise<T> {
		while (this.#swap) await this.#swap;
		this.#users++;
		try {
			return await work();
		} finally {
			this.#users--;
		}
	}

	async swap(work: () => Promise<void>): Promise<void> {
		let end = () => {};
		this.#swap = new Promise((resolve) => {
			end = resolve;
		});
		try {
			while (this.#users > 0) await Bun.sleep(20);
			await work();
		} finally {
			this.#swap = null;
			end();
		}
	}
}
