import type { Board, Catalog, ListState, Release, Security } from '../../catalog/catalog.ts';

/** What one catalog has and the other has not, in the order a person reads it. */
export interface Difference {
	readonly releases: readonly {
		readonly version: string;
		readonly released: string;
		readonly builds: readonly string[];
		readonly boards: number;
		readonly withdrawn: boolean;
	}[];
	readonly boards: readonly {
		readonly id: string;
		readonly kind: string;
		readonly names: readonly string[];
	}[];
	/** What is no longer there: versions and board IDs. */
	readonly gone: { readonly releases: readonly string[]; readonly boards: readonly string[] };
	/** Known releases that changed: new builds, new boards, withdrawn or no longer, boards taken away. */
	readonly changed: readonly {
		readonly version: string;
		readonly builds: readonly string[];
		readonly joined: readonly string[];
		readonly left: readonly string[];
		readonly withdrawn: boolean;
		readonly restored: boolean;
	}[];
	/** Releases of which more or less is known to be fixed. */
	readonly fixes: readonly {
		readonly version: string;
		readonly state: ListState;
		readonly added: readonly string[];
		readonly removed: readonly string[];
	}[];
	/** CVEs that are known to be exploited, and those no more. */
	readonly exploited: { readonly added: readonly string[]; readonly removed: readonly string[] };
}

export function differenceOf(before: Catalog, after: Catalog): Difference {
	const [old, now] = [releasesOf(before), releasesOf(after)];
	const releases: Difference['releases'][number][] = [];
	const changed: Difference['changed'][number][] = [];
	for (const [version, { release, boards }] of now) {
		const known = old.get(version);
		if (!known) {
			const { released, withdrawn } = release;
			const builds = release.builds.map(({ build }) => build);
			releases.push({ version, released, builds, boards: boards.size, withdrawn });
			continue;
		}
		const builds = release.builds.map(({ build }) => build).filter((build) => !before.builds.has(build));
		const joined = [...boards.difference(known.boards)];
		const left = [...known.boards.difference(boards)];
		const withdrawn = release.withdrawn && !known.release.withdrawn;
		const restored = known.release.withdrawn && !release.withdrawn;
		if (builds.length > 0 || joined.length > 0 || left.length > 0 || withdrawn || restored)
			changed.push({ version, builds, joined, left, withdrawn, restored });
	}
	const boards = [...after.boards.values()]
		.filter((board) => namesOf(board).join() !== namesOf(before.boards.get(board.id)).join())
		.map((board) => ({ id: board.id, kind: board.kind, names: namesOf(board).slice(1) }));
	const gone = {
		releases: [...old.keys()].filter((version) => !now.has(version)),
		boards: [...before.boards.keys()].filter((id) => !after.boards.has(id)),
	};
	return { releases, boards, gone, changed, ...securityDifference(before.security, after.security) };
}

function securityDifference(before: Security, after: Security): Pick<Difference, 'fixes' | 'exploited'> {
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
	return { fixes, exploited: { added: [...now.difference(old)], removed: [...old.difference(now)] } };
}

/** A diff as lines: `+` for what is new, `~` for what changed, `-` for what is gone. */
export function printDifference(difference: Difference): string[] {
	const { releases, boards, gone, changed, fixes, exploited } = difference;
	return [
		...releases.map(
			({ version, released, builds, boards, withdrawn }) =>
				`+ release ${version}  ${released}  ${builds.join(' ') || 'no build'}  for ${boards} boards` +
				(withdrawn ? ', withdrawn' : ''),
		),
		...boards.map(({ id, kind, names }) => `+ board ${id}  ${kind}  ${names.join('; ') || 'no name yet'}`),
		...gone.releases.map((version) => `- release ${version}`),
		...gone.boards.map((id) => `- board ${id}`),
		...changed.flatMap(({ version, builds, joined, left, withdrawn, restored }) => [
			...(builds.length > 0 ? [`~ release ${version}  builds ${builds.join(' ')}`] : []),
			...(joined.length > 0 ? [`~ release ${version}  also for ${joined.join(' ')}`] : []),
			...(left.length > 0 ? [`- release ${version}  no longer for ${left.join(' ')}`] : []),
			...(withdrawn ? [`- release ${version}  withdrawn`] : []),
			...(restored ? [`+ release ${version}  no longer withdrawn`] : []),
		]),
		...fixes.flatMap(({ version, state, added, removed }) => [
			...(added.length > 0 || removed.length === 0
				? [`+ list ${version}  ${state}  ${shown(added) || 'no more CVEs'}`]
				: []),
			...(removed.length > 0 ? [`- list ${version}  ${state}  ${shown(removed)}`] : []),
		]),
		...exploited.added.map((cve) => `+ exploited ${cve}`),
		...exploited.removed.map((cve) => `- exploited ${cve}`),
	];
}

const mostShown = 4;

function shown(cves: readonly string[]): string {
	const more = cves.length - mostShown;
	return `${cves.slice(0, mostShown).join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function releasesOf(catalog: Catalog): Map<string, { release: Release; boards: Set<string> }> {
	const found = new Map<string, { release: Release; boards: Set<string> }>();
	for (const { releases } of catalog.majors.values())
		for (const release of releases) found.set(release.version, { release, boards: new Set() });
	for (const board of catalog.boards.values())
		for (const { releases } of board.support.values())
			for (const { version } of releases) found.get(version)!.boards.add(board.id);
	return found;
}

/** The board and its names: what a person sees of it. */
function namesOf(board: Board | undefined): string[] {
	if (!board) return [];
	return [board.id, ...board.machines.map(({ name }) => name).filter((name) => name !== '')];
}
