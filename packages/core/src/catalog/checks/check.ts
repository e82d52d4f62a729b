import { groupBy } from '../../text/group-by.ts';
import type { Finding, KnownNames, Report, Reporter } from '../tables/table.ts';
import {
	covers,
	isMadeFor,
	type ReleaseTable,
	releaseTables,
	type SupportRow,
	shapes,
	type TableName,
	type Tables,
} from '../tables/tables.ts';
import { compareVersions, type Version } from '../version.ts';
import { checkBoards, checkNames, checkSources, checkTwins } from './check-boards.ts';
import { checkBuilds, checkInstallers, checkResponses } from './check-builds.ts';
import { checkMachines, checkOtherNames, checkRemarks } from './check-names.ts';
import { checkPulls, checkReplaced } from './check-pulls.ts';
import { checkSecurity } from './check-security.ts';

const anyName: KnownNames = { has: () => true };

/**
 * Checks the tables against each other. Rows that a partial table lacks are not reported in the others, so that one bad cell
 * is one finding.
 */
export function checkTables(tables: Tables, partial: ReadonlySet<TableName>): readonly Finding[] {
	const findings: Finding[] = [];
	const reporter: Reporter = (file) => (row, column, value, expected) =>
		void findings.push({ file, line: row?.line ?? 0, column, value, expected });
	const whole = (...names: TableName[]) => !names.some((name) => partial.has(name));
	const boards: KnownNames = whole('boards') ? new Set(tables.boards.map((row) => row.board_id)) : anyName;
	for (const part of releaseTables(tables)) {
		checkReleases(part, boards, reporter(part.file));
		checkSupport(part, whole(part.name), boards, reporter(part.support.file));
	}
	checkBoards(
		tables,
		whole('boards'),
		whole('primarySupport', 'legacySupport'),
		reporter(shapes.boards.file),
	);
	checkNames(tables, boards, reporter);
	checkOtherNames(tables, boards, reporter);
	const releases = whole('primaryReleases', 'legacyReleases');
	checkMachines(tables, { boards: whole('boards'), releases }, reporter);
	if (whole('boards', 'primarySupport', 'primaryReleases')) checkTwins(tables, reporter);
	checkBuilds(tables, whole('primaryReleases', 'legacyReleases'), boards, reporter(shapes.builds.file));
	checkPulls(tables, whole('primaryReleases'), boards, reporter(shapes.pulls.file));
	if (whole('builds')) {
		checkReplaced(tables, boards, reporter(shapes.replaced.file));
		checkInstallers(tables, reporter(shapes.installers.file));
	}
	checkRemarks(tables, whole('primaryReleases', 'legacyReleases'), boards, reporter(shapes.remarks.file));
	if (whole('sources')) checkSources(tables, reporter);
	checkCanonical(tables, whole, boards, reporter(shapes.canonical.file));
	checkSecurity(tables, whole, reporter);
	checkResponses(tables, whole, boards, reporter(shapes.securityResponses.file));
	if (whole('legacyReleases')) checkVariants(tables, reporter(shapes.variants.file));
	if (whole('changes') && tables.changes.length === 0) {
		reporter(shapes.changes.file)(null, 'changed', '', 'at least one row');
	}
	return findings;
}

function checkReleases(part: ReleaseTable, boards: KnownNames, report: Report): void {
	const classic = part.dataSet === 'legacy';
	for (const row of part.rows) {
		const { major, version, scope } = row;
		if (version.major !== major.canonical) {
			report(row, 'major', major.canonical, `${version.major}, the major of ${version.canonical}`);
		}
		if ((version.era === 'classic') !== classic) {
			report(row, 'version', version.canonical, classic ? 'a release before 10.0' : 'a release from 10.0 on');
		}
		for (const board of scope.filter((board) => board !== 'all' && !boards.has(board))) {
			report(row, 'scope', board, `"all" or identifiers of ${shapes.boards.file}`);
		}
	}
}

