import { dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { feedTitles, statementsAbout } from '../../../feeds/state/source-statements.ts';
import { factsOf } from '../../../learning/facts/fact.ts';
import { acceptItem, previewItem, rejectItem } from '../../../learning/quarantine/decide-item.ts';
import { effectsOnMacs } from '../../../learning/quarantine/effect-on-macs.ts';
import { reasons } from '../../../learning/quarantine/quarantine.ts';
import { readItem, readItems, type StoredItem } from '../../../learning/quarantine/quarantine-store.ts';
import { shownItem } from '../../../learning/quarantine/shown-item.ts';
import { readDecisions } from '../../../learning/repair/decision-store.ts';
import { undo } from '../../../learning/repair/repair.ts';
import { differenceOf, printDifference } from '../../../learning/tables/catalog-diff.ts';
import type { DataRecord, HeldItemRecord, ItemRecord } from '../../../page/console/records.ts';
import { Failure } from '../../../process/failure.ts';
import type { Asked, DataRoute } from '../data-route.ts';
import { optionalText, reason } from '../form.ts';
import type { ConsoleParts } from '../parts.ts';

const mostDecisions = 20;
/** Lines of what an item would change; a feed that turns everything over has thousands. */
const mostChanges = 100;

async function dataPage(_: Asked, { licenses, feeds }: ConsoleParts): Promise<DataRecord> {
	const { database } = licenses;
	const status = feeds.status();
	const decisions = await readDecisions(database);
	return {
		data_version: status.dataVersion,
		changed: status.changed,
		following: status.following,
		feeds: status.feeds.map(({ feed, state, lastAnswer, failures, problem, lost }) => ({
			name: feedTitles[feed],
			state,
			answered: lastAnswer,
			failures,
			problem: problem ?? (lost.length > 0 ? `its document no longer has ${lost.join(', ')}` : null),
		})),
		items: (await readItems(database)).map(itemRecord),
		decisions: decisions
			.slice(-mostDecisions)
			.reverse()
			.map(({ undone, number, what, subject, who, why, decided }) => ({
				number,
				what,
				subject,
				who,
				why,
				decided,
				undone: undone !== null,
			})),
	};
}

function itemRecord(item: StoredItem): HeldItemRecord {
	const { id, subject, detail, feed, first_seen, acceptable, accepting } = shownItem(item);
	const [release] = factsOf(item.facts, 'release');
	return {
		id,
		subject,
		reason: reasons[item.reason],
		detail,
		feed: feedTitles[feed],
		first_seen,
		acceptable,
		accepting,
		dated: release?.value ?? null,
	};
}

const correctionOf = (text: (name: string) => string | undefined) => ({
	date: text('date'),
	canonical: text('canonical'),
});

/** A held item, the sources side by side, and what accepting it as it is, or with a correction, would change. */
async function itemPage(asked: Asked, { licenses, feeds }: ConsoleParts): Promise<ItemRecord> {
	const { database } = licenses;
	const { knowledge } = feeds;
	const id = itemOf(asked);
	const item = await readItem(database, id);
	const record = itemRecord(item);
	const { sources, rows } = await statementsAbout(database, knowledge.catalog, item.subject);
	const told = { ...record, sources, statements: rows };
	if (!record.acceptable) return { ...told, effect: null, refusal: 'this item can only be rejected' };
	const now = new Date();
	const correction = correctionOf((name) => asked.query.get(name) || undefined);
	try {
		const { before, after } = await previewItem(database, knowledge, { id, correction, now });
		const changes = printDifference(differenceOf(before, after));
		const more = changes.length - mostChanges;
		const shown = more > 0 ? [...changes.slice(0, mostChanges), `and ${more} more`] : changes;
		const macs = await effectsOnMacs(before, after, dayTextAt(now.getTime()));
		return { ...told, effect: { changes: shown, macs }, refusal: null };
	} catch (thrown) {
		if (!(thrown instanceof Failure) || thrown.code.startsWith('database-')) throw thrown;
		return { ...told, effect: null, refusal: thrown.message };
	}
}

function itemOf({ parameters }: Asked): string {
	return parameters.id ?? '';
}

async function accept(asked: Asked, { licenses, feeds }: ConsoleParts) {
	await acceptItem(licenses.database, feeds.knowledge, {
		id: itemOf(asked),
		correction: correctionOf((name) => optionalText(asked.body, name)),
		now: new Date(),
		author: asked.actor(reason(asked.body)),
	});
	return {};
}

async function reject(asked: Asked, { licenses }: ConsoleParts) {
	await rejectItem(licenses.database, itemOf(asked), new Date(), asked.actor(reason(asked.body)));
	return {};
}

/** Undoes the last decision that stands, if it is the one that the person saw. */
async function undoLast(asked: Asked, { licenses, feeds }: ConsoleParts) {
	const last = (await readDecisions(licenses.database)).findLast(
		({ what, undone }) => what !== 'undo' && undone === null,
	);
	if (last && asked.body.number !== last.number)
		throw new Failure('decided-meanwhile', 'somebody decided something else meanwhile: reload the page');
	const undone = await undo(licenses.database, feeds.knowledge, asked.actor(reason(asked.body)), new Date());
	return { undone: undone.number };
}

export const heldDataRoutes: readonly DataRoute[] = [
	{ method: 'GET', path: '/data', access: 'reads', answer: dataPage },
	{ method: 'GET', path: '/data/items/{id}', access: 'reads', answer: itemPage },
	{ method: 'POST', path: '/data/items/{id}/accept', access: 'writes', answer: accept },
	{ method: 'POST', path: '/data/items/{id}/reject', access: 'writes', answer: reject },
	{ method: 'POST', path: '/data/undo', access: 'writes', answer: undoLast },
];
