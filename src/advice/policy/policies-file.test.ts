import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPolicies } from './policies-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-policies-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a file of policies may have 1 MB, and no more', () => {
	const file = join(folder, 'policies.json');
	const text = '{"policies":{"newest":{}}}';
	writeFileSync(file, text.padEnd(1024 * 1024));
	expect([...loadPolicies(file).keys()]).toEqual(['newest']);
	writeFileSync(file, text.padEnd(1024 * 1024 + 1));
	expect(() => loadPolicies(file)).toThrow(`the file of policies ${file} is too long: expected at most 1 MB`);
});
