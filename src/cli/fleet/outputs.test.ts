import { afterAll, expect, test } from 'bun:test';
import { closeSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openReport, TableFile, writeReport } from './outputs.ts';

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-outputs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('only the owner may read a new report', () => {
	const [table, page, sheet] = ['a.csv', 'a.html', 'a.xlsx'].map((name) => join(folder, name));
	TableFile.at(table!, []).end();
	writeReport(page!, '<p>ä</p>');
	closeSync(openReport(sheet!));
	expect([table!, page!, sheet!].map(modeOf)).toEqual(['600', '600', '600']);
	expect(readFileSync(page!, 'utf8')).toBe('<p>ä</p>');
});

test('an existing report keeps its mode, and none of its old text', () => {
	const page = join(folder, 'b.html');
	writeFileSync(page, 'a much longer text than the new one', { mode: 0o644 });
	writeReport(page, 'new');
	expect([modeOf(page), readFileSync(page, 'utf8')]).toEqual(['644', 'new']);
});
