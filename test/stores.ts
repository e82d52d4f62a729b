import { afterAll, beforeAll } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/database/open.ts';
import { readSettings, type Settings } from '../src/settings/settings.ts';
import { makeDatabase } from './make-database.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { sharedServers } from './shared-servers.ts';
import { isFull } from './size.ts';
import { inWorld } from './world.ts';

export { eventually } from './eventually.ts';

export type Kind = 'sqlite' | 'postgres';
export const kinds: Kind[] = ['sqlite', 'postgres'];
/** For tests with many processes and the same SQL in both stores: PostgreSQL is left to `npm run test:full`. */
export const costlyKinds: Kind[] = isFull ? kinds : ['sqlite'];

export interface Stores {
	/** The address of an empty PostgreSQL database. */
	database(): Promise<string>;
	/** A new state folder, removed after the tests of the file. */
	folder(): string;
	/** The environment of an installation with an initialized store and no license. */
	environment(kind: Kind): Promise<Record<string, string>>;
	/** The environment of an installation that was never started, with an empty store. */
	emptyEnvironment(kind: Kind): Promise<Record<string, string>>;
	settings(kind: Kind): Promise<Settings>;
}

/** Stores with their own PostgreSQL, which a test may stop and suspend. */
export interface OwnStores extends Stores {
	postgres(): PostgresServer;
}

/** Initializes the store as the first start of a service does, without a license. */
export async function makeStore(env: Record<string, string>): Promise<void> {
	await (await openDatabase(readSettings(env), { make: true })).close();
}

/** Real databases of both kinds for the tests of a file, in the PostgreSQL of the test run. */
export function useStores(): Stores {
	const shared = sharedServers().postgres;
	return shared ? storesOf(() => makeDatabase(shared.address)) : useOwnStores();
}

/** Real databases of both kinds for tests that stop or suspend the PostgreSQL. */
export function useOwnStores(): OwnStores {
	let server: PostgresServer | undefined;
	beforeAll(async () => {
		server = await startPostgres();
	});
	const stores = storesOf(() => server!.database());
	afterAll(() => server?.remove());
	return { ...stores, postgres: () => server! };
}

function storesOf(database: () => Promise<string>): Stores {
	const folders: string[] = [];
	afterAll(() => {
		for (const folder of folders) rmSync(folder, { recursive: true, force: true });
	});
	const stores: Stores = {
		database,
		folder() {
			const folder = mkdtempSync(join(tmpdir(), 'pointrelease-state-'));
			folders.push(folder);
			return folder;
		},
		async environment(kind) {
			const env = await stores.emptyEnvironment(kind);
			await makeStore(env);
			return env;
		},
		async emptyEnvironment(kind) {
			const ownState = { POINTRELEASE_STATE: stores.folder(), ...inWorld };
			return kind === 'sqlite' ? ownState : { ...ownState, DATABASE_URL: await database() };
		},
		settings: async (kind) => readSettings(await stores.environment(kind)),
	};
	return stores;
}
