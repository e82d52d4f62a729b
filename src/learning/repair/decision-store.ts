import type { Queries } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import type { Fact } from '../facts/fact.ts';
import { readFact } from '../facts/fact-kinds.ts';

/** Who decided, and why, in their own words. */
export interface Author {
	readonly who: string;
	readonly why: string;
}

export type DecisionKind = 'accept' | 'reject' | 'forget' | 'correct' | 'undo';

/** The facts that a decision added and removed. */
export interface Change {
	readonly removed: readonly Fact[];
	readonly added: readonly Fact[];
}

/** A decision of a person, as stored. */
export interface Decision extends Author, Change {
	readonly number: number;
	readonly what: DecisionKind;
	/** A version, a board, or the number of the decision that was undone. */
	readonly subject: string;
	/** The item of the quarantine that was decided, if any. */
	readonly item: string | null;
	/** RFC 3339, UTC. */
	readonly decided: string;
	/** The decision that undid it; null while it stands. */
	readonly undone: number | null;
}

interface Row {
	number: number;
	what: DecisionKind;
	subject: string;
	item: string | null;
	who: string;
	why: string;
	decided: string;
	added: string;
	removed: string;
	undone: number | null;
}

/** Every decision, oldest first. */
export async function readDecisions(queries: Queries): Promise<Decision[]> {
	const rows = await queries.rows<Row>('SELECT * FROM decisions ORDER BY number');
	return rows.map((row) => ({
		...row,
		number: Number(row.number),
		undone: row.undone === null ? null : Number(row.undone),
		added: factsIn(row, row.added),
		removed: factsIn(row, row.removed),
	}));
}

/** Stores a decision and returns its number. The caller holds the lock on the facts, which makes numbers unique. */
export async function writeDecision(
	queries: Queries,
	decision: Omit<Decision, 'number' | 'undone'>,
): Promise<number> {
	const { what, subject, item, who, why, decided, added, removed } = decision;
	const [row] = await queries.tuples<[number]>('SELECT COALESCE(MAX(number), 0) + 1 FROM decisions');
	const number = Number(row![0]);
	await queries.rows(
		`INSERT INTO decisions (number, what, subject, item, who, why, decided, added, removed)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		[number, what, subject, item, who, why, decided, JSON.stringify(added), JSON.stringify(removed)],
	);
	return number;
}

export async function markUndone(queries: Queries, number: number, by: number): Promise<void> {
	await queries.rows('UPDATE decisions SET undone = $2 WHERE number = $1', [number, by]);
}

function factsIn({ number }: Row, text: string): Fact[] {
	const damaged = new Failure(
		'database-damaged',
		`the database is damaged: row ${number} of its table decisions`,
	);
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw damaged;
	}
	if (!Array.isArray(value)) throw damaged;
	return value.map((raw) => {
		const fact = readFact(raw);
		if (typeof fact === 'string') throw damaged;
		return fact;
	});
}
