import { groupBy } from '../text/group-by.ts';
import type {
	Board,
	Build,
	Catalog,
	Cve,
	CveRecord,
	ElsewhereCve,
	Exploitation,
	Fix,
	Installer,
	Major,
	Pull,
	Release,
	SafariRelease,
	Security,
	SecurityList,
	SecurityResponse,
	Source,
	Support,
	Variant,
} from './catalog.ts';
import { fold, isKind, withoutSuffix } from './identifier.ts';
import type { Machine } from './machine.ts';
import { namesOf, numberlessOf, systemNames } from './names.ts';
import { responseOf } from './security-response.ts';
import { supportOfMajor } from './support.ts';
import { type BoardRow, factsOf } from './tables/board-columns.ts';
import type { InstallerRow } from './tables/installer-table.ts';
import type { RecordRow, SafariFixRow, SafariRow } from './tables/security-tables.ts';
import {
	type BuildRow,
	isBriefPull,
	type MachineRow,
	type PullRow,
	type ReleaseRow,
	type ReplacedRow,
	releaseTables,
	type Tables,
} from './tables/tables.ts';
import { identifiersOf, twinsOf } from './twins.ts';

/** Makes a catalog of valid tables. The version is an argument because a page gets it together with the tables. */
export function assemble(tables: Tables, dataVersion: string): Catalog {
	const remarks: Remarks = new Map(tables.remarks.map((row) => [row.subject, row]));
	const drafts = draftBoards(tables, remarks);
	const replacements = groupBy(tables.replaced, ({ build }) => build);
	const builds = tables.builds.map((row) => buildOf(row, replacements.get(row.build) ?? []));
	const ofVersion = groupBy(
		builds.filter(({ kind }) => kind !== 'server'),
		({ version }) => version,
	);
	const responses = tables.securityResponses.map(responseOf);
	const responsesOf = groupBy(responses, ({ version }) => version);
	const pullsOf = groupBy(tables.pulls, ({ version }) => version.canonical);
	const installersOf = groupBy(tables.installers, ({ version }) => version.canonical);
	const majors = new Map<string, Major>();
	const releasesByVersion = new Map<string, Release>();
	for (const { rows, support, dataSet } of releaseTables(tables)) {
		const ofMajor = groupBy(support.rows, (row) => row.major.canonical);
		for (const [name, rowsOfMajor] of groupBy(rows, (row) => row.major.canonical)) {
			const releases = rowsOfMajor.map((row) => ({
				...releaseOf(row, ofVersion, responsesOf, remarks),
				pulls: (pullsOf.get(row.version.canonical) ?? []).map(pullOf),
				installers: (installersOf.get(row.version.canonical) ?? []).map(installerOf),
			}));
			const boards: Board[] = [];
			const major: { -readonly [K in keyof Major]: Major[K] } = {
				name,
				...systemNames(tables, name),
				era: rowsOfMajor[0]!.major.era,
				dataSet,
				releases,
				byVersion: new Map(releases.map((release) => [release.version, release])),
				latest: releases.findLast((release) => !release.withdrawn)!,
				boards,
				// Set below, because it refers to this major.
				canonical: undefined as never,
			};
			const supportOf = supportOfMajor(major);
			for (const [id, ranges] of groupBy(ofMajor.get(name) ?? [], (row) => row.board_id)) {
				const draft = drafts.get(id)!;
				draft.support.set(name, supportOf(draft.board, ranges));
				boards.push(draft.board);
			}
			major.canonical = drafts.get(canonicalOf(tables, name))!.support.get(name)!;
			majors.set(name, major);
			for (const release of releases) releasesByVersion.set(release.version, release);
		}
	}
	const security = assembleSecurity(tables, releasesByVersion, responses);
	const boards = [...drafts.values()].map(({ board }) => board);
	return {
		dataVersion,
		changed: tables.changes.at(-1)!.changed,
		majors,
		releases: releasesByVersion,
		builds: new Map([...builds, ...responses].map((build) => [build.build, build])),
		boards: new Map(boards.map((board) => [board.id, board])),
		names: namesOf(boards),
		numberless: tables.numberless.map((row) => numberlessOf(row, tables)),
		variants: new Map(tables.variants.map((row) => [row.variant, variantOf(row)])),
		excluded: new Map(tables.excluded.map((row) => [fold(row.identifier), row.reason])),
		sources: new Map(tables.sources.map((row) => [row.source, sourceOf(row)])),
		security,
		appleList: null,
	};
}

function canonicalOf(tables: Tables, major: string): string {
	return tables.canonical.find((row) => row.major.canonical === major)!.board_id;
}

interface Draft {
	board: Board;
	support: Map<string, Support>;
}

type Remarks = ReadonlyMap<string, Tables['remarks'][number]>;

