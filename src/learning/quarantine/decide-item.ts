import type { Catalog } from '../../catalog/catalog.ts';
import { day } from '../../catalog/readers.ts';
import { parseVersion } from '../../catalog/version.ts';
import type { Database, Queries } from '../../database/database.ts';
import { Failure } from '../../failure.ts';
import { type Fact, factKey } from '../facts/fact.ts';
import { addFacts, announce, removeFacts } from '../facts/fact-store.ts';
import type { Knowledge } from '../knowledge.ts';
import { dayOf, stating } from '../rules/evidence.ts';
import { buildLearntCatalog } from '../tables/build-learnt-catalog.ts';
import { decideItem, type ItemState, readItem, type StoredItem } from './quarantine-store.ts';

/** What a person knows better than the feed. */
export interface Correction {
	/** The day the release came out. */
	readonly date?: string | undefined;
	/** The board that answers for the major. */
	readonly canonical?: string | undefined;
}

/** Makes what an item says true, if the tables stay sound with it. */
export async function acceptItem(
	database: Database,
	knowledge: Knowledge,
	id: string,
	correction: Correction,
	now: Date,
): Promise<StoredItem> {
	await knowledge.refresh();
	const item = await openItem(database, id, ['open', 'rejected']);
	if (item.facts.length === 0)
		throw new Failure('not-acceptable', `${id} cannot be accepted: ${item.detail}; reject it`);
	const change =
		item.reason === 'listed-again'
			? await takingBack(item, knowledge, correction, now)
			: await adding(item, knowledge, correction, now);
	await database.transaction(async (queries) => {
		if (!(await change(queries)))
			throw new Failure('learnt-meanwhile', 'something else was learnt at the same moment: try again');
		await decideItem(queries, id, 'accepted', now.toISOString());
		await announce(database, queries);
	});
	await knowledge.refresh();
	return item;
}

const ofRelease: ReadonlySet<Fact['kind']> = new Set(['release', 'disputed', 'build', 'runs']);

/** A change to what is stored; false when it was judged by what is no longer the latest knowledge. */
type Change = (queries: Queries) => Promise<boolean>;

async function adding(
	item: StoredItem,
	{ catalog, shippedTables, facts: known, change }: Knowledge,
	correction: Correction,
	now: Date,
): Promise<Change> {
	const facts = corrected(item, correction, catalog, now);
	const { refused, catalog: after } = await buildLearntCatalog<Fact>(shippedTables, known, [facts]);
	if (refused[0])
		throw new Failure(
			'breaks-checks',
			`${item.id} cannot be accepted: ${refused[0].finding}` +
				(correction.canonical === undefined && /canonical/.test(refused[0].finding)
					? ' (name a board that runs it with --canonical BOARD)'
					: ''),
		);
	// Should it be listed again one day, it is learnt anew, with the day of then.
	const taken = facts.filter(({ kind, subject }) => kind === 'withdrawn' && !after.releases.has(subject));
	const forgotten = known.filter(
		({ kind, subject }) => ofRelease.has(kind) && taken.some((fact) => fact.subject === subject),
	);
	return async (queries) =>
		(await addFacts(queries, facts, change!, null)) &&
		(forgotten.length === 0 || removeFacts(queries, forgotten, change! + 1));
}

async function takingBack(
	item: StoredItem,
	{ shippedTables, facts, change }: Knowledge,
	correction: Correction,
	now: Date,
): Promise<Change> {
	if (correction.date !== undefined || correction.canonical !== undefined)
		throw new Failure('bad-arguments', `${item.id} is about nothing new: it takes no date and no board`);
	const taken = new Set(item.facts.map(factKey));
	const kept = facts.filter((fact) => !taken.has(factKey(fact)));
	const { refused } = await buildLearntCatalog(shippedTables, [], [kept]);
	if (refused[0]) throw new Failure('breaks-checks', `${item.id} cannot be accepted: ${refused[0].finding}`);
	const state = stating(now);
	const restored = item.facts.map(({ subject, object, feed }) => ({
		...state('restored', subject, object, '', feed),
		accepted: true,
	}));
	// The moment is that of the last time.
	return async (queries) =>
		(await removeFacts(queries, [...item.facts, ...restored], change!)) &&
		addFacts(queries, restored, change! + 1, null);
}

/** What an item says does not come true by itself any more; a person may still accept it. */
export async function rejectItem(database: Database, id: string, now: Date): Promise<StoredItem> {
	const item = await openItem(database, id);
	await database.transaction(async (queries) => {
		// First the row that everybody locks first, so that nobody waits for each other.
		await announce(database, queries);
		await decideItem(queries, id, 'rejected', now.toISOString());
	});
	return item;
}

async function openItem(
	database: Database,
	id: string,
	states: readonly ItemState[] = ['open'],
): Promise<StoredItem> {
	const item = await readItem(database, id);
	if (states.includes(item.state)) return item;
	throw new Failure('already-decided', `${id} is not open any more: it is ${item.state}`);
}

function corrected(item: StoredItem, { date, canonical }: Correction, catalog: Catalog, now: Date): Fact[] {
	const release = item.facts.find(({ kind }) => kind === 'release');
	if (date !== undefined) checkDate(item, release, date, catalog, now);
	// They become true now: the moment of the change is that of the decision.
	const { seen } = stating(now)('release', '', '', '', item.feed);
	const facts = item.facts.map((fact) => ({
		...fact,
		seen,
		value: fact === release && date !== undefined ? date : fact.value,
	}));
	if (canonical !== undefined)
		facts.push({
			...{ kind: 'canonical', subject: majorOf(item), object: '', value: canonical },
			...{ feed: item.feed, seen, accepted: true },
		});
	return facts;
}

function checkDate(
	{ id }: StoredItem,
	release: Fact | undefined,
	date: string,
	catalog: Catalog,
	now: Date,
): void {
	if (!release) throw new Failure('bad-arguments', `${id} is about no new release: it takes no date`);
	if (day.read(date) === undefined)
		throw new Failure('bad-arguments', `${JSON.stringify(date)} is no day: expected YYYY-MM-DD`);
	const major = catalog.majors.get(parseVersion(release.subject)!.major);
	const { releases } = major ?? [...catalog.majors.values()].at(-1)!;
	const [first, today] = [releases[0]!.released, dayOf(now)];
	if (date < first || date > today)
		throw new Failure(
			'bad-arguments',
			`${JSON.stringify(date)} is no day for ${release.subject}: expected one from ${first} to ${today}`,
		);
}

/** The major that an item is about: all but the facts of boards begin with a version. */
function majorOf({ facts }: StoredItem): string {
	return facts.map(({ subject }) => parseVersion(subject)).find((version) => version !== null)!.major;
}