function checkSupport(part: ReleaseTable, allReleases: boolean, boards: KnownNames, report: Report): void {
	const releases = new Map(part.rows.map((row) => [row.version.canonical, row]));
	const checkEnd = (row: SupportRow, column: 'first' | 'last', version: Version) => {
		const { board_id: board, major } = row;
		const release = releases.get(version.canonical);
		if (version.major !== major.canonical) {
			report(row, column, version.canonical, `a release of major ${major.canonical}`);
		} else if (!release) {
			if (allReleases) report(row, column, version.canonical, `a release of ${part.file}`);
		} else if (!isMadeFor(release, board)) {
			report(row, column, version.canonical, `a release whose scope includes ${board}`);
		}
	};
	let before: SupportRow | undefined;
	for (const row of part.support.rows) {
		const { board_id: board, major, first, last } = row;
		if (!boards.has(board)) report(row, 'board_id', board, `an identifier of ${shapes.boards.file}`);
		checkEnd(row, 'first', first);
		if (last) checkEnd(row, 'last', last);
		if (last && compareVersions(first, last) > 0) {
			report(row, 'last', last.canonical, `a release not before first, ${first.canonical}`);
		}
		if (before?.board_id === board && before.major.canonical === major.canonical) {
			if (before.last === null || compareVersions(before.last, first) >= 0) {
				const end = before.last ? `ends at ${before.last.canonical}` : 'has no end';
				report(row, 'first', first.canonical, `a range after that of line ${before.line}, which ${end}`);
			}
		}
		before = row;
	}
	if (allReleases) checkOffered(part, report);
}

/** Checks that each board has, in each of its major versions, a release that was not withdrawn: one of them is its latest. */
function checkOffered({ rows, support }: ReleaseTable, report: Report): void {
	const offered = rows.filter((row) => !row.withdrawn);
	const versions = new Set(offered.map((row) => row.version.canonical));
	for (const row of support.rows) {
		const { board_id: board, major, first } = row;
		// Nearly every range begins with such a release, so only few need the search below.
		if (versions.has(first.canonical) || first.major !== major.canonical) continue;
		const ranges = support.rows.filter(
			(range) => range.board_id === board && range.major.canonical === major.canonical,
		);
		const runs = offered.some(
			(release) => isMadeFor(release, board) && ranges.some((range) => covers(range, release)),
		);
		if (runs || ranges[0] !== row) continue;
		const expected = `a range with a release of major ${major.canonical} that was not withdrawn`;
		report(row, 'first', first.canonical, expected);
	}
}

function checkCanonical(
	tables: Tables,
	whole: (...names: TableName[]) => boolean,
	boards: KnownNames,
	report: Report,
): void {
	const parts = releaseTables(tables);
	const majors = groupBy(
		parts.flatMap((part) => part.rows),
		(row) => row.major.canonical,
	);
	const named = new Set(tables.canonical.map((row) => row.major.canonical));
	const chosen = new Set(tables.canonical.map((row) => row.board_id));
	const support = parts.flatMap((part) => part.support.rows.filter((row) => chosen.has(row.board_id)));
	for (const major of majors.keys()) {
		if (whole('canonical') && !named.has(major))
			report(null, 'major', major, 'a row for every major of the release tables');
	}
	if (!whole('primaryReleases', 'legacyReleases', 'primarySupport', 'legacySupport')) return;
	for (const row of tables.canonical) {
		const { major, board_id: board } = row;
		const offered = majors.get(major.canonical)?.filter((release) => !release.withdrawn) ?? [];
		const latest = offered.at(-1);
		// For a modern major version any release of the board will do as the answer, for an older one only the very latest.
		const enough = major.era === 'modern' ? offered : offered.slice(-1);
		if (!latest) {
			report(row, 'major', major.canonical, 'a major of the release tables');
		} else if (!boards.has(board)) {
			report(row, 'board_id', board, `an identifier of ${shapes.boards.file}`);
		} else if (
			!enough.some(
				(release) =>
					isMadeFor(release, board) &&
					support.some((range) => range.board_id === board && covers(range, release)),
			)
		) {
			const expected =
				major.era === 'modern'
					? `a board that runs major ${major.canonical}`
					: `a board that runs ${latest.version.canonical}, the latest of major ${major.canonical}`;
			report(row, 'board_id', board, expected);
		}
	}
}

function checkVariants(tables: Tables, report: Report): void {
	const versions = new Set(tables.legacyReleases.map((row) => row.version.canonical));
	for (const row of tables.variants) {
		const version = row.version?.canonical;
		if (version !== undefined && !versions.has(version))
			report(row, 'version', version, `a release of ${shapes.legacyReleases.file}, or nothing`);
	}
}
