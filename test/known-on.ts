import type {
	Board,
	Catalog,
	Major,
	Release,
	Security,
	Support,
} from '@pointrelease/core/src/catalog/catalog.ts';

/** The catalog as it was on a day: without later releases, fixes and exploits. */
export function knownOn(catalog: Catalog, day: string): Catalog {
	const isOut = ({ released }: Release) => released <= day;
	const majors = new Map<string, Major>();
	for (const major of catalog.majors.values()) {
		const releases = major.releases.filter(isOut);
		const latest = releases.findLast(({ withdrawn }) => !withdrawn);
		if (!latest) continue;
		const byVersion = new Map(releases.map((release) => [release.version, release]));
		majors.set(major.name, { ...major, releases, byVersion, latest });
	}
	const boards = new Map<string, Board>();
	for (const board of catalog.boards.values()) {
		const support = new Map<string, Support>();
		const boardThen: Board = { ...board, support };
		for (const [name, inMajor] of board.support) {
			const releases = inMajor.releases.filter(isOut);
			const lasting = releases.filter(({ withdrawn }) => !withdrawn);
			const major = majors.get(name);
			if (!major || lasting.length === 0) continue;
			const [first, latest] = [lasting[0]!, lasting.at(-1)!];
			const offered = inMajor.offered.filter(isOut);
			support.set(name, { ...inMajor, board: boardThen, major, releases, offered, first, latest });
		}
		boards.set(board.id, boardThen);
	}
	const releases = new Map([...catalog.releases].filter(([, release]) => isOut(release)));
	return { ...catalog, majors, boards, releases, security: securityOn(catalog.security, day) };
}

function securityOn({ lists, cves, slips, elsewhere }: Security, day: string): Security {
	const cvesThen = [...cves.values()].flatMap((cve) => {
		const fixedIn = cve.fixedIn.filter(({ released }) => released <= day);
		const exploitation = cve.exploitation && cve.exploitation.since <= day ? cve.exploitation : null;
		return fixedIn.length > 0 ? [{ ...cve, fixedIn, exploitation }] : [];
	});
	return {
		lists: new Map([...lists].filter(([, { release }]) => release.released <= day)),
		cves: new Map(cvesThen.map((cve) => [cve.id, cve])),
		slips,
		elsewhere,
	};
}
