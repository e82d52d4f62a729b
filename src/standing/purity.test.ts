import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Command, server and page share these: values in, values out, in a browser too. */
const folders = ['policy', 'support', 'exposure', 'standing'];
const source = join(import.meta.dir, '..');
const files = folders.flatMap((folder) =>
	readdirSync(join(source, folder))
		.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
		.map((file) => `${folder}/${file}`)
		// The one place that reads a file.
		.filter((file) => file !== 'policy/policies-file.ts'),
);
const code = (file: string) =>
	readFileSync(join(source, file), 'utf8')
		.replace(/\/\*[\s\S]*?\*\//g, '')
		.replace(/^\s*\/\/.*$/gm, '');

const impure =
	/\b(?:Bun|process|globalThis|fetch|performance|crypto|setTimeout|setInterval|console)\b[.(]|\bMath\.random\b|\bDate\b|\bimport\(|\brequire\(|\btoLocale\w+|\bIntl\b/;

describe('standing and what it is made of are pure', () => {
	test.each(files)('%s knows only the catalog and its neighbours', (file) => {
		const imports = [...code(file).matchAll(/from '([^']+)'/g)].map(([, module]) => module!);
		const allowed =
			/^\.\/[a-z-]+\.ts$|^\.\.\/(?:builds|catalog|policy|support|exposure)\/[a-z-]+\.ts$|^\.\.\/whole-number\.ts$/;
		expect(imports.filter((module) => !allowed.test(module))).toEqual([]);
		expect(imports.filter((module) => /\/(?:load|data-version|policies-file)\.ts$/.test(module))).toEqual([]);
	});

	test.each(files)('%s asks no clock, network, process or locale', (file) => {
		expect(code(file)).not.toMatch(impure);
	});
});
