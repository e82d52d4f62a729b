import { existsSync } from 'node:fs';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { makeCatalog } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { loadCatalog, loadShipped } from '../data/load.ts';
import type { Database } from '../database/database.ts';
import { type Opening, openDatabase } from '../database/open.ts';
import { databaseFile } from '../database/state-folder.ts';
import { learntMoments } from '../learning/facts/fact.ts';
import { Knowledge } from '../learning/knowledge.ts';
import { Failure, reasonOf } from '../process/failure.ts';
import { silentLog } from '../process/log.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * The built-in data with what a service on this machine has learned. Without a database, because no service ever ran
 * here, a command that only reads does not make one.
 */
export async function knownCatalog(settings: Settings): Promise<Catalog> {
	return (await knownData(settings)).catalog;
}

/** The same, with the moments at which releases were learned. */
export async function knownData(
	settings: Settings,
): Promise<{ catalog: Catalog; learnt: ReadonlyMap<string, string> }> {
	if (!settings.databaseUrl && !existsSync(databaseFile(settings.stateFolder)))
		return { catalog: loadCatalog(settings.dataFolder), learnt: new Map() };
	return withKnowledge(
		settings,
		async (_, { catalog, facts }) => ({ catalog, learnt: learntMoments(facts) }),
		{ make: false },
	);
}

/**
 * Opens the database of the settings with the latest learned data, and closes it after the work. The embedded database
 * is made if it is missing, because commands that manage data also work without a service.
 */
export async function withKnowledge<T>(
	settings: Settings,
	work: (database: Database, knowledge: Knowledge) => Promise<T>,
	opening: Opening = {},
): Promise<T> {
	const shipped = loadShipped(settings.dataFolder);
	const database = await openDatabase(settings, { make: settings.databaseUrl === null, ...opening });
	try {
		const knowledge = new Knowledge(shipped, database, silentLog);
		await knowledge.refresh();
		return await work(database, knowledge);
	} finally {
		await database.close();
	}
}

const patience = 30_000;

interface DataTables {
	readonly data_version: string;
	readonly tables: Readonly<Record<string, string>>;
}

/** The catalog of a running service, built from its tables. The service gets nothing but the key. */
export async function catalogOfService(url: string, key: string | null): Promise<Catalog> {
	if (!key) throw new Failure('no-key', 'set POINTRELEASE_KEY to the license key of the service');
	let address: URL;
	try {
		address = new URL('dataset/tables', url.endsWith('/') ? url : `${url}/`);
	} catch {
		throw new Failure(
			'bad-arguments',
			`--service: ${JSON.stringify(url)} is not an address: expected for example https://host`,
		);
	}
	let response: Response;
	let text: string;
	try {
		response = await fetch(address, {
			headers: { Authorization: key },
			signal: AbortSignal.timeout(patience),
			redirect: 'error',
		});
		text = await response.text();
	} catch (thrown) {
		throw new Failure('service-unreachable', `${address.origin} cannot be reached: ${reasonOf(thrown)}`);
	}
	if (response.status === 403)
		throw new Failure('key-refused', `${address.origin} refuses the key in POINTRELEASE_KEY`);
	if (!response.ok)
		throw new Failure(
			'service-failed',
			`${address.origin} answered ${response.status}: expected its data set`,
		);
	const built = makeCatalog(new Map(Object.entries(readTables(text, address).tables)));
	if (built.catalog) return built.catalog;
	throw new Failure(
		'service-failed',
		`${address.origin} sent a data set that this version cannot read: expected a service of the same version`,
	);
}

function readTables(text: string, address: URL): DataTables {
	try {
		const data = JSON.parse(text) as DataTables;
		if (typeof data.tables === 'object' && data.tables !== null) return data;
	} catch {
		// Reported below, like JSON without tables.
	}
	throw new Failure(
		'service-failed',
		`${address.origin} is not a pointrelease service: it did not send a data set`,
	);
}
