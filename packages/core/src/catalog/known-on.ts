import { BoundedMap } from '../text/bounded-map.ts';
import type {
	Board,
	Build,
	Catalog,
	Cve,
	Major,
	Pull,
	Release,
	Security,
	SecurityResponse,
	Support,
} from './catalog.ts';
import { isResponse } from './security-response.ts';

/** Making one takes 20 ms, and clients choose the day. */
const mostDays = 3;
const ofDays = new WeakMap<Catalog, BoundedMap<string, Catalog>>();

/** The catalog as it was on a day: what came out, was pulled or became known later is not in it. */
export function knownOn(catalog: Catalog, day: string): Catalog {
	const views = ofDays.get(catalog) ?? new BoundedMap<string, Catalog>(mostDays);
	ofDays.set(catalog, views);
	return views.findOrMake(day, () => viewOn(catalog, day));
}

function viewOn(catalog: Catalog, day: string): Catalog {
	const isOut = ({ released }: { readonly released: string | null }) => released === null || released <= day;
	const builds = new Map<string, Build>();
	for (const [number, build] of catalog.builds)
		if (isOut(build)) builds.set(number, buildOn(catalog, build, day));
	const releases = new Map<string, Release>();
	for (const [version, release] of catalog.releases)
		if (isOut(release)) releases.set(version, releaseOn(release, builds, day));
	const releasesThen = (all: readonly Release[]) => all.flatMap(({ version }) => releases.get(version) ?? []);
	const { majors, boards } = macsOn(catalog, releasesThen, day);
	const boardsThen = (all: readonly Board[]) => all.flatMap(({ id }) => boards.get(id) ?? []);
	const names = [...catalog.names].map(([name, all]) => [name, boardsThen(all)] as const);
	return {
		...catalog,
		appleList: null,
		majors,
		releases,
		builds: new Map([...builds].filter(([, { version }]) => releases.has(version))),
		boards,
		names: new Map(names.filter(([, all]) => all.length > 0)),
		numberless: catalog.numberless.filter(({ introduced }) => introduced <= day),
		variants: new Map([...catalog.variants].filter(([, variant]) => isOut(variant))),
		security: securityOn(catalog.security, { releases, builds, releasesThen, day }),
	};
}

function buildOn({ releases }: Catalog, build: Build, day: string): Build {
	if (isResponse(build)) {
		const next = releases.get(build.supersededBy ?? '');
		const before: SecurityResponse = { ...build, supersededBy: null };
		return next && next.released > day ? before : build;
	}
	if (!build.replaced) return build;
	const { replaced, ...rest } = build;
	const before = replaced.filter(({ on }) => on <= day);
	return { ...rest, ...(before.length > 0 && { replaced: before }) };
}

function releaseOn(release: Release, builds: ReadonlyMap<string, Build>, day: string): Release {
	const own = release.builds.flatMap(({ build }) => builds.get(build) ?? []);
	const responses = release.responses.flatMap(({ build }) => responseIn(builds, build));
	const pulls = release.pulls.filter(({ on }) => on <= day).map((pull) => pullOn(pull, day));
	const installers = release.installers.filter(({ build }) => builds.has(build));
	const isSame =
		own.every((build, at) => build === release.builds[at]) &&
		own.length === release.builds.length &&
		release.responses.length === 0 &&
		release.pulls.length === 0;
	return isSame ? release : { ...release, builds: own, responses, pulls, installers };
}

function responseIn(builds: ReadonlyMap<string, Build>, number: string): SecurityResponse[] {
	const build = builds.get(number);
	return build && isResponse(build) ? [build] : [];
}

function pullOn(pull: Pull, day: string): Pull {
	return (pull.listedAgainOn ?? '') > day ? { ...pull, listedAgainOn: null } : pull;
}

type ReleasesThen = (all: readonly Release[]) => Release[];

/** The major versions that had a lasting release, and the Macs that were there and ran one. */
function macsOn(catalog: Catalog, releasesThen: ReleasesThen, day: string) {
	const majors = new Map<string, Major & { readonly boards: Board[]; canonical: Support }>();
	for (const major of catalog.majors.values()) {
		const releases = releasesThen(major.releases);
		const latest = releases.findLast(({ withdrawn }) => !withdrawn);
		if (!latest) continue;
		const byVersion = new Map(releases.map((release) => [release.version, release]));
		majors.set(major.name, { ...major, releases, byVersion, latest, boards: [] });
	}
	const boards = new Map<string, Board>();
	for (const board of catalog.boards.values()) {
		if (board.introduced > day) continue;
		const support = new Map<string, Support>();
		const machines = board.machines.filter(({ introduced }) => introduced <= day);
		const then: Board = { ...board, machines, support };
		for (const [name, ofMajor] of board.support) {
			const major = majors.get(name);
			const releases = releasesThen(ofMajor.releases);
			const latest = releases.findLast(({ withdrawn }) => !withdrawn);
			if (!major || !latest) continue;
			const first = releases.find(({ withdrawn }) => !withdrawn)!;
			const offered = releasesThen(ofMajor.offered);
			support.set(name, { ...ofMajor, board: then, major, releases, offered, first, latest });
			major.boards.push(then);
		}
		if (support.size > 0) boards.set(board.id, then);
	}
	for (const [name, { boards: runs, canonical }] of majors) {
		const support =
			(boards.get(canonical.board.id) ?? runs[0])?.support.get(name) ?? runs[0]?.support.get(name);
		// A major version that no Mac ran yet is not there either.
		if (support) majors.get(name)!.canonical = support;
		else majors.delete(name);
	}
	return { majors, boards };
}

function securityOn(
	{ lists, cves, slips, elsewhere, records, safari, blocks }: Security,
	{
		releases,
		builds,
		releasesThen,
		day,
	}: {
		releases: ReadonlyMap<string, Release>;
		builds: ReadonlyMap<string, Build>;
		releasesThen: ReleasesThen;
		day: string;
	},
): Security {
	const cveOn = <Known extends Cve>(cve: Known): Known[] => {
		const fixedIn = releasesThen(cve.fixedIn);
		const responses = cve.responses.flatMap(({ build }) => responseIn(builds, build));
		const ofSafari = cve.safari.filter(({ released }) => released <= day);
		const exploitation = cve.exploitation && cve.exploitation.since <= day ? cve.exploitation : null;
		const isKnown =
			fixedIn.length + responses.length + ofSafari.length > 0 || (cve.fixedIn.length === 0 && exploitation);
		return isKnown ? [{ ...cve, fixedIn, responses, safari: ofSafari, exploitation }] : [];
	};
	const byId = <Known extends Cve>(all: ReadonlyMap<string, Known>) =>
		new Map([...all.values()].flatMap(cveOn).map((cve) => [cve.id, cve]));
	const listsThen = [...lists].flatMap(([version, list]) => {
		const release = releases.get(version);
		return release ? [[version, { ...list, release }] as const] : [];
	});
	return {
		lists: new Map(listsThen),
		cves: byId(cves),
		slips,
		elsewhere: byId(elsewhere),
		records,
		safari: safari.filter(({ released }) => released <= day),
		blocks,
	};
}