function draftBoards(tables: Tables, remarks: Remarks): Map<string, Draft> {
	const twins = twinsOf(tables.boards);
	const ofMac = identifiersOf(twins, tables);
	const aliases = groupBy(tables.aliases, (row) => row.board_id);
	const caseNumbers = groupBy(tables.caseNumbers, (row) => row.board_id);
	const otherNames = groupBy(tables.otherNames, (row) => row.board_id);
	const ranges = new Map(tables.machines.map((row) => [`${row.board_id}\t${row.name}`, row]));
	const boards = new Map<string, Draft>();
	for (const [id, rows] of groupBy(tables.boards, (row) => row.board_id)) {
		const support = new Map<string, Support>();
		const short = withoutSuffix(id);
		const models = new Set(rows.map((row) => row.model_identifier).filter((model) => model !== ''));
		const otherAliases = (aliases.get(id) ?? [])
			.map((row) => row.alias)
			.filter((alias) => !models.has(alias));
		const board: Board = {
			id,
			kind: rows[0]!.kind,
			machines: rows.map((row) => machineOf(row, ranges.get(`${id}\t${row.name}`))),
			modelIdentifiers: [...models],
			introduced: rows[0]!.introduced,
			twins: twins.get(id) ?? [],
			identifiers: ofMac(id),
			aliases: [...(short ? [short] : []), ...otherAliases],
			caseNumbers: (caseNumbers.get(id) ?? []).map((row) => row.case_number),
			otherNames: (otherNames.get(id) ?? []).map(({ name, machine }) => ({
				name,
				machine: machine || null,
			})),
			remark: remarks.get(id)?.remark ?? '',
			support,
		};
		boards.set(id, { board, support });
	}
	return boards;
}

function releaseOf(
	row: ReleaseRow,
	builds: ReadonlyMap<string, readonly Build[]>,
	responses: ReadonlyMap<string, readonly SecurityResponse[]>,
	remarks: Remarks,
): Omit<Release, 'pulls' | 'installers'> {
	const { version, major, scope, released, precision, confidence, disputed, withdrawn, sources, note } = row;
	const remark = remarks.get(version.canonical);
	return {
		version: version.canonical,
		builds: builds.get(version.canonical) ?? [],
		responses: responses.get(version.canonical) ?? [],
		remark: remark?.remark ?? '',
		parsed: version,
		major: major.canonical,
		scope: scope[0] === 'all' ? null : new Set(scope),
		released,
		precision,
		confidence,
		disputed,
		withdrawn,
		sources: remark?.sources?.length ? [...new Set([...sources, ...remark.sources])] : sources,
		note,
	};
}

function pullOf(row: PullRow): Pull {
	const { pulled_on: on, listed_again_on: again, boards } = row;
	return {
		on: on.slice(0, 10),
		listedAgainOn: again.slice(0, 10) || null,
		boards: boards[0] === 'all' ? null : new Set(boards),
		...(isBriefPull(row) && { isBrief: true }),
	};
}

function installerOf({ kind, build, url, size }: InstallerRow): Installer {
	return { kind, build, url, size };
}

function buildOf(row: BuildRow, replacements: readonly ReplacedRow[]): Build {
	const { build, kind, name, sources, note } = row;
	return {
		build,
		version: row.version.canonical,
		released: row.released || null,
		kind,
		name,
		scope: scopeOf(row.boards),
		...(replacements.length > 0 && {
			replaced: replacements.map(({ replaced_on: on, boards }) => ({
				on,
				boards: boards[0] === 'all' ? null : new Set(boards),
			})),
		}),
		sources,
		note,
	};
}

function scopeOf(boards: readonly string[]): Build['scope'] {
	const [first] = boards;
	if (first === undefined) return 'some';
	return first === 'all' || isKind(first) ? first : new Set(boards);
}

function machineOf(row: BoardRow, range: MachineRow | undefined): Machine {
	return {
		...factsOf(row),
		modelIdentifier: row.model_identifier,
		introducedPrecision: row.introduced_precision,
		first: range?.first.canonical ?? '',
		last: range?.last.canonical ?? '',
		firstX: range?.first_x?.canonical ?? '',
	};
}

function sourceOf({ name, address, what }: Tables['sources'][number]): Source {
	return { name, address: address || null, what };
}

function variantOf({ variant, version, released, note }: Tables['variants'][number]): Variant {
	return { variant, version: version?.canonical ?? null, released, note };
}

