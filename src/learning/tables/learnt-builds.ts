import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import type { ResponseRow } from '@pointrelease/core/src/catalog/tables/security-tables.ts';
import {
	type BuildRow,
	type ReleaseRow,
	shapes,
	type Tables,
} from '@pointrelease/core/src/catalog/tables/tables.ts';
import { compareVersions } from '@pointrelease/core/src/catalog/version.ts';
import { type Fact, type FactKind, type FactOf, factsOf, sourceOf } from '../facts/fact.ts';
import { withMovedDays } from './learnt-days.ts';

/** The shipped builds and the learned ones. The first fact about a build counts. */
export function learntBuilds(
	shipped: Tables,
	releases: readonly ReleaseRow[],
	facts: readonly Fact[],
): BuildRow[] {
	const byVersion = new Map(releases.map((row) => [row.version.canonical, row]));
	const builds = withMovedDays(shipped, byVersion);
	const withRow = new Set(builds.map(({ build }) => build));
	const learnt = factoryRows(facts, byVersion, withRow);
	for (const { build } of learnt) withRow.add(build);
	for (const fact of facts) {
		const release = byVersion.get(fact.subject);
		if (fact.kind !== 'build' || !release || withRow.has(fact.object)) continue;
		withRow.add(fact.object);
		learnt.push(rowOf(fact, release));
	}
	learnt.push(...rowsOfTakenBack(facts, byVersion, withRow));
	if (learnt.length === 0) return builds;
	const rows = [...builds, ...learnt];
	const ofVersion = Map.groupBy(rows, ({ version }) => version.canonical);
	return rows
		.map((row) =>
			// A single build of a release is for all its Macs.
			row.line === 0 && row.kind !== 'factory' && ofVersion.get(row.version.canonical)!.length === 1
				? { ...row, boards: ['all'] }
				: row,
		)
		.sort(shapes.builds.order);
}

/** The builds that new Macs came with, each with its boards. */
function factoryRows(
	facts: readonly Fact[],
	releases: ReadonlyMap<string, ReleaseRow>,
	withRow: ReadonlySet<string>,
): BuildRow[] {
	const orderOf = ({ seen, value }: FactOf<'factory'>) => `${seen}${value.build} ${value.released}`;
	const factoryBuilds = factsOf(facts, 'factory')
		.filter(({ subject }) => releases.has(subject))
		.sort((a, b) => compareText(orderOf(a), orderOf(b)));
	return [...Map.groupBy(factoryBuilds, ({ value }) => value.build)].flatMap(([build, ofBuild]) => {
		if (withRow.has(build)) return [];
		// The first fact gives the version, the last one the corrected day.
		const { version } = releases.get(ofBuild[0]!.subject)!;
		const ofRelease = ofBuild.filter(({ subject }) => subject === version.canonical);
		const { released } = ofRelease.at(-1)!.value;
		const boards = ofRelease.map(({ object }) => object).sort(compareText);
		const sources = [...new Set(ofRelease.map(sourceOf))];
		return [{ line: 0, build, version, released, kind: 'factory', name: '', boards, sources, note: '' }];
	});
}

/** The builds of releases that were taken back and came back with another build: Macs may have them. */
function rowsOfTakenBack(
	facts: readonly Fact[],
	releases: ReadonlyMap<string, ReleaseRow>,
	withRow: ReadonlySet<string>,
): BuildRow[] {
	const builds = factsOf(facts, 'replaced').filter(({ subject }) => !withRow.has(subject));
	return [...Map.groupBy(builds, ({ subject }) => subject)].flatMap(([build, ofBuild]) => {
		const release = releases.get(ofBuild[0]!.value.version);
		const boards = ofBuild.map(({ object }) => object).sort(compareText);
		return release
			? [{ ...rowOf({ ...ofBuild[0]!, kind: 'build', object: build, value: '' }, release), boards }]
			: [];
	});
}

function rowOf(fact: FactOf<'build'>, { version, released }: ReleaseRow): BuildRow {
	return {
		line: 0,
		build: fact.object,
		version,
		// A build cannot come out before its release.
		released: fact.value !== '' && fact.value < released ? released : fact.value,
		kind: 'release',
		name: '',
		boards: [],
		sources: [sourceOf(fact)],
		note: fact.accepted ? 'accepted by a person' : '',
	};
}

const kinds: ReadonlySet<FactKind> = new Set([
	'response',
	'patches',
	'response-fixes',
	'response-withdrawn',
	'not-for',
] as const);

interface LearntResponses {
	readonly rows: ResponseRow[];
	/** The facts that changed something. */
	readonly effective: ReadonlySet<Fact>;
}

/**
 * The shipped security responses and the learned ones; `tables` has all other learned rows already. Facts can add fixes to a shipped
 * response, withdraw it, or remove boards from it. A learned response for an unknown build or unknown Macs is left out.
 */
