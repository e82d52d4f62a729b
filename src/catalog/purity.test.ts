import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The catalog answers from its arguments alone; only the loader touches the world, and only to read files. */
const folder = import.meta.dir;
const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const code = (file: string) =>
	readFileSync(join(folder, file), 'utf8')
		.replace(/\/\*[\s\S]*?\*\//g, '')
		.replace(/^\s*\/\/.*$/gm, '');

const importsOf = (file: string) => [...code(file).matchAll(/from '([^']+)'/g)].map(([, module]) => module!);

/** Everything that depends on when, where or by whom the code is run. */
const impure =
	/\b(?:Bun|process|globalThis|fetch|WebSocket|performance|crypto|setTimeout|setInterval|console|localStorage)\b[.(]|\bMath\.random\b|\bDate\.now\b|\bnew Date\(\)|\bimport\(|\brequire\(|\btoLocale\w+|\bIntl\b/;

/** What a file may know beside its neighbours. */
const beyond: Record<string, string[]> = {
	'data-version.ts': ['node:crypto'],
	'table.ts': ['../csv.ts'],
	'build.ts': ['../steps.ts'],
};

describe('the catalog is pure', () => {
	test('there are files to look at', () => {
		expect(files.length).toBeGreaterThan(10);
	});

	test.each(files.filter((file) => file !== 'load.ts'))(
		'%s imports only its neighbours, a digest and CSV',
		(file) => {
			const others = importsOf(file).filter((module) => !/^\.\/[a-z-]+\.ts$/.test(module));
			expect(others).toEqual(beyond[file] ?? []);
		},
	);

	test('load.ts imports reading of files, and the one failure type, besides its neighbours', () => {
		const others = importsOf('load.ts').filter((module) => !module.startsWith('./'));
		expect(others).toEqual(['node:fs', 'node:path', '../failure.ts']);
	});

	test.each([...files, '../csv.ts', '../steps.ts'])(
		'%s asks no clock, network, process or locale',
		(file) => {
			expect(code(file)).not.toMatch(impure);
		},
	);

	test('load.ts writes nothing', () => {
		expect(code('load.ts')).toMatch(/import \{ existsSync, readFileSync \} from 'node:fs';/);
	});
});
