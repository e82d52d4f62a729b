import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFolder } from '../src/catalog/load.ts';
import { findStep } from '../src/catalog/lookup.ts';
import { makeCatalog } from '../src/catalog/make-catalog.ts';
import { type Columns, printFinding, readTable, type TableShape } from '../src/catalog/tables/table.ts';
import { shapes } from '../src/catalog/tables/tables.ts';
import { worldFolder } from '../test/world.ts';

const pages = ['README.md', 'columns-of-macs.md', 'columns-of-releases.md', 'security/README.md'];
const text = pages.map((page) => readFileSync(join(import.meta.dir, page), 'utf8')).join('\n');

/** The columns that the pages list below the heading of a table. */
function listedColumns(file: string): string[] {
	const section = text.split(/^#+ /m).find((part) => part.split('\n')[0]!.includes(`\`${file}\``)) ?? '';
	return [...section.matchAll(/^\| `([a-z_]+)`\s*\|/gm)].map(([, column]) => column!);
}

/** The rows that the pages give as an example for a table. */
function exampleRows(file: string): string[] {
	const blocks = text.matchAll(/^```csv (\S+)\n([\s\S]*?)^```/gm);
	return [...blocks].filter(([, name]) => name === file).flatMap(([, , rows]) => rows!.trimEnd().split('\n'));
}

/** The shipped table with the rows inserted in its order. */
function withRows<C extends Columns>(shape: TableShape<C>, text: string, rows: readonly string[]): string {
	const [head, ...lines] = text.trimEnd().split('\n');
	const read = (line: string) => readTable(shape, `${head}\n${line}\n`, []).rows[0]!;
	const sorted = [...lines, ...rows].toSorted((a, b) => shape.order(read(a), read(b)));
	return `${[head, ...sorted].join('\n')}\n`;
}

describe('the pages of the data', () => {
	test.each(Object.values(shapes).map(({ file, columns }) => [file, Object.keys(columns)] as const))(
		'list the columns of %s as the loader wants them',
		(file, columns) => {
			expect(listedColumns(file)).toEqual(columns);
		},
	);

	test.each(Object.values(shapes).map(({ file, sortedBy }) => [file, sortedBy] as const))(
		'say how %s is sorted',
		(file, sortedBy) => {
			const section = text.split(/^## /m).find((part) => part.split('\n')[0]!.includes(`\`${file}\``)) ?? '';
			const plainText = section.replace(/\s+/g, ' ').replaceAll('`', '');
			expect(plainText).toContain(file === 'changes.csv' ? 'oldest first' : `orted by ${sortedBy}`);
		},
	);

	test('have example rows that load, for a release and a Mac', () => {
		const texts = new Map(readFolder(worldFolder));
		const addExamples = <C extends Columns>(shape: TableShape<C>) => {
			const rows = exampleRows(shape.file);
			expect(rows).toHaveLength(1);
			texts.set(shape.file, withRows(shape, texts.get(shape.file)!, rows));
		};
		addExamples(shapes.primaryReleases);
		addExamples(shapes.builds);
		addExamples(shapes.boards);
		addExamples(shapes.primarySupport);
		addExamples(shapes.changes);
		const { catalog, findings } = makeCatalog(texts);
		expect(findings.map(printFinding)).toEqual([]);
		const step = findStep(catalog!, 'Mac99,1', '27.99');
		expect(step.kind === 'step' && [step.support.board.id, step.next.version]).toEqual(['J999AP', '27.99']);
		expect(catalog!.releases.get('27.99')?.builds.map(({ build }) => build)).toEqual(['26Z99']);
		expect(catalog!.changed).toBe('2099-01-12T18:00:00Z');
	});

	test('have every example row for a table that exists', () => {
		const files = [...text.matchAll(/^```csv (\S+)$/gm)].map(([, file]) => file!);
		const fileNames = Object.values(shapes).map(({ file }) => file as string);
		expect(files.filter((file) => !fileNames.includes(file))).toEqual([]);
		expect(files).toHaveLength(5);
	});
});
