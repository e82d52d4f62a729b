import { createHash, createHmac } from 'node:crypto';
import type { Database, Queries } from '../database/database.ts';
import { Failure } from '../process/failure.ts';
import { digestOf } from './admission/gate.ts';
import { type Actor, writeAudit } from './audit.ts';
import { changeLicenses } from './ledger.ts';
import { type License, statusOf } from './license.ts';
import type { Registry } from './registry.ts';
import { revealKeys } from './sealing/sealing-keys.ts';

/** A token has 160 bits, written in 32 symbols that are not mistaken for each other. */
const symbols = '0123456789abcdefghjkmnpqrstvwxyz';

/** The path of the Atom feed that a token opens. A token opens only this feed and the calendar. */
export function feedPath(token: string): string {
	return `/feeds/${token}/releases.atom`;
}

/** The path of the calendar that the same token opens. */
export function calendarPath(token: string): string {
	return `/feeds/${token}/calendar.ics`;
}

/** The token of the license's feed: the same every time, until it is renewed or revoked. */
export async function atomToken(registry: Registry, license: License): Promise<string> {
	const key = await keyOf(registry, license);
	const present = await addressOf(registry.database, license);
	if (present.active) return feedTokenOf(key, present.generation);
	return changeLicenses(registry.database, async (queries, { change }) => {
		const { active, generation } = await addressOf(queries, license);
		if (active) return feedTokenOf(key, generation);
		await auditFeed(queries, registry.actor, license, 'address made');
		return begin(queries, { numbered: license, key, generation: generation + 1, change });
	});
}

/** Replaces the token. The old one no longer opens the feed. */
export async function renewAtomToken(registry: Registry, license: License): Promise<string> {
	const key = await keyOf(registry, license);
	return changeLicenses(registry.database, async (queries, { change }) => {
		const { generation } = await addressOf(queries, license);
		await end(queries, license, change);
		await auditFeed(queries, registry.actor, license, 'address replaced');
		return begin(queries, { numbered: license, key, generation: generation + 1, change });
	});
}

/** Removes the address of the license's feed. True if it had one. */
export async function revokeAtomToken(registry: Registry, license: License): Promise<boolean> {
	if (!(await addressOf(registry.database, license)).active) return false;
	return changeLicenses(registry.database, async (queries, { change }) => {
		const { active } = await addressOf(queries, license);
		if (!active) return false;
		await end(queries, license, change);
		await auditFeed(queries, registry.actor, license, 'address revoked');
		return true;
	});
}

/**
 * The token for somebody who has the key, made if there is none; null if no license has this key. Reads first: a change
 * takes the lock on the ledger and a write to disk, which all other changes wait for.
 */
export async function subscribe(database: Database, key: string): Promise<string | null> {
	const known = await licenseOf(database, key);
	if (!known) return null;
	const present = await addressOf(database, known);
	if (present.active) return feedTokenOf(key, present.generation);
	return changeLicenses(database, async (queries, { change }) => {
		const license = await licenseOf(queries, key);
		if (!license) return null;
		const { active, generation } = await addressOf(queries, license);
		if (active) return feedTokenOf(key, generation);
		await auditKeyHolder(queries, license, 'address made');
		return begin(queries, { numbered: license, key, generation: generation + 1, change });
	});
}

/** Ends the address that belongs to a key. Returns whether there was one. */
export async function unsubscribe(database: Database, key: string): Promise<boolean> {
	const known = await licenseOf(database, key);
	if (!known || !(await addressOf(database, known)).active) return false;
	return changeLicenses(database, async (queries, { change }) => {
		const license = await licenseOf(queries, key);
		if (!license || !(await addressOf(queries, license)).active) return false;
		await end(queries, license, change);
		await auditKeyHolder(queries, license, 'address revoked');
		return true;
	});
}

type Numbered = Pick<License, 'number' | 'id'>;

/** The actor of changes that somebody makes with the key alone. */
const keyHolder: Actor = { who: 'key holder', why: '' };

async function auditFeed(queries: Queries, actor: Actor, { id }: Numbered, detail: string): Promise<void> {
	await writeAudit(queries, actor, [{ what: 'feed', license: id, detail }]);
}

/** The lines that a key holder can add to the audit log for one license on one day (UTC). Nothing ever removes them. */
const mostLinesADay = 10;

async function auditKeyHolder(queries: Queries, license: Numbered, detail: string): Promise<void> {
	const [today] = await queries.tuples<[number | string]>(
		"SELECT count(*) FROM audit WHERE license = $1 AND what = 'feed' AND who = $2 AND moment >= $3",
		[license.id, keyHolder.who, new Date().toISOString().slice(0, 10)],
	);
	const lines = Number(today?.[0]);
	if (lines >= mostLinesADay) return;
	const isLast = lines === mostLinesADay - 1;
	await auditFeed(
		queries,
		keyHolder,
		license,
		isLast ? `${detail}; later ones of this day are not listed` : detail,
	);
}

async function licenseOf(queries: Queries, key: string): Promise<Numbered | null> {
	const rows = await queries.rows<Numbered>('SELECT number, id FROM licenses WHERE digest = $1', [
		digestOf(key),
	]);
	return rows[0] ?? null;
}

async function keyOf(registry: Registry, license: License): Promise<string> {
	if (statusOf(license) !== 'active')
		throw new Failure('license-ended', `${license.id} is ${statusOf(license)}: it has no feed`);
	const key = (await revealKeys(registry, [license])).get(license.number);
	if (key) return key;
	throw new Failure(
		'no-sealing-key',
		`the key of ${license.id} cannot be decrypted: its encryption key is not set here`,
	);
}

async function addressOf(
	queries: Queries,
	{ number }: Numbered,
): Promise<{ active: boolean; generation: number }> {
	const rows = await queries.rows<{ generation: number; revoked: string | null }>(
		'SELECT generation, revoked FROM feed_addresses WHERE license = $1 ORDER BY generation DESC LIMIT 1',
		[number],
	);
	const [last] = rows;
	return { active: last !== undefined && last.revoked === null, generation: Number(last?.generation ?? 0) };
}

async function begin(
	queries: Queries,
	{
		numbered: { number },
		key,
		generation,
		change,
	}: { numbered: Numbered; key: string; generation: number; change: number },
): Promise<string> {
	const token = feedTokenOf(key, generation);
	await queries.rows(
		'INSERT INTO feed_addresses (digest, license, generation, change) VALUES ($1, $2, $3, $4)',
		[createHash('sha256').update(token).digest(), number, generation, change],
	);
	// The new address closes the ones before it on every node (`FeedGate`), so their rows have done their work.
	await queries.rows('DELETE FROM feed_addresses WHERE license = $1 AND generation < $2', [
		number,
		generation,
	]);
	return token;
}

async function end(queries: Queries, { number }: Numbered, change: number): Promise<void> {
	await queries.rows(
		'UPDATE feed_addresses SET revoked = $1, change = $2 WHERE license = $3 AND revoked IS NULL',
		[new Date().toISOString(), change, number],
	);
}

/** Derived from the key without revealing it, so that the token need not be stored and can be printed again. */
export function feedTokenOf(key: string, generation: number): string {
	const digest = createHmac('sha256', key).update(`pointrelease feed ${generation}`).digest();
	return [...digest].map((byte) => symbols[byte % 32]).join('');
}
