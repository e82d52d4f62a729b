import type { Queries } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import type { Fact } from '../facts/fact.ts';
import { readFact } from '../facts/fact-kinds.ts';
import { type Feed, feeds } from '../observation.ts';
import { type Item, type Reason, reasons } from './quarantine.ts';

/** An item is `gone` if the feeds give no reason for it now: nobody has to decide it. */
export type ItemState = 'open' | 'accepted' | 'rejected' | 'gone';

/** Most `gone` items that are stored, so that one that returns keeps the time it was first seen. The oldest are deleted. */
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
 * Replaces the open items with `items`. Rejected items stay rejected. Open items that `items` lacks become `gone`, and open again if
 * their reason returns. So do accepted items, whose reason returns only after an undo. True if anything changed.
 */
export async function replaceItems(
	queries: Queries,
	items: readonly Item[],
	moment: string,
): Promise<boolean> {
	const stored = new Map(
		(await readItems(queries, ['open', 'accepted', 'rejected', 'gone'])).map((item) => [item.id, item]),
	);
	const ids = new Set(items.map(({ id }) => id));
	let changed = false;
	for (const { id, reason, feed, subject, detail, facts } of items) {
		const before = stored.get(id);
		// Damaged facts are written again, because the item could not be accepted without them.
		const harmed = before?.state === 'open' && before.facts.length === 0 && facts.length > 0;
		if (before?.state === 'rejected' || (before?.state === 'open' && !harmed)) continue;
		changed = true;
		await queries.rows(
			`INSERT INTO quarantine (id, reason, feed, subject, detail, facts, first_seen, state)
				VALUES ($1, $2, $3, $4, $5, $6, $7, 'open')
				ON CONFLICT (id) DO UPDATE SET state = 'open', facts = excluded.facts, decided = NULL`,
			[id, reason, feed, subject, detail, JSON.stringify(facts), before?.firstSeen ?? moment],
		);
	}
	for (const { id, state } of stored.values()) {
		if (state !== 'open' || ids.has(id)) continue;
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

/** Opens an item again after its decision was undone. */
export async function reopenItem(queries: Queries, id: string): Promise<void> {
	await queries.rows("UPDATE quarantine SET state = 'open', decided = NULL WHERE id = $1", [id]);
}

function itemOf({ id, reason, feed, subject, detail, facts, first_seen, state, decided }: Row): StoredItem {
	return {
		id,
		reason,
		feed,
		subject,
		detail,
		state,
		decided,
		facts: readFacts(facts),
		firstSeen: first_seen,
	};
}

/** Rows with an unknown reason or feed are ignored: this program did not write them. */
function isItem({ reason, feed }: Row): boolean {
	return Object.hasOwn(reasons, reason) && feeds.includes(feed);
}

/** The facts of an item; none if they are damaged, so that it can only be rejected. */
function readFacts(text: string): Fact[] {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return [];
	}
	const facts = (Array.isArray(value) ? value : []).map(readFact).filter((fact) => typeof fact !== 'string');
	return Array.isArray(value) && facts.length === value.length ? facts : [];
}
