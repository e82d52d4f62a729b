import { createHash, randomBytes } from 'node:crypto';
import type { Database, Queries } from '../../database/database.ts';
import { type Actor, oneLine, writeAudit } from '../../licenses/audit.ts';
import { changeLicenses } from '../../licenses/ledger.ts';
import type { Licenses } from '../../licenses/licenses.ts';
import { Failure } from '../../process/failure.ts';

/** A person who is signed in. */
export interface Session {
	/** Who it is, as the command named it: the audit log has `console:anna`. */
	readonly name: string;
	readonly mayWrite: boolean;
	/** When it ends by itself, in milliseconds. */
	readonly ends: number;
}

/** A link works for ten minutes, and a session for twelve hours. */
const codeLives = 10 * 60_000;
export const sessionLives = 12 * 3_600_000;

/** The digest of a code, a session or a token: nothing in the store opens the console. */
export function accessDigest(secret: string): Uint8Array {
	return createHash('sha256').update(secret).digest();
}

/** 256 random bits, in characters that need no escape in a link. */
export function newSecret(): string {
	return randomBytes(32).toString('base64url');
}

/** A name of a person or a shop, short enough for a line of the audit log. */
export function checkAccessName(text: string): string {
	if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/.test(text)) return text;
	throw new Failure(
		'bad-name',
		'--for takes a short name for the audit log: letters, digits, dots, hyphens and underscores, such as anna',
	);
}

/** Makes a code that signs in once. Returns the code, which is shown only now. */
export async function makeCode(
	database: Database,
	actor: Actor,
	{ name, mayWrite }: Pick<Session, 'name' | 'mayWrite'>,
): Promise<string> {
	const code = newSecret();
	const now = await database.now();
	await changeLicenses(database, async (queries) => {
		await dropEnded(queries, now);
		await insert(queries, { secret: code, kind: 'code', name, mayWrite, begun: now, ends: now + codeLives });
		const detail = `link for ${name}${mayWrite ? '' : ', may only read'}`;
		await writeAudit(queries, actor, [{ what: 'console', detail }]);
	});
	return code;
}

/**
 * The two halves of what opens a session. The cookie is kept from scripts, but browsers send it to every port of a host.
 * The token is kept by the page, to whose port alone it belongs. Nobody gets far with one of them.
 */
export interface SessionSecrets {
	readonly cookie: string;
	readonly token: string;
}

function bothOf({ cookie, token }: SessionSecrets): string {
	return `${cookie}.${token}`;
}

/** Signs in with a code, which is used up. Returns what opens the session; null if the code is not valid. */
export async function useCode(
	database: Database,
	code: string,
	sealedWith: string,
): Promise<{ secrets: SessionSecrets; session: Session } | null> {
	const secrets = { cookie: newSecret(), token: newSecret() };
	const now = await database.now();
	// Guesses must not lock the ledger.
	if (!(await find(database, code, 'code', now))) return null;
	return changeLicenses(database, async (queries) => {
		const found = await find(queries, code, 'code', now);
		if (!found) return null;
		await queries.rows('DELETE FROM console_access WHERE digest = $1', [accessDigest(code)]);
		const session = { name: found.name, mayWrite: found.mayWrite, ends: now + sessionLives };
		await insert(queries, {
			...session,
			secret: bothOf(secrets),
			kind: 'session',
			begun: now,
			sealedWith,
		});
		await writeAudit(queries, consoleActor(session), [{ what: 'console', detail: 'signed in' }]);
		return { secrets, session };
	});
}

/** The session of a browser; null if it has ended. Read at every request, so that an end counts on all nodes at once. */
export async function findSession(
	database: Database,
	secrets: SessionSecrets,
	sealedWith: string,
): Promise<Session | null> {
	const found = await find(database, bothOf(secrets), 'session', await database.now());
	return found && found.sealedWith === sealedWith ? found : null;
}

/** What sessions begin with now: a session that began with another `POINTRELEASE_SECRET` has ended. */
export function sealedNow(licenses: Licenses): string {
	return licenses.registry(consoleActor({ name: '' })).sealingKeys.ids()[0] ?? '';
}

/** The people who are signed in, the latest first, with the moment when each session began. */
export async function listSessions(
	database: Database,
	sealedWith: string,
): Promise<(Session & { readonly begun: number })[]> {
	const rows = await database.rows<Row & { begun: number | string }>(
		`SELECT name, may_write, begun, ends, sealed_with FROM console_access
			WHERE kind = 'session' AND ends > $1 AND sealed_with = $2 ORDER BY begun DESC, name`,
		[await database.now(), sealedWith],
	);
	return rows.map((row) => ({ ...accessOf(row), begun: Number(row.begun) }));
}

export async function endSession(
	database: Database,
	secrets: SessionSecrets,
	session: Session,
): Promise<void> {
	await changeLicenses(database, async (queries) => {
		await queries.rows('DELETE FROM console_access WHERE digest = $1', [accessDigest(bothOf(secrets))]);
		await writeAudit(queries, consoleActor(session), [{ what: 'console', detail: 'signed out' }]);
	});
}

/** Ends the sessions and unused links of a person, or of everybody. Returns how many sessions ended. */
export async function endAccess(database: Database, actor: Actor, name: string | null): Promise<number> {
	const now = await database.now();
	return changeLicenses(database, async (queries) => {
		const ended = await queries.rows<{ kind: string; ends: number | string }>(
			`DELETE FROM console_access WHERE kind IN ('code', 'session')${name === null ? '' : ' AND name = $1'}
				RETURNING kind, ends`,
			name === null ? [] : [name],
		);
		const detail = name === null ? 'all sessions ended' : `sessions of ${name} ended`;
		await writeAudit(queries, actor, [{ what: 'console', detail }]);
		return ended.filter(({ kind, ends }) => kind === 'session' && Number(ends) > now).length;
	});
}

/** Writes what somebody did in the console to the audit log, if nothing of a license changed. */
export async function auditConsole(database: Database, actor: Actor, detail: string): Promise<void> {
	await changeLicenses(database, (queries) => writeAudit(queries, actor, [{ what: 'console', detail }]));
}

/** Who writes in a session. */
export function consoleActor({ name }: Pick<Session, 'name'>, why = ''): Actor {
	return { who: `console:${name}`, why: oneLine(why) };
}

interface Row {
	readonly name: string;
	readonly may_write: number;
	readonly ends: number | string;
	readonly sealed_with: string | null;
}

async function find(queries: Queries, secret: string, kind: 'code' | 'session', now: number) {
	const [row] = await queries.rows<Row>(
		`SELECT name, may_write, ends, sealed_with FROM console_access
			WHERE digest = $1 AND kind = $2 AND ends > $3`,
		[accessDigest(secret), kind, now],
	);
	return row ? { ...accessOf(row), sealedWith: row.sealed_with } : null;
}

function accessOf({ name, may_write, ends }: Row): Session {
	return { name, mayWrite: may_write === 1, ends: Number(ends) };
}

async function insert(
	queries: Queries,
	access: Session & { secret: string; kind: 'code' | 'session'; begun: number; sealedWith?: string },
): Promise<void> {
	const { secret, kind, name, mayWrite, begun, ends, sealedWith = null } = access;
	await queries.rows(
		`INSERT INTO console_access (digest, kind, name, may_write, begun, ends, sealed_with)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		[accessDigest(secret), kind, name, mayWrite ? 1 : 0, begun, ends, sealedWith],
	);
}

async function dropEnded(queries: Queries, now: number): Promise<void> {
	await queries.rows('DELETE FROM console_access WHERE ends <= $1', [now]);
}
