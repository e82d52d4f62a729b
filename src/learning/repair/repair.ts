import type { Catalog } from '../../catalog/catalog.ts';
import { isResponse } from '../../catalog/security-response.ts';
import { build, day } from '../../catalog/tables/readers.ts';
import { parseVersion } from '../../catalog/version.ts';
import type { Database } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import { type Fact, factKey } from '../facts/fact.ts';
import type { Knowledge } from '../knowledge.ts';
import { reopenItem } from '../quarantine/quarantine-store.ts';
import { dayOf, stating } from '../rules/evidence.ts';
import { identify, kindRuns } from '../rules/listed-boards.ts';
import { changeOf, findingAfter, storeDecision } from './apply-change.ts';
import {
	type Author,
	type Decision,
	type DecisionKind,
	markUndone,
	readDecisions,
} from './decision-store.ts';

/** What a person says is right about a release. */
export interface Right {
	readonly date?: string | undefined;
	readonly boards?: readonly string[] | undefined;
	readonly builds?: readonly string[] | undefined;
	/** The day Apple pulled it for all Macs, or `no`. */
	readonly pulled?: string | undefined;
}

/**
 * Forgets a learned release, board, fix (`27.3:CVE-...`) or exploited CVE for good: the feeds may go on listing it, and are not believed.
 */
export async function forget(
	database: Database,
	knowledge: Knowledge,
	{ text, author, now }: { text: string; author: Author; now: Date },
): Promise<string> {
	await knowledge.refresh();
	const named = learntCve(knowledge, text);
	const subject = named ? named.subject : learntSubject(knowledge, text);
	const state = stating(now, knowledge.catalog);
	let fact = state({ kind: 'forgotten', subject, feed: 'apple' });
	if (named) {
		const { version, cve } = named;
		fact =
			version === ''
				? state({ kind: 'not-exploited', subject: cve, value: 'forgotten', feed: 'kev' })
				: state({ kind: 'not-fixed', subject: version, object: cve, value: 'forgotten', feed: 'sofa' });
	}
	await repair(database, knowledge, {
		what: 'forget',
		subject,
		facts: [{ ...fact, accepted: true }],
		author,
		now,
	});
	return subject;
}

/** Corrects a learned release for good, whatever the feeds go on saying. */
export async function correct(
	database: Database,
	knowledge: Knowledge,
	{ text, right, author, now }: { text: string; right: Right; author: Author; now: Date },
): Promise<string> {
	await knowledge.refresh();
	const { pulled, ...others } = right;
	const isOfPulls = pulled !== undefined && Object.values(others).every((value) => value === undefined);
	const subject = isOfPulls ? knownVersion(knowledge, text) : learntSubject(knowledge, text);
	if (!knowledge.catalog.releases.has(subject))
		throw new Failure('bad-arguments', `${subject} is not a release: only releases can be corrected`);
	const values = {
		date: right.date === undefined ? null : checkedDay(knowledge, subject, right.date, now),
		build: right.builds ? checkedBuilds(knowledge, subject, right.builds) : null,
		boards: right.boards ? checkedBoards(knowledge, subject, right.boards) : null,
		pulled: pulled === undefined ? null : checkedPull(knowledge, subject, pulled, now),
	};
	const state = stating(now, knowledge.catalog);
	const facts = Object.entries(values)
		.filter((entry): entry is [string, string] => entry[1] !== null)
		.map(([aspect, value]) => ({
			...state({ kind: 'corrected', subject, object: aspect, value, feed: 'apple' }),
			accepted: true,
		}));
	if (facts.length === 0)
		throw new Failure('bad-arguments', 'nothing to correct: add --date, --boards, --build or --pulled');
	await repair(database, knowledge, { what: 'correct', subject, facts, author, now });
	return subject;
}

async function repair(
	database: Database,
	knowledge: Knowledge,
	{
		what,
		subject,
		facts,
		author,
		now,
	}: { what: DecisionKind; subject: string; facts: readonly Fact[]; author: Author; now: Date },
): Promise<void> {
	const [about] = facts;
	const revised = {
		...stating(now, knowledge.catalog)({ kind: 'revised', subject: about!.subject, feed: 'apple' }),
		accepted: true,
	};
	const change = changeOf(knowledge, [...facts, revised], [...facts, revised]);
	const finding = await findingAfter(knowledge, change);
	if (finding) throw new Failure('breaks-checks', `the tables would not be valid: ${finding}`);
	const decided = now.toISOString();
	await storeDecision(database, knowledge, { what, subject, item: null, decided, ...author, ...change });
}

