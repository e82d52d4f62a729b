import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** What each folder may import, from the bottom to the top; each only from those above it here. */
const mayImport: Record<string, readonly string[]> = {
	catalog: [],
	names: ['catalog'],
	builds: ['catalog'],
	support: ['catalog'],
	policy: ['catalog'],
	exposure: ['catalog', 'support'],
	standing: ['catalog', 'builds', 'support', 'policy', 'exposure'],
	sofa: ['catalog', 'support', 'exposure'],
	enforce: ['catalog', 'builds', 'support', 'policy', 'standing', 'sofa'],
	kit: [],
	inventory: [],
	fleet: ['catalog', 'names', 'support', 'policy', 'standing', 'inventory'],
	api: [
		'catalog',
		'names',
		'builds',
		'support',
		'policy',
		'exposure',
		'standing',
		'sofa',
		'enforce',
		'kit',
		'fleet',
	],
	mcp: ['catalog', 'policy', 'api'],
	database: [],
	licenses: ['database'],
	learning: ['catalog', 'database'],
	feeds: ['catalog', 'database', 'learning'],
	metrics: ['catalog', 'api', 'licenses', 'feeds'],
	page: ['api', 'kit', 'catalog', 'names', 'support', 'policy', 'exposure', 'standing', 'inventory', 'fleet'],
	server: [
		'catalog',
		'names',
		'policy',
		'api',
		'database',
		'licenses',
		'learning',
		'feeds',
		'metrics',
		'page',
	],
	workers: ['server'],
	mac: [],
	doctor: ['catalog', 'database', 'licenses', 'learning', 'feeds', 'server'],
	cli: ['*'],
};

/** Values in, values out: no clock, no file, no network; the same in the service, a command and a browser. */
const pureFolders = [
	'catalog',
	'names',
	'builds',
	'support',
	'policy',
	'exposure',
	'standing',
	'sofa',
	'enforce',
	'inventory',
	'fleet',
];
/** The files of src itself that pure folders may use. */
const pureFiles = ['counted.ts', 'csv.ts', 'failure.ts', 'steps.ts', 'whole-number.ts'];
/** What a pure file may have from outside of the project, with its reason. */
const outside: Record<string, readonly string[]> = {
	// A digest of the facts, the same everywhere.
	'catalog/data-version.ts': ['node:crypto'],
	// A digest of what a declaration asks for, by which a Mac tells that it changed.
	'enforce/ddm.ts': ['node:crypto'],
	// The record of what was checked and made when the program was installed.
	'catalog/checked-data.ts': ['bun:jsc', 'node:crypto', 'node:fs', 'node:process', 'node:url'],
	// The one place that reads the tables.
	'catalog/load.ts': ['node:fs', 'node:path'],
	// The one place that reads the policies of an installation.
	'policy/policies-file.ts': ['node:fs'],
};
/** Libraries that run in a browser as well. */
const anywhere = ['fflate'];

