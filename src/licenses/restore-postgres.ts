import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { changeChannel, type Database, type Queries } from '../database/database.ts';
import { lookAt } from '../database/identity.ts';
import { migrate } from '../database/migrate.ts';
import { openPostgres } from '../database/postgres.ts';
import { databaseFile } from '../database/state-folder.ts';
import { copySingles, copyTable, isSingle, tablesOf } from '../database/tables.ts';
import { Failure } from '../process/failure.ts';
import type { Settings } from '../settings/settings.ts';
import type { Actor } from './audit.ts';
import {
	type BackupState,
	backupFile,
	checkCopy,
	copyToNew,
	endSessions,
	inCopy,
	inMigratedCopy,
} from './backup-file.ts';
import { type Replay, type Revocation, replayRevocations } from './issuing/replay-revocations.ts';
import { refuseOther } from './restore.ts';
import { secretsOf, writeSecrets } from './sealing/sealing-keys.ts';

/**
 * Replaces what a PostgreSQL holds with a backup, in one transaction: nodes that run notice one change, and a backup that
 * cannot be read changes nothing. The schema is that of this release afterwards.
 */
export async function restorePostgres(
	settings: Settings,
	folder: string,
	revocations: readonly Revocation[],
	actor: Actor,
): Promise<BackupState & { readonly replay: Replay; readonly tokens: number }> {
	const backup = backupFile(folder);
	const temporary = mkdtempSync(join(tmpdir(), 'pointrelease-restore-'));
	const draft = databaseFile(temporary);
	const target = openPostgres(settings.databaseUrl!);
	try {
		copyToNew(backup, draft);
		const state = await inCopy(draft, async (database) => {
			const state = await checkCopy(database, backup);
			return { ...state, tokens: await endSessions(database) };
		});
		refuseOther(state.identity, backup, settings);
		await refuseOtherTarget(target, state.identity, backup);
		const replay = await inMigratedCopy(draft, async (source) => {
			const replayed = await replayRevocations(source, revocations, actor);
			await target.transaction((queries) => replaceAll(source, target, queries));
			return replayed;
		});
		const secrets = secretsOf(folder);
		if (secrets.length > 0 && settings.secret === null && secretsOf(settings.stateFolder).length === 0)
			writeSecrets(settings.stateFolder, secrets);
		return { ...state, replay };
	} finally {
		rmSync(temporary, { recursive: true, force: true });
		await target.close().catch(() => {});
	}
}

/** Never replace the licenses of another installation. */
async function refuseOtherTarget(target: Database, identity: string, backup: string): Promise<void> {
	const state = await lookAt(target);
	if (state.licenses === 0 || state.identity === identity) return;
	throw new Failure(
		'database-other',
		`the PostgreSQL at ${target.place} has ${counted(state.licenses, 'license')} of another installation (${state.identity}) than ${backup} (${identity}): nothing was changed; correct DATABASE_URL, or use an empty database`,
	);
}

async function replaceAll(source: Database, target: Database, queries: Queries): Promise<void> {
	const before = await dropTables(target, queries);
	// The same connection, so that tables, rows and the end of the old ones are one change.
	await migrate({ ...target, ...queries, transaction: (work) => work(queries) });
	const tables = tablesOf();
	for (const table of tables.filter((each) => !isSingle(each))) await copyTable(source, queries, table);
	await copySingles(source, queries, tables.filter(isSingle));
	// A node reads everything again once it sees a lower number than before.
	if (before !== null) await queries.rows('UPDATE ledger SET change = LEAST(change, $1)', [before - 1]);
	await queries.rows('SELECT pg_notify($1, $2)::text', [changeChannel, 'restored']);
}

/**
 * Drops every table of ours, also those of a newer release, which would be in the way of the next upgrade. Returns the
 * number of its last change; null if there were no tables of ours.
 */
async function dropTables(target: Database, queries: Queries): Promise<number | null> {
	if ((await lookAt({ ...target, ...queries })).version === null) return null;
	const [ledger] = await queries.rows<{ change: number }>('SELECT change FROM ledger');
	const rows = await queries.rows<{ name: string }>(
		`SELECT tablename AS name FROM pg_tables
			WHERE schemaname = ANY (current_schemas(false)) AND tableowner = current_user`,
	);
	for (const { name } of rows) await queries.rows(`DROP TABLE "${name.replaceAll('"', '""')}" CASCADE`);
	return ledger!.change;
}