/** The learned CVE, alone or of a release, that a text names; null if it does not name a CVE. */
function learntCve(
	{ catalog, shipped }: Knowledge,
	text: string,
): { subject: string; version: string; cve: string } | null {
	const [, release = '', name = ''] = /^(?:(.+):)?(CVE-\d+-\d+)$/i.exec(text) ?? [];
	const cve = name.toUpperCase();
	if (cve === '') return null;
	const version = parseVersion(release)?.canonical ?? '';
	const subject = release === '' ? cve : `${version || release}:${cve}`;
	const isSaid = ({ security }: Catalog) => {
		const known = security.cves.get(cve);
		return release === ''
			? Boolean(known?.exploitation?.kevAdded)
			: Boolean(known?.fixedIn.some((fixed) => fixed.version === version));
	};
	if (isSaid(shipped))
		throw new Failure('shipped-data', `${subject} is in the shipped tables: correct it there`);
	if (isSaid(catalog)) return { subject, version, cve };
	const what = release === '' ? `that ${cve} is exploited` : `that ${version || release} fixes ${cve}`;
	throw new Failure('unknown-subject', `it was not learned ${what}: see "data diff"`);
}

/** The learned version, board or response that a text names. Shipped ones are corrected in the tables instead. */
function learntSubject({ catalog, shipped }: Knowledge, text: string): string {
	const version = parseVersion(text)?.canonical ?? '';
	const found = identify(catalog, text);
	const board = found.kind === 'known' ? found.board.id : '';
	const build = catalog.builds.get(text);
	const response = build && isResponse(build) ? build.build : '';
	const subject = catalog.releases.has(version) ? version : board || response;
	if (subject === '')
		throw new Failure(
			'unknown-subject',
			`nothing was learned about ${JSON.stringify(text)}: expected a version, a board or the build of a security response that "data diff" lists`,
		);
	if (shipped.releases.has(subject) || shipped.boards.has(subject) || shipped.builds.has(subject))
		throw new Failure('shipped-data', `${subject} is in the shipped tables: correct it there`);
	return subject;
}

/** The release that a text names, shipped or learned: whether Apple pulled it is learned in any case. */
function knownVersion({ catalog }: Knowledge, text: string): string {
	const version = parseVersion(text)?.canonical ?? '';
	if (catalog.releases.has(version)) return version;
	throw new Failure('unknown-subject', `${JSON.stringify(text)} is not a known release`);
}

function checkedPull({ catalog }: Knowledge, version: string, pulled: string, now: Date): string {
	if (pulled === 'no') return pulled;
	const [first, today] = [catalog.releases.get(version)!.released, dayOf(now)];
	if (day.read(pulled) !== undefined && pulled >= first && pulled <= today) return pulled;
	throw new Failure(
		'bad-arguments',
		`${JSON.stringify(pulled)} is not a possible day for pulling ${version}: expected "no" or a day from ${first} to ${today}`,
	);
}

function checkedDay({ catalog }: Knowledge, version: string, date: string, now: Date): string {
	if (day.read(date) === undefined)
		throw new Failure('bad-arguments', `${JSON.stringify(date)} is not a day: expected YYYY-MM-DD`);
	const majors = [...catalog.majors.values()];
	const index = majors.findIndex(({ byVersion }) => byVersion.has(version));
	// The first release of a major version comes after that of the version before.
	const isFirst = majors[index]!.releases[0]!.version === version;
	const bound = majors[isFirst ? Math.max(0, index - 1) : index]!;
	const [first, today] = [bound.releases[0]!.released, dayOf(now)];
	if (date >= first && date <= today) return date;
	throw new Failure(
		'bad-arguments',
		`${JSON.stringify(date)} is not a possible day for ${version}: expected one from ${first} to ${today}`,
	);
}

function checkedBuilds({ catalog }: Knowledge, version: string, builds: readonly string[]): string {
	const wrong = builds.find((text) => build.read(text) === undefined);
	if (wrong !== undefined || builds.length === 0)
		throw new Failure(
			'bad-arguments',
			`${JSON.stringify(wrong ?? '')} is not a build: expected for example 26C50`,
		);
	for (const text of builds) {
		const owner = catalog.builds.get(text)?.version ?? version;
		if (owner !== version)
			throw new Failure('bad-arguments', `${text} is a build of ${owner}, not of ${version}`);
	}
	return [...new Set(builds)].join(' ');
}

function checkedBoards({ catalog, shipped }: Knowledge, version: string, ids: readonly string[]): string {
	const { major } = catalog.releases.get(version)!;
	const majors = [...catalog.majors.keys()];
	// The boards of a new major version are taken from the version before.
	const fellows = shipped.majors.has(major) ? [major] : [major, majors[majors.indexOf(major) - 1]!];
	const boards = new Set<string>();
	for (const id of ids) {
		const found = identify(catalog, id);
		if (found.kind !== 'known')
			throw new Failure('bad-arguments', `${JSON.stringify(id)} is not a known board`);
		const { kind } = found.board;
		if (!fellows.some((one) => kindRuns(catalog, kind, one)))
			throw new Failure(
				'bad-arguments',
				`${found.board.id} cannot run ${version}: no ${kind} board runs ${major}`,
			);
		for (const { id: known } of [found.board, ...found.twins]) boards.add(known);
	}
	if (boards.size > 0) return [...boards].sort().join(' ');
	throw new Failure('bad-arguments', '--boards is empty: expected board IDs separated by commas');
}

/** Undoes the last decision that still stands. Facts that were learned since then stay. */
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
	// Undoing is a change of its own, even if the data is what it was before.
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
