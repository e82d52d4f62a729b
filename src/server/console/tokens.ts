import { dayTextAt } from '@pointrelease/core/src/text/day.ts';
import type { Database, Queries } from '../../database/database.ts';
import { type Actor, oneLine, writeAudit } from '../../licenses/audit.ts';
import { changeLicenses } from '../../licenses/ledger.ts';
import { Failure } from '../../process/failure.ts';
import { accessDigest, newSecret } from './access.ts';

/** What a token may do. Each may read single licenses, never their keys. */
export const tokenRights = ['read', 'issue', 'revoke', 'extend'] as const;
export type TokenRight = (typeof tokenRights)[number];

/** A program that works with licenses, such as a shop. */
export interface OperatorToken {
	readonly name: string;
	readonly may: readonly TokenRight[];
	/** How many licenses it may change on one day (UTC). */
	readonly perDay: number;
}

export interface ListedToken extends OperatorToken {
	/** When it was made. */
	readonly made: string;
	readonly usedToday: number;
}

/** People and tools that look for secrets recognize it. */
const prefix = 'prt_';

/** Makes a token. Returns it; it is shown only now. */
export async function makeToken(database: Database, actor: Actor, token: OperatorToken): Promise<string> {
	const { name, may, perDay } = token;
	const secret = prefix + newSecret();
	const now = await database.now();
	await changeLicenses(database, async (queries) => {
		if ((await tokensNamed(queries, name)) > 0)
			throw new Failure(
				'token-exists',
				`there is a token for ${name} already: end it with "pointrelease console token --end --for ${name}", or choose another name`,
			);
		await queries.rows(
			`INSERT INTO console_access (digest, kind, name, may_write, begun, may, per_day, used)
				VALUES ($1, 'token', $2, $3, $4, $5, $6, 0)`,
			[accessDigest(secret), name, may.some((right) => right !== 'read') ? 1 : 0, now, may.join(','), perDay],
		);
		const detail = `token for ${name}: may ${may.join(', ')}, ${perDay} a day`;
		await writeAudit(queries, actor, [{ what: 'console', detail }]);
	});
	return secret;
}

/** Ends the token of a program. */
export async function endToken(database: Database, actor: Actor, name: string): Promise<void> {
	await changeLicenses(database, async (queries) => {
		if ((await tokensNamed(queries, name)) === 0)
			throw new Failure(
				'no-such-token',
				`there is no token for ${name}: "pointrelease console token" lists them`,
			);
		await queries.rows("DELETE FROM console_access WHERE kind = 'token' AND name = $1", [name]);
		await writeAudit(queries, actor, [{ what: 'console', detail: `token for ${name} ended` }]);
	});
}

/** All tokens, by name. */
export async function listTokens(database: Database): Promise<ListedToken[]> {
	const now = await database.now();
	const rows = await database.rows<TokenRow>(
		`SELECT name, may, per_day, begun, used_on, used FROM console_access WHERE kind = 'token' ORDER BY name`,
	);
	return rows.map((row) => ({
		...tokenOf(row),
		made: new Date(Number(row.begun)).toISOString(),
		usedToday: row.used_on === dayTextAt(now) ? Number(row.used) : 0,
	}));
}

/** The program that sends this token; null if the token is none, or has ended. Read at every request. */
export async function findToken(queries: Queries, secret: string): Promise<OperatorToken | null> {
	if (!secret.startsWith(prefix)) return null;
	const [row] = await queries.rows<TokenRow>(
		"SELECT name, may, per_day, begun, used_on, used FROM console_access WHERE digest = $1 AND kind = 'token'",
		[accessDigest(secret)],
	);
	return row ? tokenOf(row) : null;
}

/** Counts a change of today, on all nodes together. False if the token has none left. */
export async function takeChange(database: Database, { name }: OperatorToken): Promise<boolean> {
	const today = dayTextAt(await database.now());
	const rows = await database.rows(
		`UPDATE console_access SET used = CASE WHEN used_on = $1 THEN used + 1 ELSE 1 END, used_on = $1
			WHERE kind = 'token' AND name = $2 AND (used_on IS NULL OR used_on <> $1 OR used < per_day)
			RETURNING name`,
		[today, name],
	);
	return rows.length > 0;
}

/** Gives back a change that was not made. */
export async function giveBackChange(database: Database, { name }: OperatorToken): Promise<void> {
	await database.rows(
		"UPDATE console_access SET used = used - 1 WHERE kind = 'token' AND name = $1 AND used > 0",
		[name],
	);
}

/** Who writes with a token. */
export function tokenActor({ name }: OperatorToken, why = ''): Actor {
	return { who: `token:${name}`, why: oneLine(why) };
}

interface TokenRow {
	readonly name: string;
	readonly may: string;
	readonly per_day: number;
	readonly begun: number | string;
	readonly used_on: string | null;
	readonly used: number;
}

function tokenOf({ name, may, per_day: perDay }: TokenRow): OperatorToken {
	return { name, perDay, may: tokenRights.filter((right) => may.split(',').includes(right)) };
}

async function tokensNamed(queries: Queries, name: string): Promise<number> {
	const rows = await queries.rows("SELECT name FROM console_access WHERE kind = 'token' AND name = $1", [
		name,
	]);
	return rows.length;
}
