import { afterAll, beforeAll, setDefaultTimeout } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, type Settings } from '../src/settings.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

export type Kind = 'sqlite' | 'postgres';
export const kinds: Kind[] = ['sqlite', 'postgres'];

export interface Stores {
	postgres(): PostgresServer;
	/** A state folder of its own, removed after the tests of the file. */
	folder(): string;
	/** The environment of an installation with an empty store of that kind. */
	environment(kind: Kind): Promise<Record<string, string>>;
	settings(kind: Kind): Promise<Settings>;
}

/** Real databases of both kinds for the tests of a file. */
export function useStores(): Stores {
	// A real server takes its time to start where many things run at once.
	setDefaultTimeout(60_000);
	const folders: string[] = [];
	let server: PostgresServer | undefined;
	beforeAll(async () => {
		server = await startPostgres();
	});
	afterAll(async () => {
		await server?.remove();
		for (const folder of folders) rmSync(folder, { recursive: true, force: true });
	});
	const stores: Stores = {
		postgres: () => server!,
		folder() {
			const folder = mkdtempSync(join(tmpdir(), 'pointrelease-state-'));
			folders.push(folder);
			return folder;
		},
		async environment(kind) {
			const own = { POINTRELEASE_STATE: stores.folder() };
			return kind === 'sqlite' ? own : { ...own, DATABASE_URL: await server!.database() };
		},
		settings: async (kind) => readSettings(await stores.environment(kind)),
	};
	return stores;
}

/** A look that comes later than this after the one before was kept waiting by a busy machine. */
const longestStep = 250;

/**
 * Waits until the condition holds; fails with the words otherwise. Returns the milliseconds it took, without those
 * in which the machine let nobody look.
 */
export async function eventually(
	words: string,
	condition: () => boolean | Promise<boolean>,
	within = 20_000,
): Promise<number> {
	const start = performance.now();
	let took = 0;
	for (let last = start; ; ) {
		const holds = await condition();
		const now = performance.now();
		took += Math.min(now - last, longestStep);
		last = now;
		if (holds) return took;
		if (now - start > within) throw new Error(`not within ${within} ms: ${words}`);
		await Bun.sleep(5);
	}
}
