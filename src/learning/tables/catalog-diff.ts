import type { Board, Catalog, ListState, Release, Security } from '@pointrelease/core/src/catalog/catalog.ts';
import { isOfferedResponse, isResponse } from '@pointrelease/core/src/catalog/security-response.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';

/** The differences between two catalogs, in the order in which a person reads them. */
export interface Difference {
	readonly releases: readonly {
		readonly version: string;
		readonly released: string;
		readonly builds: readonly string[];
		readonly boards: number;
		readonly withdrawn: boolean;
		/** Its pulls in words: `pulled on 2026-12-01`. */
		readonly pulls: readonly string[];
	}[];
	readonly boards: readonly {
		readonly id: string;
		readonly kind: string;
		readonly names: readonly string[];
	}[];
	/** Versions and board IDs that are gone. */
	readonly gone: { readonly releases: readonly string[]; readonly boards: readonly string[] };
	/** Known releases that have another day, other builds or boards, or were withdrawn, restored or pulled. */
	readonly changed: readonly {
		readonly version: string;
		/** Its new day, if that changed. */
		readonly redated: { readonly was: string; readonly is: string } | null;
		readonly builds: readonly string[];
		/** Builds that it lost. */
		readonly dropped: readonly string[];
		readonly joined: readonly string[];
		readonly left: readonly string[];
		readonly withdrawn: boolean;
		readonly restored: boolean;
		/** Pulls that are new, and those that ended. */
		readonly pulls: readonly string[];
	}[];
	/** Releases whose list of fixes changed. */
	readonly fixes: readonly {
		readonly version: string;
		readonly state: ListState;
		readonly added: readonly string[];
		readonly removed: readonly string[];
	}[];
	/** New and changed security responses, and the builds of those that are gone. */
	readonly responses: {
		readonly changed: readonly {
			readonly label: string;
			readonly build: string;
			readonly released: string;
			readonly boards: number;
			readonly cves: readonly string[];
			readonly withdrawn: boolean;
			/** The first release that has its fixes. */
			readonly supersededBy: string | null;
		}[];
		readonly gone: readonly string[];
	};
	/** CVEs that became known as exploited, and those that no longer are. */
	readonly exploited: { readonly added: readonly string[]; readonly removed: readonly string[] };
	/** Apple's CVE records that are new or changed, with CISA's notes in them. */
	readonly records: readonly string[];
}

export function differenceOf(before: Catalog, after: Catalog): Difference {
	const [old, now] = [releasesOf(before), releasesOf(after)];
	const releases: Difference['releases'][number][] = [];
	const changed: Difference['changed'][number][] = [];
	for (const [version, { release, boards }] of now) {
		const earlier = old.get(version);
		if (!earlier) {
			const { released, withdrawn } = release;
			const builds = [...buildsOf(release)];
			const pulls = pullsOf(release);
			releases.push({ version, released, builds, boards: boards.size, withdrawn, pulls });
			continue;
		}
		const redated =
			release.released === earlier.release.released
				? null
				: { was: earlier.release.released, is: release.released };
		const [had, has] = [buildsOf(earlier.release), buildsOf(release)];
		const [builds, dropped] = [[...has.difference(had)], [...had.difference(has)]];
		const joined = [...boards.difference(earlier.boards)];
		const left = [...earlier.boards.difference(boards)];
		const withdrawn = release.withdrawn && !earlier.release.withdrawn;
		const restored = earlier.release.withdrawn && !release.withdrawn;
		const then = pullsOf(earlier.release);
		const pulls = pullsOf(release).filter((pull) => !then.includes(pull));
		if (earlier.release.pulls.length > 0 && release.pulls.length === 0) pulls.push('not pulled');
		const lists = [builds, dropped, joined, left, pulls];
		if (redated || lists.some(({ length }) => length > 0) || withdrawn || restored)
			changed.push({ version, redated, builds, dropped, joined, left, withdrawn, restored, pulls });
	}
	const boards = [...after.boards.values()]
		.filter((board) => namesOf(board).join() !== namesOf(before.boards.get(board.id)).join())
		.map((board) => ({ id: board.id, kind: board.kind, names: namesOf(board).slice(1) }));
	const gone = {
		releases: [...old.keys()].filter((version) => !now.has(version)),
		boards: [...before.boards.keys()].filter((id) => !after.boards.has(id)),
	};
	const responses = responsesDifference(before, after);
	return {
		releases,
		boards,
		gone,
		changed,
		responses,
		...securityDifference(before.security, after.security),
	};
}

function responsesDifference(before: Catalog, after: Catalog): Difference['responses'] {
	const [old, now] = [responsesOf(before), responsesOf(after)];
	const changed = [...now].filter(([build, is]) => JSON.stringify(old.get(build)) !== JSON.stringify(is));
	return {
		changed: changed.map(([, response]) => response),
		gone: [...old.keys()].filter((build) => !now.has(build)),
	};
}

function responsesOf({ builds, majors }: Catalog): Map<string, Difference['responses']['changed'][number]> {
	return new Map(
		[...builds.values()].filter(isResponse).map((response) => {
			const { label, build, version, released, cves, withdrawn, supersededBy } = response;
			const major = [...majors.values()].find(({ byVersion }) => byVersion.has(version));
			const boards = major?.boards.filter(
				(board) =>
					board.support.get(major.name)!.releases.some((release) => release.version === version) &&
					isOfferedResponse(response, board),
			);
			return [build, { label, build, released, boards: boards?.length ?? 0, cves, withdrawn, supersededBy }];
		}),
	);
}

