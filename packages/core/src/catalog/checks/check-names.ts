import { fold, kindsOfShape } from '../identifier.ts';
import type { KnownNames, Report, Reporter } from '../tables/table.ts';
import { shapes, type Tables } from '../tables/tables.ts';
import { compareVersions } from '../version.ts';

/** Apple's order numbers of the time, which cartons, labels and early serial numbers carry, look like printed model numbers. */
const orderNumber = /^M\d{4}$/;

/** Checks numbers on cases and other names: they name existing boards, and are not board IDs themselves. */
export function checkOtherNames(tables: Tables, boards: KnownNames, reporter: Reporter): void {
	const boardsByName = new Map(tables.boards.map(({ board_id: board }) => [fold(board), board]));
	const modelsAndAliases = new Set([
		...tables.boards.map((row) => fold(row.model_identifier)),
		...tables.aliases.map((row) => fold(row.alias)),
	]);
	const ofNumbers = reporter(shapes.caseNumbers.file);
	for (const row of tables.caseNumbers) {
		const { case_number: number, board_id: board } = row;
		if (!boards.has(board)) ofNumbers(row, 'board_id', board, `an identifier of ${shapes.boards.file}`);
		if (!/^A\d{4}$/.test(number)) ofNumbers(row, 'case_number', number, 'a number such as A2337');
		if (boardsByName.has(fold(number)))
			ofNumbers(
				row,
				'case_number',
				number,
				`a name that is not the board ID ${boardsByName.get(fold(number))}`,
			);
		if (modelsAndAliases.has(fold(number)))
			ofNumbers(row, 'case_number', number, 'a name that is neither a model identifier nor an alias');
	}
	const ofNames = reporter(shapes.otherNames.file);
	const machines = new Set([
		...tables.boards.map((row) => `${row.board_id}\t${row.name}`),
		...tables.numberless.map((row) => `\t${row.name}`),
	]);
	for (const row of tables.otherNames) {
		const { board_id: board, machine } = row;
		if (board !== '' && !boards.has(board))
			ofNames(row, 'board_id', board, `an identifier of ${shapes.boards.file}`);
		else if ((board === '' || machine !== '') && !machines.has(`${board}\t${machine}`))
			ofNames(
				row,
				'machine',
				machine,
				board === '' ? `a machine of ${shapes.numberless.file}` : `a machine of ${board}, or nothing`,
			);
		if (
			kindsOfShape(row.name).length > 0 &&
			(!orderNumber.test(row.name) || boardsByName.has(fold(row.name)))
		)
			ofNames(row, 'name', row.name, 'a name or the order number of a classic Mac, not an identifier');
	}
}

/** Checks machines that share a board, and those without one: each is named once, and its releases exist. */
export function checkMachines(
	tables: Tables,
	whole: { readonly boards: boolean; readonly releases: boolean },
	reporter: Reporter,
): void {
	const releases = new Set(
		[...tables.legacyReleases, ...tables.primaryReleases].map((row) => row.version.canonical),
	);
	const machines = new Set(tables.boards.map((row) => `${row.board_id}\t${row.name}`));
	const ofMachines = reporter(shapes.machines.file);
	for (const row of tables.machines) {
		if (whole.boards && !machines.has(`${row.board_id}\t${row.name}`))
			ofMachines(row, 'name', row.name, `the name of a machine of ${row.board_id}`);
		for (const column of ['first', 'last', 'first_x'] as const) {
			const version = row[column]?.canonical;
			if (version !== undefined && whole.releases && !releases.has(version))
				ofMachines(row, column, version, 'a release of the release tables');
		}
		const x = row.first_x;
		if (x && (compareVersions(x, row.first) <= 0 || compareVersions(x, row.last) > 0))
			ofMachines(
				row,
				'first_x',
				x.canonical,
				`a release after ${row.first.canonical}, up to ${row.last.canonical}`,
			);
	}
	const named = new Set(tables.boards.map((row) => fold(row.name)));
	const ofNumberless = reporter(shapes.numberless.file);
	for (const row of tables.numberless) {
		if (whole.boards && named.has(fold(row.name)))
			ofNumberless(row, 'name', row.name, `a machine that ${shapes.boards.file} has no board for`);
		for (const version of [row.first?.canonical, row.last.canonical]) {
			if (version !== undefined && whole.releases && !releases.has(version))
				ofNumberless(row, 'last', version, 'a release of the release tables');
		}
	}
}

/** Checks that each remark is about an existing release or board. Otherwise nobody would see it. */
export function checkRemarks(
	{ remarks, primaryReleases, legacyReleases }: Tables,
	allReleases: boolean,
	boards: KnownNames,
	report: Report,
): void {
	const versions = new Set([...legacyReleases, ...primaryReleases].map((row) => row.version.canonical));
	for (const row of remarks) {
		const isVersion = /^[0-9]/.test(row.subject);
		if (!isVersion && row.sources.length > 0)
			report(row, 'sources', row.sources.join(';'), 'nothing: the rows of a board have its sources');
		if (isVersion ? !allReleases || versions.has(row.subject) : boards.has(row.subject)) continue;
		report(
			row,
			'subject',
			row.subject,
			`a release of the release tables or a board of ${shapes.boards.file}`,
		);
	}
}
