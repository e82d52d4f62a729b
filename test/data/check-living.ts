import { isTestBuild, parseBuild } from '@pointrelease/core/src/catalog/build-number.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { releasesOfBoard } from '@pointrelease/core/src/catalog/lookup.ts';
import { makeCatalog } from '@pointrelease/core/src/catalog/make-catalog.ts';
import type { Finding, Report } from '@pointrelease/core/src/catalog/tables/table.ts';
import {
	type ReleaseRow,
	releaseTables,
	type SupportRow,
	shapes,
	type TableName,
	type Tables,
	type TableTexts,
} from '@pointrelease/core/src/catalog/tables/tables.ts';
import { identifiersOf, twinsOf } from '@pointrelease/core/src/catalog/twins.ts';
import { compareVersions } from '@pointrelease/core/src/catalog/version.ts';
import { findBoards } from '@pointrelease/core/src/names/find-boards.ts';
import { findNamedMajor, readVersion } from '@pointrelease/core/src/names/read-version.ts';

/** One rule about the rows of some tables. `report` names the table of a row. */
type Rule = (tables: Tables, report: (table: TableName) => Report, catalog: Catalog) => void;

/**
 * What `data check` finds; if that is nothing, rows that load and are probably mistakes. Learned facts and the tables of operators may have
 * such rows, so these rules are for the tables of this project alone.
 */
export function checkLiving(texts: TableTexts): readonly Finding[] {
	const made = makeCatalog(texts);
	if (!made.catalog) return made.findings;
	const findings: Finding[] = [];
	const reportOf =
		(table: TableName): Report =>
		(row, column, value, expected) =>
			void findings.push({ file: shapes[table].file, line: row?.line ?? 0, column, value, expected });
	for (const rule of rules) rule(made.tables, reportOf, made.catalog);
	return findings;
}

const rules: readonly Rule[] = [
	namesThatAreFound,
	buildsOfTheirMajor,
	daysThatFollowVersions,
	nothingAfterTheLastChange,
	releasesThatSomeMacRuns,
	openRangesOfTheNewestMajor,
	wholeBoards,
	daysOfMachines,
	listsOfFixes,
	remarksForUsers,
];

/** Finds a Mac by all its names, a build as itself, and a major version by its name. */
function namesThatAreFound(tables: Tables, report: (table: TableName) => Report, catalog: Catalog): void {
	const identifiers = identifiersOf(twinsOf(tables.boards), tables);
	const finds = (text: string, board: string) => {
		const match = findBoards(catalog, text);
		if (match.kind === 'numberless') return board === '';
		return match.kind === 'boards' && match.boards.some(({ id }) => identifiers(board).includes(id));
	};
	for (const row of tables.boards)
		for (const column of ['board_id', 'name', 'model_identifier'] as const)
			if (row[column] !== '' && !finds(row[column], row.board_id))
				report('boards')(row, column, row[column], `a name that finds ${row.board_id}`);
	for (const row of tables.aliases)
		if (!finds(row.alias, row.board_id))
			report('aliases')(row, 'alias', row.alias, `a name that finds ${row.board_id}`);
	for (const row of tables.caseNumbers)
		if (!finds(row.case_number, row.board_id))
			report('caseNumbers')(row, 'case_number', row.case_number, `a number that finds ${row.board_id}`);
	for (const row of tables.otherNames)
		if (!finds(row.name, row.board_id))
			report('otherNames')(row, 'name', row.name, `a name that finds ${row.board_id || row.machine}`);
	for (const row of tables.numberless)
		if (!finds(row.name, ''))
			report('numberless')(row, 'name', row.name, 'a name that finds a machine without a number');
	for (const row of tables.builds.filter(({ kind }) => kind !== 'server'))
		if (readVersion(catalog, row.build)?.version !== row.version.canonical)
			report('builds')(row, 'build', row.build, `a build that is read as ${row.version.canonical}`);
	for (const row of tables.majorNames) {
		const found = findNamedMajor(catalog, row.name || `${row.system} ${row.major.canonical}`);
		if (found.kind !== 'found' || found.value.name !== row.major.canonical)
			report('majorNames')(row, 'name', row.name, `a name that finds ${row.major.canonical}`);
	}
}

