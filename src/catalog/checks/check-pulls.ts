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
