import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Queries } from '../../database/database.ts';
import { placeholders } from '../../database/placeholders.ts';
import { Failure } from '../../process/failure.ts';
import type { Settings } from '../../settings/settings.ts';
import { writeAudit } from '../audit.ts';
import { changeLicenses } from '../ledger.ts';
import { type License, mailboxOf, mailboxSpellings } from '../license.ts';
import { dropWaitingMail } from '../mail/outbox.ts';
import { outboxFolder } from '../mail/outbox-folder.ts';
import type { Registry } from '../registry.ts';

/** What stands where an address was: nothing can be sent there (RFC 6761, section 6.4). */
export const forgottenEmail = 'forgotten@forgotten.invalid';

export interface Forgotten {
	readonly licenses: readonly License[];
	/** Orders that told of the person. */
	readonly orders: number;
	/** Files of mail that were removed. */
	readonly files: number;
}

/**
 * Erases a person from licenses, orders, mail that waits, what is on record of mail that was sent, and mail that lies in
 * files. Numbers stay: licenses, requests, orders, mails. Keys that work go on working unless `revoke` is asked for.
 */
export async function forget(
	{ database, actor }: Registry,
	settings: Settings,
	found: { licenses: readonly License[]; email: string | null },
	{ revoke }: { revoke: boolean },
): Promise<Forgotten> {
	const { licenses } = found;
	const numbers = licenses.map(({ number }) => number);
	const spellings = [...new Set([...licenses.map(({ email }) => email), found.email ?? []].flat())]
		.filter((email) => email !== forgottenEmail)
		.flatMap(mailboxSpellings);
	const orders = await overwriting(database, () =>
		changeLicenses(database, async (queries, { change }) => {
			for (const license of licenses) await eraseLicense(queries, license, change, revoke);
			for (const spelling of spellings)
				await queries.rows('DELETE FROM lost_key_requests WHERE lower(email) = $1', [spelling]);
			const refs = [...new Set(licenses.flatMap(({ order }) => order ?? []))];
			const erased = await eraseOrders(queries, refs, spellings);
			await eraseRequests(queries, spellings);
			const subjects = [
				...licenses.map(({ id, order }) => ({ license: id, order })),
				...erased.filter((ref) => !refs.includes(ref)).map((order) => ({ order })),
			];
			const detail = revoke ? { detail: 'revoked' } : {};
			await writeAudit(
				queries,
				actor,
				subjects.map((subject) => ({ what: 'forget', ...subject, ...detail })),
			);
			return erased.length;
		}),
	);
	if (numbers.length === 0 && orders === 0)
		throw new Failure('no-such-license', 'there is neither a license nor an order of this person');
	return { licenses, orders, files: removeFiles(settings, licenses) };
}

async function eraseLicense(
	queries: Queries,
	license: License,
	change: number,
	revoke: boolean,
): Promise<void> {
	const { number } = license;
	await queries.rows(
		'UPDATE licenses SET email = $1, mailbox = $1, note = NULL, change = $2 WHERE number = $3',
		[forgottenEmail, change, number],
	);
	// What a provider suspended, too: money that comes back would bring it back.
	if (revoke)
		await queries.rows(
			'UPDATE licenses SET revoked = COALESCE(revoked, $1), revoked_by = NULL WHERE number = $2',
			[new Date().toISOString(), number],
		);
	await dropWaitingMail(queries, number);
	// What a mail server said may repeat the address.
	await queries.rows('UPDATE outbox SET problem = NULL WHERE license = $1', [number]);
}

/** The orders of the licenses, and those of the address that have no license. */
async function eraseOrders(
	queries: Queries,
	refs: readonly string[],
	spellings: readonly string[],
): Promise<string[]> {
	const erased: string[] = [];
	for (const [column, values] of [
		['ref', refs],
		['mailbox', spellings],
	] as const) {
		if (values.length === 0) continue;
		const rows = await queries.rows<{ ref: string }>(
			`UPDATE orders SET email = NULL, mailbox = NULL, customer = NULL
				WHERE ${column} IN ${placeholders(1, values.length)} RETURNING ref`,
			values,
		);
		erased.push(...rows.map(({ ref }) => ref));
	}
	return [...new Set(erased)];
}

/** Whoever asked for lost keys of the address; requests wait while no node runs. */
async function eraseRequests(queries: Queries, spellings: readonly string[]): Promise<void> {
	const asked = await queries.rows<{ id: string; email: string }>('SELECT id, email FROM lost_key_requests');
	for (const { id } of asked.filter(({ email }) => spellings.includes(mailboxOf(email))))
		await queries.rows('DELETE FROM lost_key_requests WHERE id = $1', [id]);
}

/** The embedded database leaves what is erased in its file, and in its journal, until the place is used again. */
async function overwriting<T>(database: Database, work: () => Promise<T>): Promise<T> {
	if (database.kind === 'postgres') return work();
	await database.rows('PRAGMA secure_delete = ON');
	const result = await work();
	await database.rows('PRAGMA wal_checkpoint(TRUNCATE)');
	return result;
}

/** Mail is written to files where there is no mail server, each named after its license. */
function removeFiles(settings: Settings, licenses: readonly License[]): number {
	const folder = outboxFolder(settings);
	const ids = new Set(licenses.map(({ id }) => id));
	try {
		const files = readdirSync(folder).filter((name) => ids.has(name.slice(0, 8)) && name[8] === '-');
		for (const name of files) rmSync(join(folder, name), { force: true });
		return files.length;
	} catch (thrown) {
		if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return 0;
		throw thrown;
	}
}