/** All builds of a major version begin with one number, and no public build has the number of one for testers. */
function buildsOfTheirMajor({ builds }: Tables, report: (table: TableName) => Report): void {
	for (const ofMajor of Map.groupBy(builds, ({ version }) => version.major).values()) {
		const trains = Map.groupBy(ofMajor, ({ build }) => parseBuild(build)!.train);
		const [usual] = [...trains].toSorted(([, a], [, b]) => b.length - a.length)[0]!;
		for (const [train, rows] of trains)
			for (const row of train === usual ? [] : rows)
				report('builds')(
					row,
					'build',
					row.build,
					`a build that begins with ${usual}, as others of ${row.version.major}`,
				);
	}
	for (const row of builds.filter(({ version }) => version.era === 'modern'))
		if (isTestBuild(parseBuild(row.build)!))
			report('builds')(row, 'build', row.build, 'a build that is not for testers');
}

/** Releases that came out after the one with the next number. */
const outOfOrder = new Set(['11.0', '12.0']);

/** Inside a major version, releases came out in the order of their numbers. */
function daysThatFollowVersions(tables: Tables, report: (table: TableName) => Report): void {
	for (const { name, rows } of releaseTables(tables))
		rows.forEach((row, place) => {
			const before = rows[place - 1];
			if (!before || before.version.major !== row.version.major) return;
			if (row.released >= before.released || outOfOrder.has(before.version.canonical)) return;
			const expected = `a day not before ${before.released}, when ${before.version.canonical} came out`;
			report(name)(row, 'released', row.released, expected);
		});
}

/** `Last-Modified` is the last row of changes.csv: nothing that the tables tell came later. */
function nothingAfterTheLastChange(tables: Tables, report: (table: TableName) => Report): void {
	const last = tables.changes.at(-1)!.changed.slice(0, 10);
	for (const name of Object.keys(tables) as TableName[])
		for (const row of tables[name])
			for (const column of ['released', 'introduced', 'kev_added', 'pulled_on', 'replaced_on']) {
				const day = (row as unknown as Record<string, string | undefined>)[column]?.slice(0, 10) ?? '';
				if (day > last)
					report(name)(row, column, day, `a day not after ${last}, the last one of ${shapes.changes.file}`);
			}
}

function releasesThatSomeMacRuns(
	tables: Tables,
	report: (table: TableName) => Report,
	catalog: Catalog,
): void {
	const run = new Set([...catalog.boards.values()].flatMap(releasesOfBoard).map(({ version }) => version));
	for (const { name, rows, support } of releaseTables(tables))
		for (const row of rows.filter(({ version }) => !run.has(version.canonical)))
			report(name)(row, 'version', row.version.canonical, `a release in a range of ${support.file}`);
}

/** Nobody knows yet which release of the newest major version is the last one. */
function openRangesOfTheNewestMajor(
	{ primaryReleases, primarySupport }: Tables,
	report: (table: TableName) => Report,
): void {
	const newest = primaryReleases.at(-1)!.version.major;
	const lastRanges = new Map<string, SupportRow>();
	for (const row of primarySupport) if (row.major.canonical === newest) lastRanges.set(row.board_id, row);
	for (const row of lastRanges.values())
		if (row.last)
			report('primarySupport')(row, 'last', row.last.canonical, `nothing: ${newest} gets more releases`);
}

/** Every Mac has a name and a day, and what its kind is told apart by. */
function wholeBoards({ boards }: Tables, report: (table: TableName) => Report): void {
	for (const row of boards.filter(({ kind }) => kind !== 'virtual-machine' && kind !== 'other')) {
		const wanted = row.kind === 'model-number' ? 'processor' : 'model_identifier';
		for (const column of ['name', 'introduced', wanted] as const)
			if (row[column] === '')
				report('boards')(row, column, '', `something: every board of kind ${row.kind} has it`);
	}
}

