import { isKind } from '../identifier.ts';
import type { KnownNames, Report } from '../tables/table.ts';
import { shapes, type TableName, type Tables } from '../tables/tables.ts';
import { compareVersions } from '../version.ts';

/**
 * Checks each build: it is unique, its release exists, and it did not come out before its release. Only factory builds may: new Macs
 * came with a release before it came out for others.
 */
export function checkBuilds(
	{ builds, primaryReleases, legacyReleases }: Tables,
	allReleases: boolean,
	boards: KnownNames,
	report: Report,
): void {
	const releases = new Map(
		[...legacyReleases, ...primaryReleases].map((row) => [row.version.canonical, row] as const),
	);
	const lines = new Map<string, number>();
	for (const row of builds) {
		const { build, kind, released } = row;
		const firstLine = lines.get(build);
		if (firstLine !== undefined)
			report(row, 'build', build, `a build that is not there yet; see line ${firstLine}`);
		lines.set(build, firstLine ?? row.line);
		const version = row.version.canonical;
		const release = releases.get(version);
		if (!release) {
			if (allReleases) report(row, 'version', version, 'a release of the release tables');
		} else if (released !== '' && kind !== 'factory' && released < release.released) {
			report(row, 'released', released, `a day not before ${release.released}, when ${version} came out`);
		}
		checkScope(row, boards, report);
	}
}

/** Checks each address: its build is one of its release, and of no edition that answers leave out. */
export function checkInstallers({ installers, builds }: Tables, report: Report): void {
	const byBuild = new Map(builds.map((row) => [row.build, row] as const));
	for (const row of installers) {
		const build = byBuild.get(row.build);
		const version = row.version.canonical;
		if (build?.version.canonical !== version || build.kind === 'server')
			report(
				row,
				'build',
				row.build,
				`a build of ${version} in ${shapes.builds.file}, not of the server edition`,
			);
	}
}

function checkScope(row: Tables['builds'][number], boards: KnownNames, report: Report): void {
	const [first] = row.boards;
	if (row.boards.length === 1 && (first === 'all' || isKind(first!))) return;
	const expected = `"all", one kind of board, identifiers of ${shapes.boards.file}, or nothing`;
	for (const board of row.boards.filter((board) => !boards.has(board)))
		report(row, 'boards', board, expected);
}

/**
 * Checks each security response: its build is unique, it patches a build of its release and came after it, its boards are known, and
 * the release that has its fixes is higher and lists them.
 */
export function checkResponses(
	tables: Tables,
	whole: (...names: TableName[]) => boolean,
	boards: KnownNames,
	report: Report,
): void {
	const builds = new Map(tables.builds.map((row) => [row.build, row] as const));
	const releases = new Map(tables.primaryReleases.map((row) => [row.version.canonical, row] as const));
	const listed = new Set(
		tables.securityLists.filter(({ state }) => state === 'listed').map(({ version }) => version.canonical),
	);
	const fixes = new Set(tables.securityFixes.map(({ version, cve }) => `${version.canonical} ${cve}`));
	const lines = new Map<string, number>();
	for (const row of tables.securityResponses) {
		const version = row.version.canonical;
		const release = releases.get(version);
		if (!release && whole('primaryReleases'))
			report(row, 'version', version, `a release of ${shapes.primaryReleases.file}`);
		if (release && row.released < release.released)
			report(row, 'released', row.released, `a day not before ${release.released}, when ${version} came out`);
		const line = lines.get(row.build);
		if (line !== undefined)
			report(row, 'build', row.build, `a build that is not there yet; see line ${line}`);
		else if (builds.has(row.build))
			report(row, 'build', row.build, `a build that ${shapes.builds.file} does not have`);
		lines.set(row.build, line ?? row.line);
		if (whole('builds') && builds.get(row.base_build)?.version.canonical !== version)
			report(row, 'base_build', row.base_build, `a build of ${version} in ${shapes.builds.file}`);
		const isAll = row.boards.length === 1 && row.boards[0] === 'all';
		for (const board of isAll ? [] : row.boards)
			if (!boards.has(board)) report(row, 'boards', board, `"all" or identifiers of ${shapes.boards.file}`);
		for (const board of row.except)
			if (!isAll || !boards.has(board))
				report(row, 'except', board, `identifiers of ${shapes.boards.file}, where boards is "all"`);
		const next = row.superseded_by;
		if (!next) continue;
		if (
			next.major !== row.version.major ||
			compareVersions(next, row.version) <= 0 ||
			(whole('primaryReleases') && !releases.has(next.canonical))
		)
			report(
				row,
				'superseded_by',
				next.canonical,
				`a release of ${row.version.major} above ${version}, or nothing`,
			);
		// A complete list without the fix would mean that the release does not have it.
		else if (whole('securityFixes', 'securityLists') && listed.has(next.canonical))
			for (const cve of row.cves)
				if (!fixes.has(`${next.canonical} ${cve}`))
					report(row, 'cves', cve, `a CVE that ${shapes.securityFixes.file} has for ${next.canonical}`);
	}
}
