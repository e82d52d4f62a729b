import type { Database } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import { factKey } from '../facts/fact.ts';
import type { Knowledge } from '../knowledge.ts';
import { reopenItem } from '../quarantine/quarantine-store.ts';
import { stating } from '../rules/evidence.ts';
import { changeOf, findingAfter, storeDecision } from './apply-change.ts';
import { type Author, type Decision, markUndone, readDecisions } from './decision-store.ts';

/** Undoes the last decision that still stands. What was learnt since then stays. */
export async function undo(
	database: Database,
	knowledge: Knowledge,
	author: Author,
	now: Date,
): Promise<Decision> {
	await knowledge.refresh();
	const last = (await readDecisions(database)).findLast(
		({ what, undone }) => what !== 'undo' && undone === null,
	);
	if (!last) throw new Failure('nothing-to-undo', 'there is no decision to undo');
	const state = stating(now, knowledge.catalog);
	const subjects = new Set([...last.added, ...last.removed].map(({ subject }) => subject));
	// The moment of the change is now, also where everything is as it was before.
	const revised = [...subjects]
		.filter((subject) => last.what !== 'reject' && !/^\d+$/.test(subject))
		.map((subject) => ({ ...state({ kind: 'revised', subject, feed: 'apple' }), accepted: true }));
	const keys = new Set(revised.map(factKey));
	const back = last.removed.filter((fact) => !keys.has(factKey(fact)));
	const change = changeOf(knowledge, [...last.added, ...revised], [...back, ...revised]);
	const finding = await findingAfter(knowledge, change);
	if (finding) throw new Failure('breaks-checks', `the tables would not be valid: ${finding}`);
	const decision = { what: 'undo' as const, subject: String(last.number), item: last.item };
	const decided = now.toISOString();
	await storeDecision(
		database,
		knowledge,
		{ ...decision, decided, ...author, ...change },
		async (queries, number) => {
			await markUndone(queries, last.number, number);
			if (last.item !== null) await reopenItem(queries, last.item);
		},
	);
	return last;
}
