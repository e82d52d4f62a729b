import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { day } from '@pointrelease/core/src/catalog/tables/readers.ts';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import type { Database, Queries } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import { type Fact, factsOf, kindsOfRelease, momentOfChange } from '../facts/fact.ts';
import { announce } from '../facts/fact-store.ts';
import type { Knowledge } from '../knowledge.ts';
import { catalogAfter, changeOf, findingAfter, storeDecision } from '../repair/apply-change.ts';
import { type Author, type Change, writeDecision } from '../repair/decision-store.ts';
import { dayOf, stating } from '../rules/evidence.ts';
import { makeLearntCatalog } from '../tables/make-learnt-catalog.ts';
import { decideItem, type ItemState, readItem, type StoredItem } from './quarantine-store.ts';

/** What a person knows better than the feed. */
export interface Correction {
	/** The day the release came out. */
	readonly date?: string | undefined;
	/** The board that answers for the major. */
	readonly canonical?: string | undefined;
}

/** Accepts an item: stores its facts, if the tables stay valid with them. */
export async function acceptItem(
	database: Database,
	knowledge: Knowledge,
	{ id, correction, now, author = nobody }: Proposal & { author?: Author | undefined },
): Promise<StoredItem> {
	const { item, change } = await proposed(database, knowledge, { id, correction, now });
	const decided = now.toISOString();
	const decision = {
		what: 'accept' as const,
		subject: item.subject,
		item: id,
		decided,
		...author,
		...change,
	};
	await storeDecision(database, knowledge, decision, (queries) =>
		decideItem(queries, id, 'accepted', decided),
	);
	return item;
}

const nobody: Author = { who: '', why: '' };

interface Proposal {
	readonly id: string;
	readonly correction: Correction;
	readonly now: Date;
}

/** The catalog as it would be if a person accepted an item, beside the present one. Nothing is stored. */
export async function previewItem(
	database: Database,
	knowledge: Knowledge,
	proposal: Proposal,
): Promise<{ item: StoredItem; before: Catalog; after: Catalog }> {
	const { item, change } = await proposed(database, knowledge, proposal);
	return { item, before: knowledge.catalog, after: await catalogAfter(knowledge, change) };
}

async function proposed(
	database: Database,
	knowledge: Knowledge,
	{ id, correction, now }: Proposal,
): Promise<{ item: StoredItem; change: Change }> {
	await knowledge.refresh();
	const item = await openItem(database, id, ['open', 'rejected']);
	if (item.facts.length === 0)
		throw new Failure('not-acceptable', `${id} cannot be accepted: ${item.detail}; reject it`);
	const change =
		item.reason === 'listed-again'
			? await takingBack(item, knowledge, correction, now)
			: await adding(item, knowledge, correction, now);
	return { item, change };
}

async function adding(
	item: StoredItem,
	knowledge: Knowledge,
	correction: Correction,
	now: Date,
): Promise<Change> {
	const { catalog, shippedTables, facts: storedFacts } = knowledge;
	const facts = corrected(item, correction, catalog, now);
	const { refused, catalog: after } = await makeLearntCatalog<Fact>(shippedTables, storedFacts, [facts]);
	if (refused[0])
		throw new Failure(
			'breaks-checks',
			`${item.id} cannot be accepted: ${refused[0].finding}` +
				(correction.canonical === undefined && /canonical/.test(refused[0].finding)
					? ' (name a board that runs it with --canonical BOARD)'
					: ''),
		);
	// If a withdrawn release leaves the catalog, remove its facts, too. If it is listed again, it is then learned with its new date.
	const withdrawals = facts.filter(
		({ kind, subject }) => kind === 'withdrawn' && !after.releases.has(subject),
	);
	const forgotten = storedFacts.filter(
		({ kind, subject }) => kindsOfRelease.has(kind) && withdrawals.some((fact) => fact.subject === subject),
	);
	// The new days of CISA's catalog replace the learned ones.
	const replaced = facts.filter(({ kind }) => kind === 'exploited');
	return changeOf(knowledge, [...forgotten, ...replaced], facts);
}