export function learntResponses(tables: Tables, facts: readonly Fact[]): LearntResponses {
	const shipped = tables.securityResponses;
	const about = Map.groupBy(
		facts.filter(({ kind }) => kinds.has(kind)),
		({ subject }) => subject,
	);
	const effective = new Set<Fact>();
	if (about.size === 0 && shipped.every(({ superseded_by }) => superseded_by !== null))
		return { rows: shipped, effective };
	const releases = new Map(tables.primaryReleases.map((row) => [row.version.canonical, row]));
	const owners = new Map(tables.builds.map(({ build, version }) => [build, version.canonical]));
	const boards = new Set(tables.boards.map((row) => row.board_id));
	const shippedBuilds = new Set(shipped.map(({ build }) => build));
	const learnt = [...about].flatMap(([build, ofBuild]) => {
		const ofKind = <Kind extends FactKind>(kind: Kind) => factsOf(ofBuild, kind);
		const [fact] = ofKind('response');
		if (!fact) return [];
		const { kind, version, letter, base: base_build, released } = fact.value;
		const release = releases.get(version);
		const removedBoards = boardsIn(ofBuild);
		const listed = ofKind('patches').filter(({ object }) => boards.has(object) && !removedBoards.has(object));
		if (!release || shippedBuilds.has(build) || owners.has(build) || listed.length === 0) return [];
		if (owners.get(base_build) !== version) return [];
		for (const used of ofBuild) effective.add(used);
		const fixes = ofKind('response-fixes');
		const row: ResponseRow = {
			line: 0,
			version: release.version,
			letter,
			build,
			base_build,
			kind,
			released: released < release.released ? release.released : released,
			boards: listed.map(({ object }) => object).sort(compareText),
			except: [],
			cves: fixes.map(({ object }) => object).sort(compareText),
			article: fixes.find(({ value }) => value !== '')?.value ?? '',
			superseded_by: null,
			withdrawn: ofKind('response-withdrawn').length > 0,
			confidence: fact.accepted || fixes.length > 0 ? 'high' : 'medium',
			sources: [...new Set([fact, ...fixes].map(sourceOf))],
			note: fact.accepted ? 'accepted by a person' : '',
		};
		return [row];
	});
	const extended = shipped.flatMap((row) => {
		const ofBuild = about.get(row.build) ?? [];
		const fixes = ofBuild.filter(
			({ kind, object }) => kind === 'response-fixes' && !row.cves.includes(object),
		);
		for (const fact of fixes) effective.add(fact);
		const cves = [...row.cves, ...fixes.map(({ object }) => object)].sort(compareText);
		const withdrawal = ofBuild.find(({ kind }) => kind === 'response-withdrawn');
		if (withdrawal) effective.add(withdrawal);
		const isSame = fixes.length === 0 && !withdrawal;
		const learntRow = isSame ? row : { ...row, cves, withdrawn: row.withdrawn || withdrawal !== undefined };
		return without(learntRow, boardsIn(ofBuild));
	});
	const rows = [...extended, ...learnt].map((row) =>
		row.superseded_by === null ? { ...row, superseded_by: successorOf(row, tables) } : row,
	);
	return { rows: rows.sort(shapes.securityResponses.order), effective };
}

/** A response without the boards that a person removed from it; no row if no board is left. */
function without(row: ResponseRow, removedBoards: ReadonlySet<string>): ResponseRow[] {
	if (removedBoards.size === 0) return [row];
	if (row.boards[0] === 'all')
		return [{ ...row, except: [...new Set([...row.except, ...removedBoards])].sort(compareText) }];
	const boards = row.boards.filter((board) => !removedBoards.has(board));
	return boards.length > 0 ? [{ ...row, boards }] : [];
}

function boardsIn(facts: readonly Fact[]): Set<string> {
	return new Set(facts.filter(({ kind }) => kind === 'not-for').map(({ object }) => object));
}

/**
 * The first release that includes the fixes of a response. Apple says that it is the next release of the major version, which must have
 * come out on the day of the response or later. A release whose complete list lacks one of the fixes is skipped.
 */
function successorOf({ version, released, cves }: ResponseRow, tables: Tables): ReleaseRow['version'] | null {
	const next = tables.primaryReleases.find(
		(row) =>
			row.version.major === version.major &&
			!row.withdrawn &&
			row.released >= released &&
			compareVersions(row.version, version) > 0 &&
			!cves.some((cve) => isDenied(tables, row.version, cve)),
	);
	return next?.version ?? null;
}

/** Whether the complete list of a release lacks a CVE. */
function isDenied(
	{ securityLists, securityFixes }: Tables,
	release: ReleaseRow['version'] | null,
	cve: string,
): boolean {
	const isOfRelease = ({ version }: { version: ReleaseRow['version'] }) =>
		version.canonical === release?.canonical;
	return (
		securityLists.some((list) => list.state === 'listed' && isOfRelease(list)) &&
		!securityFixes.some((fix) => fix.cve === cve && isOfRelease(fix))
	);
}
