import type { Confidence } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareText, fold } from '@pointrelease/core/src/catalog/identifier.ts';
import {
	covers,
	type ReleaseRow,
	type SupportRow,
	shapes,
	type Tables,
} from '@pointrelease/core/src/catalog/tables/tables.ts';
import { compareVersions, parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { type Fact, type FactKind, type FactOf, factsOf, pairOf, sourceOf } from '../facts/fact.ts';
import { canonicalRows, learntBoards, rowsFor } from './learnt-boards.ts';
import { learntBuilds, learntResponses } from './learnt-builds.ts';
import { changeRows } from './learnt-changes.ts';
import { correctedDays, withLearntDay, withoutDoubts } from './learnt-days.ts';
import { learntInstallers } from './learnt-installers.ts';
import { learntPulls, learntReplaced } from './learnt-pulls.ts';
import { learntSecurity } from './learnt-security.ts';
import { repaired } from './repaired-facts.ts';

/**
 * The shipped tables with the learned facts added. The shipped tables win: a fact that repeats or contradicts them adds nothing, so
 * that facts leave no trace once newer tables have what was learned.
 */
export function learntTables(shipped: Tables, learnt: readonly Fact[]): Tables {
	const facts = repaired(shipped, learnt);
	const shippedVersions = new Set(shipped.primaryReleases.map((row) => row.version.canonical));
	const shippedBoards = new Map(shipped.boards.map((row) => [fold(row.board_id), row.board_id]));
	const mayRun = (fact: Fact) =>
		fact.accepted || !shippedVersions.has(fact.subject) || !shippedBoards.has(fold(fact.object));
	const drafts = draftReleases(shipped, facts);
	const byVersion = new Map(drafts.map((row) => [row.version.canonical, row]));
	const removedPairs = new Set(facts.filter(({ kind }) => kind === 'not-for').map(pairOf));
	const runs = withSomethingOffered(
		facts.filter(
			(fact) =>
				fact.kind === 'runs' &&
				byVersion.has(fact.subject) &&
				mayRun(fact) &&
				!removedPairs.has(pairOf(fact)),
		),
		byVersion,
		shipped,
	);
	const boards = learntBoards(shipped, facts, new Set(runs.map((fact) => fact.object)));
	const boardIds = new Set([...shippedBoards.values(), ...boards.map((row) => row.board_id)]);
	const listed = Map.groupBy(
		runs.filter((fact) => boardIds.has(fact.object)),
		(fact) => fact.subject,
	);
	const support = learntSupport(shipped, drafts, [...listed.values()].flat());
	const ranges = withRows(shipped.primarySupport, support, shapes.primarySupport.order);
	const lost = Map.groupBy(
		facts.filter((fact) => fact.kind === 'not-for'),
		(fact) => fact.subject,
	);
	const releases: ReleaseRow[] = [];
	for (const row of drafts) {
		const version = row.version.canonical;
		const boards = new Set((listed.get(version) ?? []).map((fact) => fact.object));
		const without = new Set((lost.get(version) ?? []).map((fact) => fact.object));
		releases.push(scoped(row, { ranges, listed: boards, without, shipped: shippedVersions.has(version) }));
	}
	const tables: Tables = {
		...shipped,
		boards: withRows(shipped.boards, boards, shapes.boards.order),
		// Leave out a release without any known board: no answer could name it.
		primaryReleases: releases.filter((row) => row.scope.length > 0),
		legacyReleases: correctedDays(shipped.legacyReleases, facts),
		primarySupport: ranges,
	};
	tables.builds = learntBuilds(shipped, tables.primaryReleases, facts);
	tables.replaced = learntReplaced(tables, facts);
	Object.assign(tables, withoutDoubts(shipped, tables));
	tables.pulls = learntPulls(tables, facts);
	tables.canonical = canonicalRows(tables, facts);
	const security = learntSecurity(shipped, tables.primaryReleases, facts);
	Object.assign(tables, security.tables);
	const responses = learntResponses(tables, facts);
	tables.securityResponses = responses.rows;
	tables.securityExploited = fixedSomewhere(tables);
	const installers = learntInstallers(tables, facts);
	tables.installers = installers.rows;
	const certain = security.effective.union(responses.effective).union(installers.effective);
	tables.changes = changeRows(shipped, tables, learnt, certain);
	return tables;
}

/** Leaves out learned exploited CVEs that only a response fixes, if that response was left out itself. */
function fixedSomewhere({
	securityExploited,
	securityFixes,
	securityResponses,
	safariFixes,
}: Tables): Tables['securityExploited'] {
	const patched = new Set(securityResponses.flatMap(({ cves }) => cves));
	const unsure = securityExploited.filter(({ line, cve }) => line === 0 && !patched.has(cve));
	if (unsure.length === 0) return securityExploited;
	const fixed = new Set([...securityFixes, ...safariFixes].map(({ cve }) => cve));
	return securityExploited.filter((row) => !unsure.includes(row) || fixed.has(row.cve));
}

/** The rows of a table with learned rows added. */
function withRows<Row>(shipped: Row[], learnt: readonly Row[], order: (a: Row, b: Row) => number): Row[] {
	return learnt.length === 0 ? shipped : [...shipped, ...learnt].sort(order);
}

/**
 * Leaves out boards for which every learned release of a major version is withdrawn, unless the shipped tables say that they run that
 * major version: the feed was wrong about them.
 */
function withSomethingOffered(
	runs: readonly Fact[],
	releases: ReadonlyMap<string, ReleaseRow>,
	{ primarySupport }: Tables,
): Fact[] {
	const pairs = Map.groupBy(
		runs,
		({ subject, object }) => `${object}\t${releases.get(subject)!.major.canonical}`,
	);
	const withSupport = new Set(primarySupport.map((row) => `${row.board_id}\t${row.major.canonical}`));
	return [...pairs].flatMap(([pair, ofPair]) =>
		withSupport.has(pair) || ofPair.some(({ subject }) => !releases.get(subject)!.withdrawn) ? ofPair : [],
	);
}

/** Shipped and learned releases in order. The learned ones have the scope of all boards until `scoped` narrows it. */
function draftReleases(shipped: Tables, facts: readonly Fact[]): ReleaseRow[] {
	const ofKind = <Kind extends FactKind>(kind: Kind) =>
		Map.groupBy(factsOf(facts, kind), ({ subject }) => subject);
	const [builds, disputed, withdrawn] = [ofKind('build'), ofKind('disputed'), ofKind('withdrawn')];
	const [confirmed, dated] = [ofKind('confirmed'), ofKind('dated')];
	const rows = shipped.primaryReleases.map((row) => {
		const version = row.version.canonical;
		const isWithdrawn = row.withdrawn || withdrawn.has(version);
		const days = { dated: dated.get(version)?.at(-1), confirmed: confirmed.get(version) ?? [] };
		const sure = withLearntDay(row, days);
		return isWithdrawn === row.withdrawn ? sure : { ...sure, withdrawn: isWithdrawn };
	});
	const withRow = new Set(rows.map((row) => row.version.canonical));
	for (const [text, [fact]] of ofKind('release')) {
		const version = parseVersion(text);
		const major = version && parseVersion(version.major);
		if (!version || !major || withRow.has(text) || version.era === 'classic') continue;
		const releaseFacts = [fact!, ...(builds.get(text) ?? [])];
		rows.push({
			line: 0,
			major,
			version,
			released: fact!.value,
			precision: 'day',
			confidence: confidenceIn(fact!, releaseFacts, confirmed.get(text) ?? []),
			disputed: (disputed.get(text) ?? [])
				.filter((dispute) => dispute.object !== fact!.value)
				.map((dispute) => `${dispute.object} (${dispute.value})`)
				.sort(compareText),
			withdrawn: withdrawn.has(text),
			scope: ['all'],
			sources: [...new Set(releaseFacts.map(sourceOf))].sort(compareText),
			note: fact!.accepted ? 'accepted by a person' : '',
		});
	}
	return rows.sort((a, b) => compareVersions(a.version, b.version));
}

/** High if a person or two feeds give the day, medium if the vendor lists the release, low if only another feed does. */
function confidenceIn(
	release: FactOf<'release'>,
	releaseFacts: readonly Pick<Fact, 'feed'>[],
	confirmed: readonly FactOf<'confirmed'>[],
): Confidence {
	const agreed = confirmed.some(({ value, feed }) => value === release.value && feed !== release.feed);
	if (release.accepted || agreed) return 'high';
	return releaseFacts.some(({ feed }) => feed === 'apple') ? 'medium' : 'low';
}

function learntSupport(
	shipped: Tables,
	releases: readonly ReleaseRow[],
	runs: readonly Fact[],
): SupportRow[] {
	const byVersion = new Map(releases.map((row) => [row.version.canonical, row]));
	const ofBoards = Map.groupBy(shipped.primarySupport, (row) => row.board_id);
	const pairs = Map.groupBy(
		runs,
		(fact) => `${fact.object}\t${byVersion.get(fact.subject)!.major.canonical}`,
	);
	return [...pairs.values()].flatMap((facts) => {
		const board = facts[0]!.object;
		const { major } = byVersion.get(facts[0]!.subject)!;
		const versions = new Set(facts.map((fact) => fact.subject));
		const sources = [...new Set(facts.map(sourceOf))].sort(compareText);
		const confidence = facts.every(({ feed }) => feed === 'apple') ? 'high' : 'medium';
		return rowsFor({ board, major, versions, sources, confidence }, ofBoards.get(board) ?? [], releases);
	});
}

/**
 * Sets the scope of a release to exactly its boards. A learned release is for the boards that were listed; it says "all" if these are
 * all boards whose ranges contain it. A shipped release keeps its scope, except for boards that a person added or removed.
 */
function scoped(
	row: ReleaseRow,
	{
		ranges,
		listed,
		without,
		shipped,
	}: {
		ranges: readonly SupportRow[];
		listed: ReadonlySet<string>;
		without: ReadonlySet<string>;
		shipped: boolean;
	},
): ReleaseRow {
	const everybody = row.scope[0] === 'all';
	if (shipped && without.size === 0 && (everybody || listed.size === 0)) return row;
	const inRange = new Set(ranges.filter((range) => covers(range, row)).map((range) => range.board_id));
	let boards: Set<string>;
	if (!shipped) boards = new Set([...listed].filter((board) => !without.has(board)));
	else {
		const before = everybody ? inRange : new Set([...row.scope, ...listed]);
		boards = new Set([...before].filter((board) => !without.has(board)));
		if (boards.size === row.scope.length && row.scope.every((board) => boards.has(board))) return row;
	}
	const all = inRange.size > 0 && [...inRange].every((board) => boards.has(board));
	if (all && !(shipped && !everybody)) return { ...row, scope: ['all'] };
	return { ...row, scope: [...boards].sort(compareText) };
}