async function takingBack(
	item: StoredItem,
	knowledge: Knowledge,
	correction: Correction,
	now: Date,
): Promise<Change> {
	if (correction.date !== undefined || correction.canonical !== undefined)
		throw new Failure(
			'bad-arguments',
			`${item.id} is not about a new release or major version: --date and --canonical do not apply`,
		);
	const state = stating(now, knowledge.catalog);
	// Replaces the fact of an earlier restoration.
	const restored = item.facts.map(({ subject, object, feed }) => ({
		...state({ kind: 'restored', subject, object, feed }),
		accepted: true,
	}));
	const change = changeOf(knowledge, [...item.facts, ...restored], restored);
	const finding = await findingAfter(knowledge, change);
	if (finding) throw new Failure('breaks-checks', `${item.id} cannot be accepted: ${finding}`);
	return change;
}

/** Rejects an item: its facts are not learned by themselves later. A person may still accept it. */
export async function rejectItem(
	database: Database,
	id: string,
	now: Date,
	author: Author = nobody,
): Promise<StoredItem> {
	const item = await openItem(database, id);
	await database.transaction(async (queries) => {
		// Lock first the row that every transaction locks first, to avoid deadlocks.
		await announce(database, queries);
		// Read again: somebody else may have decided while this transaction waited.
		await openItem(queries, id);
		const decided = now.toISOString();
		await decideItem(queries, id, 'rejected', decided);
		const decision = { what: 'reject' as const, subject: item.subject, item: id, decided, ...author };
		await writeDecision(queries, { ...decision, added: [], removed: [] });
	});
	return item;
}

async function openItem(
	queries: Queries,
	id: string,
	states: readonly ItemState[] = ['open'],
): Promise<StoredItem> {
	const item = await readItem(queries, id);
	if (states.includes(item.state)) return item;
	throw new Failure('already-decided', `${id} is no longer open: it is ${item.state}`);
}

function corrected(item: StoredItem, { date, canonical }: Correction, catalog: Catalog, now: Date): Fact[] {
	const [release] = factsOf(item.facts, 'release');
	if (date !== undefined) checkDate(item, { release, date, catalog, now });
	// The moment of the change is that of the decision.
	const moment = momentOfChange(now, catalog.changed);
	const facts = item.facts.map((fact): Fact => {
		const isDated = fact.kind === 'release' && fact === release && date !== undefined;
		return isDated ? { ...fact, seen: moment, value: date } : { ...fact, seen: moment };
	});
	if (canonical !== undefined)
		facts.push({
			kind: 'canonical',
			subject: majorOf(item),
			object: '',
			value: canonical,
			feed: item.feed,
			seen: moment,
			accepted: true,
		});
	return facts;
}

function checkDate(
	{ id }: StoredItem,
	{ release, date, catalog, now }: { release: Fact | undefined; date: string; catalog: Catalog; now: Date },
): void {
	if (!release) throw new Failure('bad-arguments', `${id} is not about a new release: --date does not apply`);
	if (day.read(date) === undefined)
		throw new Failure('bad-arguments', `${JSON.stringify(date)} is not a day: expected YYYY-MM-DD`);
	const major = catalog.majors.get(parseVersion(release.subject)!.major);
	const { releases } = major ?? [...catalog.majors.values()].at(-1)!;
	const [first, today] = [releases[0]!.released, dayOf(now)];
	if (date < first || date > today)
		throw new Failure(
			'bad-arguments',
			`${JSON.stringify(date)} is not a possible day for ${release.subject}: expected one from ${first} to ${today}`,
		);
}

/** The major version that an item is about. The subject of most facts is a version. */
function majorOf({ id, facts }: StoredItem): string {
	const version = facts.map(({ subject }) => parseVersion(subject)).find((parsed) => parsed !== null);
	if (version) return version.major;
	throw new Failure('bad-arguments', `${id} is not about a major version: --canonical does not apply`);
}
