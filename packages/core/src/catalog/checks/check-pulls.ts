import type { KnownNames, Report } from '../tables/table.ts';
import { shapes, type Tables } from '../tables/tables.ts';

/** Checks each pull: the release exists, was pulled after it came out, and was listed again after it was pulled. */
export function checkPulls(
	{ pulls, primaryReleases }: Tables,
	allReleases: boolean,
	boards: KnownNames,
	report: Report,
): void {
	if (pulls.length === 0) return;
	const releases = new Map(primaryReleases.map((row) => [row.version.canonical, row]));
	for (const row of pulls) {
		const { pulled_on: on, listed_again_on: again } = row;
		const version = row.version.canonical;
		const release = releases.get(version);
		if (!release) {
			if (allReleases) report(row, 'version', version, `a release of ${shapes.primaryReleases.file}`);
		} else if (on < release.released)
			report(row, 'pulled_on', on, `a day not before ${release.released}, when ${version} came out`);
		if (again !== '' && again < on)
			report(row, 'listed_again_on', again, `a day not before ${on}, or nothing`);
		for (const board of row.boards.filter((board) => board !== 'all' && !boards.has(board)))
			report(row, 'boards', board, `"all" or identifiers of ${shapes.boards.file}`);
	}
}

/** Checks each replacement of a build: the build exists, came out before it was replaced, and its boards are known. */
export function checkReplaced({ replaced, builds }: Tables, boards: KnownNames, report: Report): void {
	if (replaced.length === 0) return;
	const byBuild = new Map(builds.map((row) => [row.build, row]));
	for (const row of replaced) {
		const build = byBuild.get(row.build);
		if (!build) report(row, 'build', row.build, `a build of ${shapes.builds.file}`);
		else if (row.replaced_on < build.released)
			report(row, 'replaced_on', row.replaced_on, `a day not before ${build.released}, when it came out`);
		for (const board of row.boards.filter((board) => board !== 'all' && !boards.has(board)))
			report(row, 'boards', board, `"all" or identifiers of ${shapes.boards.file}`);
	}
}
