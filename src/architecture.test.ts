import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { impure, type RoomMap, readRooms, within } from '../test/rooms.ts';

/**
 * The rooms of the application, from the bottom to the top, and what each may import: only from those above it here, and
 * anything of the core. A room in a room (`watch/notices`) has a line of its own.
 */
const mayImport: RoomMap = {
	process: [],
	settings: ['process'],
	data: ['process'],
	'fleet/inventory': ['process'],
	fleet: ['process', 'fleet/inventory'],
	api: ['process'],
	kit: ['process', 'api'],
	mcp: ['process', 'api'],
	page: ['process', 'fleet', 'fleet/inventory', 'kit', 'api'],
	database: ['process', 'settings'],
	transport: ['process'],
	pull: ['process', 'fleet/inventory', 'transport'],
	history: ['process', 'settings', 'fleet', 'fleet/inventory', 'page', 'database'],
	delivery: ['process', 'settings', 'database'],
	licenses: ['process', 'settings', 'database', 'delivery'],
	learning: ['process', 'database'],
	feeds: ['process', 'settings', 'database', 'transport', 'learning'],
	'watch/message.ts': [],
	'watch/situation.ts': ['fleet', 'watch/message.ts'],
	'watch/local-day.ts': [],
	'watch/notices': ['fleet', 'watch/local-day.ts', 'watch/message.ts', 'watch/situation.ts'],
	watch: [
		'process',
		'settings',
		'data',
		'fleet',
		'fleet/inventory',
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
	'server/metrics': ['process', 'api', 'licenses', 'feeds'],
	'server/running-file.ts': ['process', 'database'],
	'server/addresses.ts': ['process', 'settings'],
	'server/tls/certificate.ts': ['process', 'settings'],
	'server/tls/verify-as-client.ts': ['server/tls/certificate.ts'],
	'server/todo': [
		'process',
		'settings',
		'database',
		'delivery',
		'licenses',
		'learning',
		'feeds',
		'watch',
		'server/running-file.ts',
		'server/addresses.ts',
		'server/tls/certificate.ts',
		'server/tls/verify-as-client.ts',
	],
	'server/nodes.ts': ['database'],
	'server/posts/read-body.ts': ['process'],
	'server/pages/bundled-file.ts': ['api', 'page'],
	'server/console': [
		'process',
		'settings',
		'data',
		'fleet',
		'fleet/inventory',
		'api',
		'page',
		'database',
		'transport',
		'history',
		'delivery',
		'licenses',
		'learning',
		'feeds',
		'watch',
		'server/running-file.ts',
		'server/nodes.ts',
		'server/tls/certificate.ts',
		'server/todo',
		'server/posts/read-body.ts',
		'server/pages/bundled-file.ts',
	],
	server: [
		'process',
		'settings',
		'data',
		'kit',
		'api',
		'mcp',
		'database',
		'delivery',
		'licenses',
		'learning',
		'feeds',
		'page',
		'server/metrics',
		'server/running-file.ts',
		'server/addresses.ts',
		'server/tls/certificate.ts',
		'server/todo',
		'server/nodes.ts',
		'server/posts/read-body.ts',
		'server/pages/bundled-file.ts',
		'server/console',
	],
	'server/workers': ['process', 'settings', 'server/addresses.ts', 'server/tls/certificate.ts', 'server'],
	'cli/doctor': [
		'process',
		'settings',
		'data',
		'database',
		'delivery',
		'licenses',
		'learning',
		'feeds',
		'server',
		'server/running-file.ts',
		'server/addresses.ts',
		'server/todo',
		'pull',
	],
	cli: ['*'],
};

/** Values in, values out: no clock, no file, no network; the same in the service, a command and a browser. */
const pureRooms = ['fleet', 'watch/notices'];
/** Single files that pure rooms may use. */
const pureFiles = [
	'process/definition-parts.ts',
	'process/failure.ts',
	'process/validate.ts',
	'watch/local-day.ts',
	'watch/message.ts',
	'watch/situation.ts',
];
/** Libraries that run in a browser as well. */
const anywhere = ['fflate', 'zod/mini'];

const source = import.meta.dir;
const { files, rooms, code, importsOf, isOwn, homeless, later, beyond, circles } = readRooms(
	source,
	mayImport,
);
const isPure = (file: string) => pureRooms.some((room) => within(file, room)) || pureFiles.includes(file);

describe('what a room may import', () => {
	test('every file is in a room that has a line here, and each imports only from lines before its own', () => {
		expect(homeless()).toEqual([]);
		expect(rooms.map((room) => [room, later(room)])).toEqual(rooms.map((room) => [room, []]));
	});

	test('at the top of src there are rooms and this map, nothing else', () => {
		const loose = [...new Bun.Glob('*').scanSync({ cwd: source, onlyFiles: true })];
		expect(loose).toEqual(['architecture.test.ts']);
		const doors = new Set(rooms.map((room) => room.split('/')[0]));
		expect(doors.size).toBe(19);
	});

	test.each(rooms)('src/%s keeps to it', (room) => {
		expect(beyond(room)).toEqual([]);
	});
});

/** Biome has a rule for it, which reads the whole project first: 4 core-seconds for each file that an editor saves. */
test('every import of a file has its extension', () => {
	const project = join(source, '..');
	const sources = ['src', 'packages', 'test', 'tools']
		.flatMap((folder) => [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(project)])
		.filter((file) => !/^packages\/\w+\/(?:lib|node_modules)\//.test(file));
	expect(sources.length).toBeGreaterThan(1500);
	const endings = ['.ts', '.tsx', '/index.ts'];
	const bare = sources.flatMap((file) =>
		[
			...readFileSync(join(project, file), 'utf8').matchAll(
				/^(?:import|export)\b[^;']*?(?:from )?'(\.[^']*)'|\bimport\('(\.[^']*)'\)/gm,
			),
		]
			.map(([, module, loaded]) => module ?? loaded!)
			.filter((module) => endings.some((ending) => existsSync(join(project, dirname(file), module) + ending)))
			.map((module) => `${file} imports ${module}`),
	);
	expect(bare).toEqual([]);
});

test('no two files import each other, not even the long way round', () => {
	expect(circles()).toEqual([]);
});

test('what a file exports, another one uses', () => {
	const root = join(source, '..');
	const users = new Map<string, Set<string>>();
	const everywhere = [...new Bun.Glob('{src,test,tools,data,packages/*/src}/**/*.{ts,tsx}').scanSync(root)];
	for (const file of everywhere)
		for (const word of readFileSync(join(root, file), 'utf8').match(/\w+/g) ?? [])
			users.set(word, (users.get(word) ?? new Set()).add(file));
	// Types are left out: a type in the signature of a function needs its export even if nobody imports it.
	const declared = /^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm;
	const unused = everywhere
		.filter((file) => /^(?:src|packages\/core)\/.*(?<!\.test)\.tsx?$/.test(file))
		.flatMap((file) =>
			[...readFileSync(join(root, file), 'utf8').matchAll(declared)]
				.filter(([, name]) => users.get(name!)!.size === 1)
				.map(([, name]) => `${file} exports ${name}`),
		);
	expect(unused).toEqual([]);
});

/** Everything that is loaded with a file. Types are not, and what a function imports is loaded when it is called. */
function loadedWith(file: string, loaded = new Set<string>()): ReadonlySet<string> {
	for (const [, names = '', module] of code(file).matchAll(
		/^(?:import|export) (?!type )([^;']*?)from '([^']+)'/gm,
	)) {
		const name = module!.startsWith('.') ? normalize(join(dirname(file), module!)) : module!;
		const areTypes = /^\{[^}]*\}\s*$/.test(names) && /^\{(\s*type \w+( as \w+)?,?)+\s*\}\s*$/.test(names);
		if (areTypes || loaded.has(name)) continue;
		loaded.add(name);
		if (isOwn(name)) loadedWith(name, loaded);
	}
	return loaded;
}

test('the schema library, which takes 30 ms, is loaded only with a file that is read', () => {
	expect(loadedWith('watch/read-watch-file.ts')).toContain('zod/mini');
	const starts = ['cli/ask/lookup.ts', 'cli/serve.ts', 'server/run.ts', 'cli/doctor.ts', 'cli/policies.ts'];
	for (const file of [
		...starts,
		'cli/fleet/commands.ts',
		'cli/watch/watch.ts',
		'cli/license/commands.ts',
		'page/app/page.tsx',
	])
		expect([file, loadedWith(file).has('zod/mini')]).toEqual([file, false]);
});

describe('the pure part', () => {
	const pure = files.filter(isPure);

	test('imports nothing but itself and the core', () => {
		const outside = pure
			.flatMap((file) => importsOf(file).map((module) => [file, module] as const))
			.filter(([, module]) => !(isOwn(module) && isPure(module)))
			.filter(([, module]) => !anywhere.includes(module) && !module.startsWith('@pointrelease/core/'))
			.map(([file, module]) => `${file} imports ${module}`);
		expect(outside).toEqual([]);
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
});
