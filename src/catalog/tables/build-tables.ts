import { compareBuilds } from '../build-number.ts';
import { compareText } from '../identifier.ts';
import { compareVersions } from '../version.ts';
import { anyText, build, list, maybeDay, oneOf, release, someOf } from './readers.ts';
import type { Row, TableShape } from './table.ts';

const buildColumns = {
	build,
	version: release,
	released: maybeDay,
	kind: oneOf('release', 'factory', 'security update', 'supplemental', 'server'),
	name: anyText,
	boards: list,
	sources: someOf,
	note: anyText,
};

export type BuildRow = Row<typeof buildColumns>;

/** By version and day, a build without a day after the others: as they followed each other. */
function orderOfBuilds(a: BuildRow, b: BuildRow): number {
	return (
		compareVersions(a.version, b.version) ||
		Number(a.released === '') - Number(b.released === '') ||
		compareText(a.released, b.released) ||
		compareBuilds(a.build, b.build)
	);
}

/** The table of public builds. */
export const buildShapes = {
	builds: {
		file: 'builds.csv',
		columns: buildColumns,
		order: orderOfBuilds,
		sortedBy: 'version, then released (those without a day last), then build',
		key: 'build',
	} satisfies TableShape<typeof buildColumns>,
};
