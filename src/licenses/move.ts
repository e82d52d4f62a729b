import { renameSync } from 'node:fs';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Database, Queries } from '../database/database.ts';
import { lookAt } from '../database/identity.ts';
import { migrate, olderFailure } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { openPostgres } from '../database/postgres.ts';
import { isOpen } from '../database/sqlite-file.ts';
import { databaseFile, movedFile } from '../database/state-folder.ts';
import {
	copySingles,
	copyTable,
	type Fingerprint,
	fingerprintOf,
	isSingle,
	type Table,
	tablesOf,
} from '../database/tables.ts';
import { syncFolder } from '../process/draft-file.ts';
import { Failure } from '../process/failure.ts';
import type { Settings } from '../settings/settings.ts';

interface Moved {
	/** The new database, without credentials. */
	place: string;
	identity: string;
	/** How many rows of each table were compared. */
	rows: Record<string, number>;
	/** The new name of the old file, which must no longer be served. */
	kept: string;
}

/**
 * Copies the embedded database to an empty PostgreSQL with the same identity, so that its keys work there. Until all rows
 * are compared, the target has another identity, so that no node uses it. An interrupted move can be continued.
 */
export async function moveDatabase(
	settings: Settings,
	url: string,
	progress: (table: string, rows: number) => void = () => {},
): Promise<Moved> {
	const file = databaseFile(settings.stateFolder);
	const source = await openSource(settings, file);
	const target = openPostgres(url);
	try {
		// In one write transaction of the source, so that nobody changes it meanwhile.
		const moved = await source.transaction((queries) => fill(source, queries, target, progress));
		await source.close();
		const copy = movedFile(file);
		renameSync(file, copy);
		syncFolder(settings.stateFolder);
		return { place: target.place, ...moved, kept: copy };
	} finally {
		await source.close().catch(() => {});
		await target.close().catch(() => {});
	}
}

async function openSource(settings: Settings, file: string): Promise<Database> {
	if (isOpen(file))
		throw new Failure('service-running', `the database ${file} is in use: stop the service first`);
	return openDatabase({ ...settings, databaseUrl: null }, { older: 'refuse' });
}

async function fill(
	source: Database,
	queries: Queries,
	target: Database,
	progress: (table: string, rows: number) => void,
): Promise<{ identity: string; rows: Record<string, number> }> {
	const identity = (await lookAt({ ...source, ...queries })).identity!;
	const complete = await prepare(target, identity);
	const tables = tablesOf();
	const large = tables.filter((table) => !isSingle(table));
	if (!complete) {
		for (const table of large) await copyTable(queries, target, table, (rows) => progress(table.name, rows));
		await compare(queries, target, large);
		// The last step, in one transaction: it gives the target the identity of the source.
		await target.transaction((to) => copySingles(queries, to, tables.filter(isSingle)));
	}
	return { identity, rows: await compare(queries, target, tables) };
}

/** Makes the schema, and marks the target as incomplete. Returns true if an earlier move has completed it. */
async function prepare(target: Database, identity: string): Promise<boolean> {
	const moving = `${identity}:moving`;
	const state = await lookAt(target);
	if (state.identity === identity) return true;
	const untouched = state.licenses === 0;
	if (state.identity !== moving && !untouched)
		throw new Failure(
			'database-other',
			`the PostgreSQL at ${target.place} has ${counted(state.licenses, 'license')} already (${state.identity}): use an empty database`,
		);
	await migrate(target, {
		keep(version) {
			throw olderFailure(target, version);
		},
	});
	await target.rows('UPDATE ledger SET identity = $1', [moving]);
	return false;
}

async function compare(
	queries: Queries,
	target: Database,
	compared: readonly Table[],
): Promise<Record<string, number>> {
	const rows: Record<string, number> = {};
	for (const table of compared) {
		const [sourceFingerprint, targetFingerprint] = [
			await fingerprintOf(queries, table),
			await fingerprintOf(target, table),
		];
		if (!equal(sourceFingerprint, targetFingerprint))
			throw new Failure(
				'move-differs',
				`the table ${table.name} differs (${counted(sourceFingerprint.rows, 'row')} here, ${targetFingerprint.rows} at ${target.place}): the move is not complete. If nodes already use that database, it was moved before; otherwise empty it and try again`,
			);
		rows[table.name] = sourceFingerprint.rows;
	}
	return rows;
}

function equal(a: Fingerprint, b: Fingerprint): boolean {
	return a.rows === b.rows && a.digest === b.digest;
}
