import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/**
 * The rooms of the house, from the bottom to the top, and what each may import: only from those above it here. A room
 * in a room (`advice/policy`) has a line of its own; `advice`, which has none, stands for all of its rooms.
 */
const mayImport: Record<string, readonly string[]> = {
	text: [],
	process: ['text'],
	settings: ['text', 'process'],
	catalog: ['text', 'process'],
	names: ['text', 'catalog'],
	'advice/builds.ts': ['text', 'catalog'],
	'advice/installed.ts': ['text', 'catalog'],
	'advice/offered.ts': ['text', 'catalog'],
	'advice/lifecycle.ts': ['text', 'catalog', 'advice/offered.ts'],
	'advice/policy': ['text', 'process', 'catalog'],
	'advice/exposure': ['text', 'catalog', 'advice/offered.ts', 'advice/lifecycle.ts'],
	'advice/standing': [
		'text',
		'catalog',
		'advice/installed.ts',
		'advice/builds.ts',
		'advice/offered.ts',
		'advice/lifecycle.ts',
		'advice/policy',
		'advice/exposure',
	],
	'fleet/inventory': ['text', 'process', 'catalog'],
	fleet: ['text', 'process', 'catalog', 'names', 'advice', 'fleet/inventory'],
	'integrations/sofa': ['text', 'catalog', 'advice'],
	'integrations/enforce': ['text', 'catalog', 'advice', 'integrations/sofa'],
	'integrations/kit': ['process', 'integrations/enforce'],
	api: [
		'text',
		'process',
		'catalog',
		'names',
		'advice',
		'fleet',
		'integrations/kit',
		'integrations/sofa',
		'integrations/enforce',
	],
	mcp: ['process', 'catalog', 'advice/policy', 'api'],
	database: ['text', 'process', 'settings'],
	transport: ['process'],
	pull: ['text', 'process', 'transport'],
	history: [
		'text',
		'process',
		'settings',
		'catalog',
		'advice/policy',
		'advice/standing',
		'fleet',
		'fleet/inventory',
		'database',
	],
	delivery: ['text', 'process', 'settings', 'database'],
	licenses: ['text', 'process', 'settings', 'database', 'delivery'],
	learning: ['text', 'process', 'catalog', 'advice/offered.ts', 'database'],
	feeds: ['text', 'process', 'settings', 'catalog', 'advice/offered.ts', 'database', 'transport', 'learning'],
	'watch/message.ts': [],
	'watch/situation.ts': ['catalog', 'advice/policy', 'fleet', 'watch/message.ts'],
	'watch/local-day.ts': [],
	'watch/notices': [
		'text',
		'catalog',
		'advice',
		'fleet',
		'watch/local-day.ts',
		'watch/message.ts',
		'watch/situation.ts',
	],
	watch: [
		'text',
		'process',
		'settings',
		'catalog',
		'advice',
		'fleet',
		'fleet/inventory',
		'integrations/enforce',
		'api',
		'database',
		'transport',
		'pull',
		'history',
		'delivery',
		'learning',
		'feeds',
		'watch/local-day.ts',
		'watch/message.ts',
		'watch/situation.ts',
		'watch/notices',
	],
	page: [
		'text',
		'process',
		'catalog',
		'names',
		'advice',
		'fleet',
		'fleet/inventory',
		'integrations/kit',
		'api',
	],
	'server/metrics': ['process', 'catalog', 'api', 'licenses', 'feeds'],
	server: [
		'text',
		'process',
		'settings',
		'catalog',
		'names',
		'advice/policy',
		'api',
		'mcp',
		'database',
		'delivery',
		'licenses',
		'learning',
		'feeds',
		'page',
		'server/metrics',
	],
	'server/workers': ['process', 'settings', 'server'],
	'cli/doctor': [
		'advice',
		'text',
		'process',
		'settings',
		'catalog',
		'database',
		'delivery',
		'licenses',
		'learning',
		'feeds',
		'server',
		'watch',
	],
	cli: ['*'],
};

/** Values in, values out: no clock, no file, no network; the same in the service, a command and a browser. */
const pureRooms = [
	'catalog',
	'names',
	'advice',
	'fleet',
	'integrations/sofa',
	'integrations/enforce',
	'watch/notices',
];
/** Single files that pure rooms may use. */
const pureFiles = [
	'text/csv.ts',
	'text/day.ts',
	'text/json-limits.ts',
	'text/day-words.ts',
	'text/spreadsheet.ts',
	'text/numbers.ts',
	'text/repeated-name.ts',
	'process/failure.ts',
	'watch/local-day.ts',
	'watch/message.ts',
	'watch/situation.ts',
];
/** What a pure file may have from outside of the pure part, with its reason. */
const outside: Record<string, readonly string[]> = {
	// A digest of the facts, the same everywhere.
	'catalog/make-catalog.ts': ['node:crypto'],
	// A digest of what a declaration asks for, by which a Mac tells that it changed.
	'integrations/enforce/declaration.ts': ['node:crypto'],
	// The record of what was checked and made when the program was installed.
	'catalog/checked-data.ts': ['bun:jsc', 'node:crypto', 'node:fs', 'node:path', 'node:process', 'node:url'],
	// The one place that reads the tables.
	'catalog/load.ts': ['node:fs', 'node:path'],
	// The one place that reads the policies of an installation.
	'advice/policy/policies-file.ts': ['process/regular-file.ts'],
};
/** Libraries that run in a browser as well. */
const anywhere = ['fflate'];

