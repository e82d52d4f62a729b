import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');
const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');

/** The rows of the threat model, as cells. */
const [, table = ''] = text.split(/^\| threat \|.*\n\|[-|]+\n/m);
const promises = table
	.slice(0, table.search(/^(?!\|)/m))
	.trim()
	.split('\n')
	.map((line) => line.slice(2, -2).split(' | '));

/** Every title that a file gives to a test, a group of tests or a row of cases, without its quotes. */
function titlesIn(file: string): string {
	return readFileSync(join(root, file), 'utf8').replace(/\\(['"`])/g, '$1');
}

describe('each promise of SECURITY.md names tests that exist', () => {
	test.each(promises.map((cells) => [cells[0]!, cells] as const))('%s', (_, cells) => {
		expect(cells).toHaveLength(3);
		const named = [...cells[2]!.matchAll(/`([^`]+\.test\.tsx?)`(?:: _([^_].*?)_(?=;| *$))?/g)];
		expect(named.length).toBeGreaterThan(0);
		for (const [, file = '', title] of named) {
			expect([file, existsSync(join(root, file))]).toEqual([file, true]);
			// Without a title a reader would not find the test of this promise among forty.
			expect([file, title]).toEqual([file, expect.any(String)]);
			const quoted = new RegExp(`['"\`](?:[^'"\`\\n]*\\} )?${RegExp.escape(title!)}`);
			expect([file, title, quoted.test(titlesIn(file))]).toEqual([file, title, true]);
		}
	});

	test('and there are as many as there are threats', () => {
		expect(promises.length).toBeGreaterThan(45);
		expect(new Set(promises.map(([threat]) => threat)).size).toBe(promises.length);
	});
});