/** Everything that depends on when, where or by whom the code is run. */
const impure =
	/\b(?:Bun|process|globalThis|fetch|WebSocket|performance|crypto|setTimeout|setInterval|console|localStorage)\b[.(]|\bMath\.random\b|\bDate\.now\b|\bnew Date\(\)|\bimport\(|\brequire\(|\btoLocale\w+|\bIntl\b/;

const source = import.meta.dir;
const files = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(source)].filter(
	(file) => !/\.test\.tsx?$/.test(file),
);
const code = (file: string) =>
	readFileSync(join(source, file), 'utf8')
		.replace(/\/\*[\s\S]*?\*\//g, '')
		.replace(/^\s*\/\/.*$/gm, '');
const folderOf = (file: string) => (file.includes('/') ? file.split('/')[0]! : '');
const isPure = (file: string) => pureFolders.includes(folderOf(file)) || pureFiles.includes(file);

/** What a file imports: files of src by their path in it, anything else by its name. */
function importsOf(file: string): string[] {
	const found = [...code(file).matchAll(/(?:from|import) ?\(?'([^']+)'/g)].map(([, module]) => module!);
	return found.map((module) => (module.startsWith('.') ? normalize(join(dirname(file), module)) : module));
}

/** Whether it is a file of src, and not of a library or of the folder around src. */
const isOwn = (module: string) => files.includes(module);

describe('what a folder may import', () => {
	test('every folder of src has a line here, and each imports only from lines before its own', () => {
		const known = Object.keys(mayImport);
		const folders = [...new Set(files.map(folderOf))].filter((folder) => folder !== '');
		expect(folders.filter((folder) => !known.includes(folder))).toEqual([]);
		for (const [at, folder] of known.entries()) {
			const later = mayImport[folder]!.filter((other) => other !== '*' && known.indexOf(other) >= at);
			expect([folder, later]).toEqual([folder, []]);
		}
	});

	test.each(Object.keys(mayImport))('src/%s keeps to it', (folder) => {
		const allowed = mayImport[folder]!;
		const beyond = files
			.filter((file) => folderOf(file) === folder)
			.flatMap((file) => importsOf(file).map((module) => [file, module] as const))
			.filter(([, module]) => isOwn(module) && folderOf(module) !== '' && folderOf(module) !== folder)
			.filter(([, module]) => !allowed.includes('*') && !allowed.includes(folderOf(module)))
			.map(([file, module]) => `${file} imports ${module}`);
		expect(beyond).toEqual([]);
	});

	test('the files of src itself know no folder', () => {
		const beyond = files
			.filter((file) => folderOf(file) === '')
			.flatMap((file) => importsOf(file).map((module) => [file, module] as const))
			.filter(([, module]) => isOwn(module) && folderOf(module) !== '')
			.map(([file, module]) => `${file} imports ${module}`);
		expect(beyond).toEqual([]);
	});
});

test('what happens while requests are answered is done in steps, not in one go', () => {
	const swapping = files.filter((file) => ['learning', 'feeds', 'server'].includes(folderOf(file)));
	const long = /\b(?:atOnce|catalogOf|buildCatalog)\b/;
	expect(swapping.filter((file) => long.test(code(file)))).toEqual([]);
});

test('no two files import each other, not even the long way round', () => {
	// What is loaded on demand is not there when a file begins: it may name the page that demands it.
	const staticImports = (file: string) =>
		[...code(file).matchAll(/(?:from|import) '(\.[^']+)'/g)]
			.map(([, module]) => normalize(join(dirname(file), module!)))
			.filter(isOwn);
	const done = new Set<string>();
	const way: string[] = [];
	const circles: string[] = [];
	const follow = (file: string) => {
		if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
		if (done.has(file)) return;
		done.add(file);
		way.push(file);
		for (const module of staticImports(file)) follow(module);
		way.pop();
	};
	for (const file of files) follow(file);
	expect(circles).toEqual([]);
});

test('what a file exports, another one uses', () => {
	const users = new Map<string, Set<string>>();
	for (const folder of ['src', 'test', 'bench', 'build', 'simulate', 'replay'])
		for (const file of new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(join(source, '..')))
			for (const word of readFileSync(join(source, '..', file), 'utf8').match(/\w+/g) ?? [])
				users.set(word, (users.get(word) ?? new Set()).add(file));
	// Types are left out: one that a function takes or gives has a name whether or not anybody says it.
	const declared = /^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm;
	const unused = files.flatMap((file) =>
		[...code(file).matchAll(declared)]
			.filter(([, name]) => users.get(name!)!.size === 1)
			.map(([, name]) => `${file} exports ${name}`),
	);
	expect(unused).toEqual([]);
});

describe('the pure part', () => {
	const pure = files.filter(isPure);

	test('imports nothing but itself', () => {
		const beyond = pure
			.flatMap((file) => importsOf(file).map((module) => [file, module] as const))
			.filter(([file, module]) =>
				isOwn(module) ? !isPure(module) : ![...anywhere, ...(outside[file] ?? [])].includes(module),
			)
			.map(([file, module]) => `${file} imports ${module}`);
		expect(beyond).toEqual([]);
	});

	test('asks no clock, network, process or locale', () => {
		const found = pure.flatMap((file) => {
			const [line] = impure.exec(code(file)) ?? [];
			return line === undefined ? [] : [`${file}: ${line}`];
		});
		expect(found).toEqual([]);
	});

	test('where a Mac stands comes from the values given: no date is made, and nothing that reads a file is known', () => {
		const standing = pure
			.filter((file) => ['policy', 'support', 'exposure', 'standing'].includes(folderOf(file)))
			.filter((file) => !(file in outside));
		expect(standing.filter((file) => /\bDate\b/.test(code(file)))).toEqual([]);
		expect(standing.filter((file) => importsOf(file).some((module) => module in outside))).toEqual([]);
	});

	test('reads files in three places and writes none', () => {
		expect(code('policy/policies-file.ts')).toMatch(/import \{ readFileSync \} from 'node:fs';/);
		expect(code('catalog/checked-data.ts')).toMatch(/import \{ readdirSync, readFileSync \} from 'node:fs';/);
		expect(code('catalog/load.ts')).toMatch(/import \{ existsSync, readFileSync \} from 'node:fs';/);
	});
});
