import { statSync } from 'node:fs';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { makeCatalog } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { type Count, countCatalog, type Stats } from '@pointrelease/core/src/catalog/stats.ts';
import { printFinding } from '@pointrelease/core/src/catalog/tables/table.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { loadCatalog, readFolder } from '../../data/load.ts';
import { Failure } from '../../process/failure.ts';
import type { Call, Command } from '../command.ts';

export const dataCommands: Command[] = [
	{
		name: 'data check',
		summary: 'validate the data tables',
		words: '[FOLDER]',
		arity: [0, 1],
		details: `
Reads every table of the folder (default: POINTRELEASE_DATA or the built-in data) and prints each finding as
FILE:LINE: COLUMN: VALUE: expected WHAT. Line 0 means the file as a whole. The exit status is 1 if there is a finding.
Nothing is changed.
`,
		run: checkData,
	},
	{
		name: 'data stats',
		summary: 'count releases, boards and supported pairs by era, kind and major version',
		words: '[FOLDER]',
		arity: [0, 1],
		details: 'A pair is a board and a release that it runs.',
		run: showStats,
	},
];

function checkData({ words, settings, json, print }: Call): void {
	const folder = folderOf(words, settings.dataFolder);
	const { catalog, findings } = makeCatalog(readFolder(folder));
	if (json) print(JSON.stringify({ ok: catalog !== null, findings }, null, 2));
	else if (catalog) print(`${folder} is valid: ${summaryOf(catalog)}`);
	else print(findings.map(printFinding).join('\n'));
	if (catalog) return;
	throw new Failure('broken-data', `${counted(findings.length, 'finding')} in ${folder}`);
}

function showStats({ words, settings, json, print }: Call): void {
	const catalog = loadCatalog(folderOf(words, settings.dataFolder));
	const { dataVersion, changed } = catalog;
	const stats = countCatalog(catalog);
	print(
		json
			? JSON.stringify({ data_version: dataVersion, data_changed: changed, ...stats }, null, 2)
			: tablesOf(stats),
	);
}

function folderOf(words: readonly string[], configured: string): string {
	const folder = words[0] ?? configured;
	// For a missing folder the loader would report every table as missing.
	if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
	throw new Failure('no-folder', `${folder} is not a folder: expected the folder of the release tables`);
}

function summaryOf(catalog: Catalog): string {
	const { majors, releases, boards, pairs } = countCatalog(catalog).total;
	const counts = `${counted(releases, 'release')} of ${counted(majors, 'major version')}, ${counted(boards, 'board')}, ${counted(pairs, 'supported pair')}`;
	return `${counts}, version ${catalog.dataVersion}`;
}

function tablesOf({ eras, kinds, majors, total }: Stats): string {
	const columns = ['majors', 'releases', 'boards', 'pairs'] as const;
	const width = Math.max(...[...eras, ...kinds, ...majors, total].map(({ name }) => name.length));
	const line = (name: string, cells: readonly (string | number)[]) =>
		[name.padEnd(width), ...cells.map((cell) => String(cell).padStart(8))].join('  ');
	const row = (count: Count) =>
		line(
			count.name,
			columns.map((column) => count[column]),
		);
	const table = (title: string, counts: readonly Count[]) =>
		[line(title, columns), ...counts.map(row)].join('\n');
	return [table('era', eras), table('kind', kinds), table('major', majors), row(total)].join('\n\n');
}
