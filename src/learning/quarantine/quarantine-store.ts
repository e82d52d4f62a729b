import type { Database, Queries } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import type { Fact } from '../facts/fact.ts';
import { readFact } from '../facts/fact-shapes.ts';
import { type Feed, feeds } from '../observation.ts';
import { type Item, type Reason, reasons } from './quarantine.ts';

/** `gone` is what the feeds no longer say: nobody has to decide it. */
export type ItemState = 'open' | 'accepted' | 'rejected' | 'gone';

/** What is gone is kept for when it comes back, but not without end. */
export const mostGone = 500;

export interface StoredItem extends Item {
	readonly firstSeen: string;
	readonly state: ItemState;
	readonly decided: string | null;
}

interface Row {
	id: string;
	reason: Reason;
	feed: Feed;
	subject: string;
	detail: string;
	facts: string;
	first_seen: string;
	state: ItemState;
	decided: string | null;
}

export async function readItems(
	queries: Queries,
	states: readonly ItemState[] = ['open'],
): Promise<StoredItem[]> {
	const rows = await queries.rows<Row>('SELECT * FROM quarantine ORDER BY first_seen, id');
	return rows.filter((row) => states.includes(row.state) && isItem(row)).map(itemOf);
}

export async function readItem(queries: Queries, id: string): Promise<StoredItem> {
	const [row] = await queries.rows<Row>('SELECT * FROM quarantine WHERE id = $1', [id]);
	if (row && isItem(row)) return itemOf(row);
	throw new Failure(
		'unknown-item',
		`nothing held for review has the ID ${JSON.stringify(id)}: see data status`,
	);
}

/**
 * Brings the quarantine in line with what the feeds say now. What was rejected stays rejected; what is no
 * longer said closes by itself, and opens again when it is said again. So does what was accepted: it is said
 * again only after it was undone. True when anything changed.
 */
export async function replaceItems(queries: Queries, items: readonly Item[], seen: string): Promise<boolean> {
	const known = new Map(
		(await readItems(queries, ['open', 'accepted', 'rejected', 'gone'])).map((item) => [item.id, item]),
	);
	const said = new Set(items.map(({ id }) => id));
	let changed = false;
	for (const { id, reason, feed, subject, detail, facts } of items) {
		const before = known.get(id);
		// What was harmed in the database is written anew: it could not be accepted otherwise.
		const harmed = before?.state === 'open' && before.facts.length === 0 && facts.length > 0;
		if (before?.state === 'rejected' || (before?.state === 'open' && !harmed)) continue;
		changed = true;
		await queries.rows(
			`INSERT INTO quarantine (id, reason, feed, subject, detail, facts, first_seen, state)
				VALUES ($1, $2, $3, $4, $5, $6, $7, 'open')
				ON CONFLICT (id) DO UPDATE SET state = 'open', facts = excluded.facts, decided = NULL`,
			[id, reason, feed, subject, detail, JSON.stringify(facts), before?.firstSeen ?? seen],
		);
	}
	for (const { id, state } of known.values()) {
		if (state !== 'open' || said.has(id)) continue;
		changed = true;
		await queries.rows("UPDATE quarantine SET state = 'gone' WHERE id = $1", [id]);
	}
	if (changed)
		await queries.rows(
			`DELETE FROM quarantine WHERE state = 'gone' AND id NOT IN
				(SELECT id FROM quarantine WHERE state = 'gone' ORDER BY first_seen DESC, id LIMIT ${mostGone})`,
		);
	return changed;
}

export async function decideItem(
	queries: Queries,
	id: string,
	state: 'accepted' | 'rejected',
	decided: string,
): Promise<void> {
	await queries.rows('UPDATE quarantine SET state = $2, decided = $3 WHERE id = $1', [id, state, decided]);
}

/** A decision about it was undone: it is asked about again, as long as the feeds say it. */
export async function reopenItem(queries: Queries, id: string): Promise<void> {
	await queries.rows("UPDATE quarantine SET state = 'open', decided = NULL WHERE id = $1", [id]);
}

function itemOf({ id, reason, feed, subject, detail, facts, first_seen, state, decided }: Row): StoredItem {
	return {
		...{ id, reason, feed, subject, detail, state, decided },
		facts: readFacts(facts),
		firstSeen: first_seen,
	};
}

/** A row of no known reason or feed was not written by us, and counts as not there. */
function isItem({ reason, feed }: Row): boolean {
	return Object.hasOwn(reasons, reason) && feeds.includes(feed);
}

/** None when they cannot be read: what they would have made true can no longer be accepted. */
function readFacts(text: string): Fact[] {
	let given: unknown;
	try {
		given = JSON.parse(text);
	} catch {
		return [];
	}
	const facts = (Array.isArray(given) ? given : []).map(readFact).filter((fact) => typeof fact !== 'string');
	return Array.isArray(given) && facts.length === given.length ? facts : [];
}

/** Takes the open items that the operator was not told of: each is taken once, by whichever node asks first. */
export async function takeUntold(database: Database, now: string): Promise<StoredItem[]> {
	return database.transaction(async (queries) => {
		const taken = await queries.rows<{ id: string }>(
			"UPDATE quarantine SET told = $1 WHERE told IS NULL AND state = 'open' RETURNING id",
			[now],
		);
		const ids = new Set(taken.map(({ id }) => id));
		return ids.size === 0 ? [] : (await readItems(queries)).filter(({ id }) => ids.has(id));
	});
}

/** The operator was not told after all. */
export async function giveBack(database: Database, items: readonly StoredItem[]): Promise<void> {
	await database.transaction(async (queries) => {
		for (const { id } of items) await queries.rows('UPDATE quarantine SET told = NULL WHERE id = $1', [id]);
	});
}
