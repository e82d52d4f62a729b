import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { isResponse } from '@pointrelease/core/src/catalog/security-response.ts';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import type { Database } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import { type Fact, type FactKind, factKey } from '../facts/fact.ts';
import type { Knowledge } from '../knowledge.ts';
import { reopenItem } from '../quarantine/quarantine-store.ts';
import { type Statement, stating } from '../rules/evidence.ts';
import { identify } from '../rules/listed-boards.ts';
import { changeOf, findingAfter, storeDecision } from './apply-change.ts';
import { checkRight, type Right } from './check-correction.ts';
import {
	type Author,
	type Decision,
	type DecisionKind,
	markUndone,
	readDecisions,
} from './decision-store.ts';

/**
 * Forgets a learned release, board, fix (`27.3:CVE-...`) or exploited CVE for good: feeds that go on listing it are not believed.
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
	let fact: Fact = state({ kind: 'forgotten', subject, feed: 'apple' });
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

/**
 * Corrects a release for good: the feeds no longer override it. Of a shipped release a person can correct the day, whether it is pulled,
 * and the builds while the tables have none. A value that contradicts the data is refused unless `despite` gives a reason.
 */
export async function correct(
	database: Database,
	knowledge: Knowledge,
	{
		text,
		right,
		author,
		now,
		despite,
	}: { text: string; right: Right; author: Author; now: Date; despite?: string | undefined },
): Promise<string> {
	await knowledge.refresh();
	const subject = correctable(knowledge, text, right);
	const { values, boards, doubts } = checkRight(knowledge, subject, right, now);
	if (values.length === 0)
		throw new Failure('bad-arguments', 'nothing to correct: add --date, --boards, --build or --pulled');
	if (despite === '')
		throw new Failure('bad-arguments', '--despite is empty: expected the reason, for the audit log');
	if (doubts.length > 0 && despite === undefined)
		throw new Failure('bad-arguments', `${doubts.join('; ')} (to take it nevertheless: --despite REASON)`);
	const state = stating(now, knowledge.catalog);
	const accepted = <Kind extends FactKind>(statement: Statement<Kind>) => ({
		...state(statement),
		accepted: true,
	});
	const facts = [
		...values.map(({ aspect, value }) =>
			accepted({ kind: 'corrected', subject, object: aspect, value, feed: 'apple' }),
		),
		...boards.map(({ id, kind }) => accepted({ kind: 'board', subject: id, value: kind, feed: 'apple' })),
	];
	const insisted = doubts.length > 0 ? `despite "${doubts.join('; ')}": ${despite}` : '';
	const why = [author.why, insisted].filter(Boolean).join('; ');
	await repair(database, knowledge, { what: 'correct', subject, facts, author: { ...author, why }, now });
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

/** The learned CVE that a text names, alone (`CVE-…`) or of a release (`27.3:CVE-…`); null if the text does not name a CVE. */
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
		const entry = security.cves.get(cve);
		return release === ''
			? Boolean(entry?.exploitation?.kevAdded)
			: Boolean(entry?.fixedIn.some((fixed) => fixed.version === version));
	};
	if (isSaid(shipped))
		throw new Failure('shipped-data', `${subject} is in the shipped tables: correct it there`);
	if (isSaid(catalog)) return { subject, version, cve };
	const claim = release === '' ? `that ${cve} is exploited` : `that ${version || release} fixes ${cve}`;
	throw new Failure('unknown-subject', `it was not learned ${claim}: see "data diff"`);
}

/** The learned version, board or response that a text names. Shipped ones are corrected in the tables instead. */
function learntSubject({ catalog, shipped }: Knowledge, text: string): string {
	const version = parseVersion(text)?.canonical ?? '';
	const named = identify(catalog, text);
	const board = named.kind === 'known' ? named.board.id : '';
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

/** The version of the release that a text names. Throws if this correction has to be made in the shipped tables. */
function correctable({ catalog, shipped }: Knowledge, text: string, right: Right): string {
	const version = parseVersion(text)?.canonical ?? '';
	if (!catalog.releases.has(version))
		throw new Failure(
			'unknown-subject',
			`${JSON.stringify(text)} is not a known release: only releases can be corrected`,
		);
	const release = shipped.releases.get(version);
	const hasBuilds = release && (release.builds.length > 0 || release.parsed.era === 'classic');
	if (release && (right.boards || (right.builds && hasBuilds)))
		throw new Failure(
			'shipped-data',
			`the ${right.boards ? 'boards' : 'builds'} of ${version} are in the shipped tables: correct them there`,
		);
	return version;
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
	// An undo is a new change with a new moment, even if the data is the same as before the decision.
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
