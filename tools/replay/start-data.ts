import type { Shipped } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { catalogOf } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { type Finding, printFinding } from '@pointrelease/core/src/catalog/tables/table.ts';
import {
	type ReleaseRow,
	type SupportRow,
	shapes,
	type TableName,
	type Tables,
} from '@pointrelease/core/src/catalog/tables/tables.ts';
import { rangeContains, type Version } from '@pointrelease/core/src/catalog/version.ts';

/**
 * The data set of a day: the tables without everything later. It is derived, so that a correction in the tables
 * applies here too.
 */
export function dataAsOf(tables: Tables, day: string): Shipped {
	const cut = { ...tables };
	cut.primaryReleases = tables.primaryReleases.filter(({ released }) => released <= day);
	cut.primarySupport = tables.primarySupport.flatMap((row) => supportAsOf(row, cut.primaryReleases));
	cut.builds = tables.builds.filter(({ released }) => released <= day);
	cut.securityResponses = tables.securityResponses
		.filter(({ released }) => released <= day)
		.map((row) => ({ ...row, superseded_by: isOut(row.superseded_by, cut.primaryReleases) }));
	const releases = [...cut.primaryReleases, ...cut.legacyReleases];
	const boards = new Set([...cut.primarySupport, ...cut.legacySupport].map((row) => row.board_id));
	const startDays: KnownNames = {
		boards,
		versions: new Set(releases.map(({ version }) => version.canonical)),
		majors: new Set(releases.map(({ major }) => major.canonical)),
	};
	for (const name of Object.keys(shapes) as TableName[])
		(cut as Record<TableName, unknown>)[name] = cut[name]
			.filter((row) => isKnown(row, startDays))
			.map((row) => withKnownBoards(row, boards));
	cut.boards = cut.boards.map((row) => ({
		...row,
		update_id: boards.has(row.update_id) ? row.update_id : '',
	}));
	cut.changes = [{ line: 0, changed: `${day}T00:00:00Z`, what: `The data set of ${day}` }];
	let built = catalogOf(cut);
	for (let times = 0; !built.catalog && times < 3; times++) {
		leaveOut(cut, built.findings);
		built = catalogOf(cut);
	}
	if (built.catalog) return built;
	const first = built.findings.slice(0, 3).map(printFinding).join('; ');
	throw new Error(`the data set of ${day} is not sound: ${first}`);
}

function isOut(version: Version | null, releases: readonly ReleaseRow[]): Version | null {
	return releases.some((row) => row.version.canonical === version?.canonical) ? version : null;
}

/** Removes the rows in which the checks found mentions of things that did not exist yet. */
function leaveOut(tables: Tables, findings: readonly Finding[]): void {
	const lines = Map.groupBy(findings, ({ file }) => file);
	for (const name of Object.keys(shapes) as TableName[]) {
		const wrong = new Set(lines.get(shapes[name].file)?.map(({ line }) => line));
		if (wrong.size > 0)
			(tables as Record<TableName, unknown>)[name] = tables[name].filter(({ line }) => !wrong.has(line));
	}
}

/** The range on that day: open if its end came later. */
function supportAsOf(row: SupportRow, releases: readonly ReleaseRow[]): SupportRow[] {
	const inRange = releases.filter(
		({ version, scope }) =>
			version.major === row.major.canonical &&
			rangeContains(row.first, row.last, version) &&
			(scope[0] === 'all' || scope.includes(row.board_id)),
	);
	const [first] = inRange;
	if (!first) return [];
	const ended = row.last !== null && inRange.some(({ version }) => version.canonical === row.last!.canonical);
	return [{ ...row, first: first.version, last: ended ? row.last : null }];
}

interface KnownNames {
	readonly boards: ReadonlySet<string>;
	readonly versions: ReadonlySet<string>;
	readonly majors: ReadonlySet<string>;
}

/** Whether everything in a row existed. */
function isKnown(row: object, { boards, versions, majors }: KnownNames): boolean {
	const {
		board_id: board,
		version,
		major,
	} = row as Partial<{
		board_id: string;
		version: Version | null;
		major: Version;
	}>;
	return (
		(board === undefined || boards.has(board)) &&
		(!version || versions.has(version.canonical)) &&
		(!major || majors.has(major.canonical))
	);
}

function withKnownBoards<T extends object>(row: T, boards: ReadonlySet<string>): T {
	const lists = Object.entries(row).filter(
		([name]) => name === 'boards' || name === 'scope' || name === 'except',
	);
	if (lists.length === 0) return row;
	const isThere = (board: string) => board === 'all' || boards.has(board);
	return {
		...row,
		...Object.fromEntries(lists.map(([name, list]) => [name, (list as string[]).filter(isThere)])),
	};
}
