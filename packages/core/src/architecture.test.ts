import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { impure, type RoomMap, readRooms, within } from '../../../test/rooms.ts';

/** The rooms of the core, from the bottom to the top, and what each may import. */
const mayImport: RoomMap = {
	text: [],
	catalog: ['text'],
	names: ['text', 'catalog'],
	'advice/verdict-words.ts': [],
	'advice/builds.ts': ['text', 'catalog'],
	'advice/installed.ts': ['text', 'catalog'],
	'advice/installers.ts': ['text', 'catalog', 'advice/builds.ts'],
	'advice/offered.ts': ['text', 'catalog'],
	'advice/lifecycle.ts': ['text', 'catalog', 'advice/offered.ts'],
	'advice/policy': ['text', 'catalog'],
	'advice/lateness': ['text', 'catalog'],
	'advice/exposure': ['text', 'catalog', 'advice/offered.ts', 'advice/lifecycle.ts'],
	'advice/standing': [
		'text',
		'catalog',
		'advice/verdict-words.ts',
		'advice/installed.ts',
		'advice/builds.ts',
		'advice/offered.ts',
		'advice/lifecycle.ts',
		'advice/policy',
		'advice/exposure',
	],
	'advice/door': [
		'text',
		'catalog',
		'advice/offered.ts',
		'advice/lifecycle.ts',
		'advice/policy',
		'advice/standing',
	],
	'integrations/sofa': ['text', 'catalog', 'advice'],
	'integrations/enforce': ['text', 'catalog', 'advice', 'integrations/sofa'],
	api: ['text', 'catalog', 'names', 'advice', 'integrations/sofa', 'integrations/enforce'],
	http: ['text', 'catalog', 'advice', 'api'],
	library: ['text', 'catalog', 'names', 'advice', 'integrations/enforce', 'api', 'http'],
};

const { files, rooms, code, importsOf, isOwn, homeless, later, beyond, circles } = readRooms(
	import.meta.dir,
	mayImport,
);

describe('what a room of the core may import', () => {
	test('every file is in a room that has a line here, and each imports only from lines before its own', () => {
		expect(homeless()).toEqual([]);
		expect(rooms.map((room) => [room, later(room)])).toEqual(rooms.map((room) => [room, []]));
	});

	test.each(rooms)('%s keeps to it', (room) => {
		expect(beyond(room)).toEqual([]);
	});

	test('no two files import each other, not even the long way round', () => {
		expect(circles()).toEqual([]);
	});

	test('nothing outside of the core is imported, except the schema library by the shapes of records', () => {
		const outside = files.flatMap((file) =>
			importsOf(file)
				.filter((module) => !isOwn(module) && !(module === 'zod' && within(file, 'api/shapes')))
				.map((module) => `${file} imports ${module}`),
		);
		expect(outside).toEqual([]);
	});

	test('the shapes are imported for their types alone, so that nobody needs the schema library', () => {
		const values = files
			.filter((file) => !within(file, 'api/shapes'))
			.filter((file) => /import (?!type )[^;]*from '[^']*\/shapes\//.test(code(file)));
		expect(values).toEqual([]);
	});
});

describe('what every runtime has', () => {
	test('the compiler knows no more than Node.js 20, Workers and browsers share', () => {
		const settings = readFileSync(join(import.meta.dir, '../tsconfig.json'), 'utf8');
		// ES2024 has Map.groupBy and Promise.withResolvers, ES2025 methods of sets and iterators; DOM has windows and documents.
		const { target, lib, types } = JSON.parse(settings).compilerOptions;
		expect({ target, lib, types }).toEqual({ target: 'ES2023', lib: ['ES2023', 'WebWorker'], types: [] });
	});

	test('no file uses what a worker of a browser has, and Node.js 20 or workerd lacks', () => {
		const missing =
			/\bURL\.parse\b|\b(?:self|navigator|location|caches|indexedDB|XMLHttpRequest|FileReader\w*|postMessage|importScripts|requestAnimationFrame)\b[.(]/;
		expect(files.filter((file) => missing.test(code(file)))).toEqual([]);
	});
});

describe('values in, values out', () => {
	test('no file asks a clock, network, process or locale', () => {
		const findings = files.flatMap((file) => {
			const [line] = impure.exec(code(file)) ?? [];
			return line === undefined ? [] : [`${file}: ${line}`];
		});
		expect(findings).toEqual([]);
	});

	test('where a Mac stands comes from the values given: no date is made', () => {
		const standing = files.filter((file) => within(file, 'advice'));
		expect(standing.filter((file) => /\bDate\b/.test(code(file)))).toEqual([]);
	});
});
