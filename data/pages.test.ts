import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shapes } from '@pointrelease/core/src/catalog/tables/tables.ts';

const pages = ['README.md', 'columns-of-macs.md', 'columns-of-releases.md', 'security/README.md'];
const text = pages.map((page) => readFileSync(join(import.meta.dir, page), 'utf8')).join('\n');

/** The columns that the pages list below the heading of a table. */
function listedColumns(file: string): string[] {
	const section = text.split(/^#+ /m).find((part) => part.split('\n')[0]!.includes(`\`${file}\``)) ?? '';
	return [...section.matchAll(/^\| `([a-z_]+)`\s*\|/gm)].map(([, column]) => column!);
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
});