function assembleSecurity(
	tables: Tables,
	releases: ReadonlyMap<string, Release>,
	responses: readonly SecurityResponse[],
): Security {
	const exploited = new Map(tables.securityExploited.map((row) => [row.cve, row]));
	const records = new Map(tables.securityRecords.map((row) => [row.cve, recordOf(row)]));
	const lists = new Map<string, SecurityList & { fixes: Fix[] }>();
	for (const { version, state, article, sources, note } of tables.securityLists) {
		const release = releases.get(version.canonical)!;
		lists.set(release.version, { release, state, article, sources, note, fixes: [] });
	}
	const cves = new Map<
		string,
		Cve & { fixedIn: Release[]; responses: SecurityResponse[]; safari: SafariRelease[] }
	>();
	for (const row of tables.securityFixes) {
		const { release, fixes } = lists.get(row.version.canonical)!;
		fixes.push(row);
		const earlier = cves.get(row.cve);
		if (earlier) earlier.fixedIn.push(release);
		else {
			const exploitation = exploitationOf(exploited.get(row.cve), release, records);
			cves.set(row.cve, { id: row.cve, fixedIn: [release], responses: [], safari: [], exploitation });
		}
	}
	for (const response of responses)
		for (const id of response.cves) {
			const earlier = cves.get(id);
			if (earlier) earlier.responses.push(response);
			// No release has the fix yet.
			else {
				const exploitation = exploitationOf(exploited.get(id), response, records);
				cves.set(id, { id, fixedIn: [], responses: [response], safari: [], exploitation });
			}
		}
	const safari = safariReleases(tables.safari, tables.safariFixes);
	for (const release of safari)
		for (const { cve: id } of release.fixes) {
			const earlier = cves.get(id);
			if (earlier) earlier.safari.push(release);
			// No release of macOS lists it.
			else {
				const exploitation = exploitationOf(exploited.get(id), release, records);
				cves.set(id, { id, fixedIn: [], responses: [], safari: [release], exploitation });
			}
		}
	const slips = new Map<string, Set<string>>();
	for (const { version, cve } of tables.securitySlips)
		slips.set(version.canonical, (slips.get(version.canonical) ?? new Set()).add(cve));
	const blocks = tables.securityBlocks.map(({ first, last }) => ({ first, last }));
	return { lists, cves, slips, elsewhere: elsewhereOf(tables, cves, records), records, safari, blocks };
}

function safariReleases(rows: readonly SafariRow[], fixRows: readonly SafariFixRow[]): SafariRelease[] {
	const fixes = groupBy(fixRows, ({ safari, released }) => `${safari.canonical} ${released}`);
	return rows.map(({ safari, released, majors, builds, bundles, state, article, sources, note }, at) => ({
		version: safari.canonical,
		parsed: safari,
		released,
		majors,
		builds: byMajor(builds),
		bundles: byMajor(bundles),
		isReissue: rows[at - 1]?.safari.canonical === safari.canonical,
		state,
		article,
		fixes: fixes.get(`${safari.canonical} ${released}`) ?? [],
		sources,
		note,
	}));
}

function byMajor(cells: readonly string[]): Map<string, string> {
	return new Map(cells.map((cell) => cell.split('=') as [string, string]));
}

function recordOf(row: RecordRow): CveRecord {
	const { cve, state, exploitation, automatable, technical_impact: technicalImpact } = row;
	return {
		cve,
		state,
		updated: row.updated || null,
		fixedIn: row.fixed_in,
		dropped: row.dropped,
		impact: row.impact || null,
		exploited: row.exploited || null,
		ssvc:
			exploitation && automatable && technicalImpact
				? { exploitation, automatable, technicalImpact, assessed: row.assessed || null }
				: null,
		kevAdded: row.kev_added || null,
		sources: row.sources,
	};
}

/** A CVE that a release from 11 on turns out to fix counts like any other. */
function elsewhereOf(
	{ securityElsewhere }: Tables,
	cves: ReadonlyMap<string, Cve>,
	records: ReadonlyMap<string, CveRecord>,
): Map<string, ElsewhereCve> {
	const rows = securityElsewhere.filter(({ cve }) => !cves.has(cve));
	return new Map(
		rows.map(({ cve: id, kev_added, kev_due, systems, fixed_in, sources }) => {
			const exploitation: Exploitation = {
				since: kev_added,
				kevAdded: kev_added,
				kevDue: kev_due,
				vendorSays: 'unknown',
				ssvc: records.get(id)?.ssvc ?? null,
				sources,
			};
			return [
				id,
				{ id, fixedIn: [], responses: [], safari: [], exploitation, systems, fixedBefore11: fixed_in },
			];
		}),
	);
}

function exploitationOf(
	row: Tables['securityExploited'][number] | undefined,
	first: Pick<Release, 'released'>,
	records: ReadonlyMap<string, CveRecord>,
): Exploitation | null {
	if (!row) return null;
	return {
		since: row.kev_added || first.released,
		kevAdded: row.kev_added || null,
		kevDue: row.kev_due || null,
		vendorSays: row.vendor_says,
		ssvc: records.get(row.cve)?.ssvc ?? null,
		sources: row.sources,
	};
}