/** Everything that depends on when, where or by which user the code is run. */
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
const within = (path: string, room: string) => path === room || path.startsWith(`${room}/`);
const rooms = Object.keys(mayImport);
/** The innermost room with a line of its own that a file is in. */
const roomOf = (file: string) =>
	rooms.filter((room) => within(file, room)).toSorted((a, b) => b.length - a.length)[0] ?? '';
/** The rooms that a word of the map stands for. */
const meantBy = (word: string) =>
	rooms.includes(word)
		? [word]
		: rooms.filter((room) => (word === '*' ? room !== 'cli' : within(room, word)));
const isPure = (file: string) => pureRooms.some((room) => within(file, room)) || pureFiles.includes(file);

/** What a file imports: files of src by their path in it, anything else by its name. */
function importsOf(file: string): string[] {
	const modules = [...code(file).matchAll(/(?:from|import) ?\(?'([^']+)'/g)].map(([, module]) => module!);
	return modules.map((module) => (module.startsWith('.') ? normalize(join(dirname(file), module)) : module));
}

/** Whether it is a file of src, and not of a library or of the folder around src. */
const isOwn = (module: string) => files.includes(module);

describe('what a room may import', () => {
	test('every file of src is in a room that has a line here, and each imports only from lines before its own', () => {
		expect(files.filter((file) => roomOf(file) === '')).toEqual([]);
		for (const [at, room] of rooms.entries()) {
			const later = mayImport[room]!.flatMap(meantBy).filter((other) => rooms.indexOf(other) >= at);
			expect([room, later]).toEqual([room, []]);
		}
	});

	test('at the top of src there are rooms and this map, nothing else', () => {
		const loose = [...new Bun.Glob('*').scanSync({ cwd: source, onlyFiles: true })];
		expect(loose).toEqual(['architecture.test.ts']);
		const doors = new Set(rooms.map((room) => room.split('/')[0]));
		expect(doors.size).toBe(22);
	});

	test.each(rooms)('src/%s keeps to it', (room) => {
		const allowed = [room, ...mayImport[room]!.flatMap(meantBy)];
		const beyond = files
			.filter((file) => roomOf(file) === room)
			.flatMap((file) => importsOf(file).map((module) => [file, module] as const))
			.filter(([, module]) => isOwn(module) && !allowed.includes(roomOf(module)))
			.map(([file, module]) => `${file} imports ${module}`);
		expect(beyond).toEqual([]);
	});
});

test('no two files import each other, not even the long way round', () => {
	const done = new Set<string>();
	const way: string[] = [];
	const circles: string[] = [];
	const follow = (file: string) => {
		if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
		if (done.has(file)) return;
		done.add(file);
		way.push(file);
		for (const module of importsOf(file).filter(isOwn)) follow(module);
		way.pop();
	};
	for (const file of files) follow(file);
	expect(circles).toEqual([]);
});

test('what a file exports, another one uses', () => {
	const users = new Map<string, Set<string>>();
	for (const folder of ['src', 'test', 'tools'])
		for (const file of new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(join(source, '..')))
			for (const word of readFileSync(join(source, '..', file), 'utf8').match(/\w+/g) ?? [])
				users.set(word, (users.get(word) ?? new Set()).add(file));
	// Types are left out: a type in the signature of a function needs its export even if nobody imports it.
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
			.filter(([, module]) => !(isOwn(module) && isPure(module)))
			.filter(([file, module]) => ![...anywhere, ...(outside[file] ?? [])].includes(module))
			.map(([file, module]) => `${file} imports ${module}`);
		expect(beyond).toEqual([]);
	});

	test('asks no clock, network, process or locale', () => {
		// Days in a time zone that is given, whatever the locale of the machine.
		const findings = pure
			.filter((file) => file !== 'watch/local-day.ts')
			.flatMap((file) => {
				const [line] = impure.exec(code(file)) ?? [];
				return line === undefined ? [] : [`${file}: ${line}`];
			});
		expect(findings).toEqual([]);
	});

	test('where a Mac stands comes from the values given: no date is made, and nothing that reads a file is known', () => {
		const standing = pure.filter((file) => within(file, 'advice')).filter((file) => !(file in outside));
		expect(standing.filter((file) => /\bDate\b/.test(code(file)))).toEqual([]);
		expect(standing.filter((file) => importsOf(file).some((module) => module in outside))).toEqual([]);
	});

	test('reads files in three places and writes none', () => {
		expect(code('advice/policy/policies-file.ts')).toMatch(
			/import \{ readRegularFile \} from '..\/..\/process\/regular-file.ts';/,
		);
		expect(code('catalog/checked-data.ts')).toMatch(/import \{ readFileSync \} from 'node:fs';/);
		expect(code('catalog/load.ts')).toMatch(/import \{ existsSync, readFileSync \} from 'node:fs';/);
	});
});
