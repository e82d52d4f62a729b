import type { SharedDatabase } from './shared-database.ts';

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