/** Machines that are named after another year than that of their introduction. */
const namedForAnotherYear = new Set([
	// Announced with the tower in 2019, sold from January 2020 on.
	'Mac Pro (Rack, 2019)',
	// An option of June 2020 for the model of 2019.
	'MacBook Pro (16-inch, 2019, Radeon Pro 5600M Graphics)',
]);

/** The most days from the first release of a Mac to its introduction, and the other way round. */
const [mostBefore, mostAfter] = [1000, 200];

/** A machine was introduced in the year of its name, about when its first release came out, and on a day that a good source gives. */
function daysOfMachines(tables: Tables, report: (table: TableName) => Report): void {
	const releases = new Map<string, ReleaseRow>(
		releaseTables(tables).flatMap(({ rows }) => rows.map((row) => [row.version.canonical, row])),
	);
	const firsts = new Map<string, ReleaseRow>();
	for (const { support } of releaseTables(tables))
		for (const { board_id: board, first } of support.rows) {
			const release = releases.get(first.canonical)!;
			const before = firsts.get(board);
			if (!before || compareVersions(release.version, before.version) < 0) firsts.set(board, release);
		}
	const [ofBoards, earliest] = [report('boards'), new Map<string, string>()];
	for (const { board_id: board, introduced } of tables.boards)
		if (introduced !== '' && !(earliest.get(board)! <= introduced)) earliest.set(board, introduced);
	for (const row of tables.boards) {
		const { board_id: board, name, introduced } = row;
		if (introduced === '') continue;
		const years: string[] = name.match(/\b(?:19|20)\d\d\b/g) ?? [];
		if (years.length > 0 && !years.includes(introduced.slice(0, 4)) && !namedForAnotherYear.has(name))
			ofBoards(row, 'introduced', introduced, `a day of ${years.join(' or ')}, as the name says`);
		const isFirst = introduced.endsWith('-01') && row.introduced_precision === 'day';
		if (row.kind === 'model-number' && isFirst && !row.sources.includes('lowendmac'))
			ofBoards(row, 'introduced', introduced, 'the day, or precision month: the first stands for a month');
		const { released, version } = firsts.get(board)!;
		const days = (Date.parse(released) - Date.parse(introduced)) / 86_400_000;
		if (introduced === earliest.get(board) && (days < -mostBefore || days > mostAfter))
			ofBoards(
				row,
				'introduced',
				introduced,
				`a day about ${released}, when ${version.canonical} came out, the first release that it runs`,
			);
	}
}

/** Each list has its own article, and a CVE is not younger than the fix. */
function listsOfFixes(tables: Tables, report: (table: TableName) => Report): void {
	const articles = new Map<string, string>();
	for (const row of tables.securityLists) {
		const { version, state, article } = row;
		const other = articles.get(article);
		if (other)
			report('securityLists')(row, 'article', article, `an article of its own; ${other} has the same`);
		if (article !== '') articles.set(article, version.canonical);
		else if (state === 'listed' || state === 'partial')
			report('securityLists')(row, 'article', '', 'the number of the article with the list');
	}
	const years = new Map(
		tables.primaryReleases.map(({ version, released }) => [version.canonical, Number(released.slice(0, 4))]),
	);
	for (const row of tables.securityFixes) {
		const year = years.get(row.version.canonical)!;
		// Some of those that were fixed in a December have a number of the next year.
		if (Number(row.cve.split('-')[1]) > year + 1)
			report('securityFixes')(
				row,
				'cve',
				row.cve,
				`a CVE of ${year} or before: ${row.version.canonical} came out then`,
			);
	}
}

/** A remark tells users about a Mac or a release, and not how that was found out. */
function remarksForUsers({ remarks }: Tables, report: (table: TableName) => Report): void {
	const research = /\bnever\b|not seen|AppleDB|GDMF|MacIndex|inferred|dispute|Gestalt/i;
	for (const row of remarks) {
		const [word] = research.exec(row.remark) ?? [];
		if (word !== undefined)
			report('remarks')(row, 'remark', row.remark, `a remark for users, without "${word}"`);
	}
}
