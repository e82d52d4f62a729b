import { isKind } from '../identifier.ts';
import type { Report } from '../tables/table.ts';
import { shapes, type Tables } from '../tables/tables.ts';

/**
 * Each build: that it is there once, that its release is known, and that it did not come out before it. Only Macs
 * came with a release from the factory before everybody else could have it.
 */
export function checkBuilds(
	{ builds, primaryReleases, legacyReleases }: Tables,
	allReleases: boolean,
	boards: { has(name: string): boolean },
	report: Report,
): void {
	const releases = new Map(
		[...legacyReleases, ...primaryReleases].map((row) => [row.version.canonical, row] as const),
	);
	const lines = new Map<string, number>();
	for (const row of builds) {
		const { build, kind, released } = row;
		const known = lines.get(build);
		if (known !== undefined) report(row, 'build', build, `a build that is not there yet; see line ${known}`);
		lines.set(build, known ?? row.line);
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

function checkScope(
	row: Tables['builds'][number],
	boards: { has(name: string): boolean },
	report: Report,
): void {
	const [first] = row.boards;
	if (row.boards.length === 1 && (first === 'all' || isKind(first!))) return;
	const expected = `"all", one kind of board, identifiers of ${shapes.boards.file}, or nothing`;
	for (const board of row.boards.filter((board) => !boards.has(board)))
		report(row, 'boards', board, expected);
}