function securityDifference(
	before: Security,
	after: Security,
): Pick<Difference, 'fixes' | 'exploited' | 'records'> {
	const fixes: Difference['fixes'][number][] = [];
	for (const [version, { state, fixes: now }] of after.lists) {
		const then = before.lists.get(version);
		const [old, fresh] = [then?.fixes ?? [], now].map((entries) => new Set(entries.map(({ cve }) => cve)));
		const [added, removed] = [[...fresh!.difference(old!)], [...old!.difference(fresh!)]];
		if (added.length > 0 || removed.length > 0 || state !== then?.state)
			fixes.push({ version, state, added, removed });
	}
	const exploitedIn = ({ cves }: Security) =>
		new Set([...cves.values()].filter(({ exploitation }) => exploitation).map(({ id }) => id));
	const [old, now] = [exploitedIn(before), exploitedIn(after)];
	const records = [...after.records].filter(
		([cve, record]) => JSON.stringify(before.records.get(cve)) !== JSON.stringify(record),
	);
	return {
		fixes,
		exploited: { added: [...now.difference(old)], removed: [...old.difference(now)] },
		records: records.map(([cve]) => cve),
	};
}

/** A diff as lines: `+` new, `~` changed, `-` gone. */
export function printDifference(difference: Difference): string[] {
	const { releases, boards, gone, changed, fixes, responses, exploited, records } = difference;
	return [
		...releases.map(
			({ version, released, builds, boards, withdrawn, pulls }) =>
				`+ release ${version}  ${released}  ${builds.join(' ') || 'no build'}  for ${counted(boards, 'board')}` +
				[...(withdrawn ? ['withdrawn'] : []), ...pulls].map((words) => `, ${words}`).join(''),
		),
		...boards.map(({ id, kind, names }) => `+ board ${id}  ${kind}  ${names.join('; ') || 'no name yet'}`),
		...gone.releases.map((version) => `- release ${version}`),
		...gone.boards.map((id) => `- board ${id}`),
		...changed.flatMap(({ version, redated, builds, dropped, joined, left, withdrawn, restored, pulls }) => [
			...(redated ? [`~ release ${version}  ${redated.is}, was ${redated.was}`] : []),
			...(dropped.length > 0 ? [`- release ${version}  no longer builds ${dropped.join(' ')}`] : []),
			...(builds.length > 0 ? [`~ release ${version}  builds ${builds.join(' ')}`] : []),
			...(joined.length > 0 ? [`~ release ${version}  also for ${joined.join(' ')}`] : []),
			...(left.length > 0 ? [`- release ${version}  no longer for ${left.join(' ')}`] : []),
			...(withdrawn ? [`- release ${version}  withdrawn`] : []),
			...(restored ? [`+ release ${version}  no longer withdrawn`] : []),
			...pulls.map((words) => `~ release ${version}  ${words}`),
		]),
		...fixes.flatMap(({ version, state, added, removed }) => [
			...(added.length > 0 || removed.length === 0
				? [`+ list ${version}  ${state}  ${shown(added) || 'no CVEs listed'}`]
				: []),
			...(removed.length > 0 ? [`- list ${version}  ${state}  ${shown(removed)}`] : []),
		]),
		...responses.changed.map(
			({ label, build, released, boards, cves, withdrawn, supersededBy }) =>
				`+ response ${label}  ${released}  ${build}  for ${counted(boards, 'board')}  ${shown(cves) || 'no CVEs listed'}` +
				(supersededBy ? `, fixed in ${supersededBy}` : '') +
				(withdrawn ? ', withdrawn' : ''),
		),
		...responses.gone.map((build) => `- response ${build}`),
		...exploited.added.map((cve) => `+ exploited ${cve}`),
		...exploited.removed.map((cve) => `- exploited ${cve}`),
		...(records.length > 0 ? [`~ records ${shown(records)}`] : []),
	];
}

const mostShown = 4;

function shown(cves: readonly string[]): string {
	const more = cves.length - mostShown;
	return `${cves.slice(0, mostShown).join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** In words, each pull and each replaced build, with the boards if it was not for all of them. */
function pullsOf({ pulls, builds }: Release): string[] {
	const forBoards = (boards: ReadonlySet<string> | null) => (boards ? ` for ${[...boards].join(' ')}` : '');
	return [
		...pulls.map(
			({ on, listedAgainOn, boards }) =>
				`pulled on ${on}${forBoards(boards)}${listedAgainOn ? `, listed again on ${listedAgainOn}` : ''}`,
		),
		...builds.flatMap(({ build, replaced = [] }) =>
			replaced.map(({ on, boards }) => `build ${build} replaced on ${on}${forBoards(boards)}`),
		),
	];
}

function buildsOf({ builds }: Release): Set<string> {
	return new Set(builds.map(({ build }) => build));
}

function releasesOf(catalog: Catalog): Map<string, { release: Release; boards: Set<string> }> {
	const byVersion = new Map<string, { release: Release; boards: Set<string> }>();
	for (const { releases } of catalog.majors.values())
		for (const release of releases) byVersion.set(release.version, { release, boards: new Set() });
	for (const board of catalog.boards.values())
		for (const { releases } of board.support.values())
			for (const { version } of releases) byVersion.get(version)!.boards.add(board.id);
	return byVersion;
}

/** The board and its names, as people see them. */
function namesOf(board: Board | undefined): string[] {
	if (!board) return [];
	return [board.id, ...board.machines.map(({ name }) => name).filter((name) => name !== '')];
}
