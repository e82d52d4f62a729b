/** The service under load, and what the troubles need. */
export interface TroubledService {
	readonly address: string;
	readonly stateFolder: string;
	readonly env: Record<string, string>;
	/** Licenses of the troubles; their requests are not counted. */
	readonly slowKey: string;
	readonly searchKey: string;
	readonly costlyKeys: readonly string[];
	readonly agentKeys: readonly string[];
	readonly readerKey: string;
	readonly database: SharedDatabase;
	/** Sends a request of a flood. */
	readonly ask: Ask;
	fault(description: string): void;
}

export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** Sends requests over TLS, from so many addresses in turn: the service trusts this machine as a proxy that tells them. */
export function askFrom(address: string, addresses: number): Ask {
	let sent = 0;
	return (path, init = {}) => {
		const headers = new Headers(init.headers);
		const number = sent++ % addresses;
		if (addresses > 1) headers.set('X-Forwarded-For', `10.0.${number >> 8}.${number & 255}`);
		return fetch(address + path, { ...init, headers, tls: { rejectUnauthorized: false } });
	};
}

export interface Trouble {
	/** What it did so far, for the report. */
	told(): string;
	stop(): Promise<void>;
}

/** Repeats the work until it is stopped. */
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

/** A lock for the database: a swap has it alone, all other uses share it. */
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
