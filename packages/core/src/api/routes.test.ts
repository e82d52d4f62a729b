import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { selectOperation } from './operation.ts';
import { parametersOf, type Route } from './route.ts';
import { advicePattern, adviceRoute, matchRoute, operationPatterns, routes } from './routes.ts';

const table: readonly Route[] = routes;
const segmentsOf = (path: string) => path.split('/').slice(1);
const routeOf = (path: string): Route | undefined => routes[matchRoute(segmentsOf(path))];

test('everything behind the key names its query parameters, except the five operations and feeds', () => {
	const ignoring = table.filter(
		({ access, query, method }) => access === 'key' && query === undefined && method === undefined,
	);
	expect(ignoring.filter(({ answeredBy }) => answeredBy !== 'operation').map(({ path }) => path)).toEqual([
		'/sofa/v1/macos_data_feed.json',
		'/sofa/v2/macos_data_feed.json',
		'/releases.atom',
		'/boards/{board_id}/releases.atom',
		'/boards/{board_id}/releases.ics',
		'/calendar.ics',
	]);
	for (const { answeredBy, query } of table) if (answeredBy === 'operation') expect(query).toBeUndefined();
});

test('every answer with data requires a key, and every view of the page is public', () => {
	for (const { path, access, answeredBy } of table) {
		if (answeredBy === 'operation' || answeredBy === 'read') expect([path, access]).toEqual([path, 'key']);
		if (answeredBy === 'page') expect([path, access]).toEqual([path, 'public']);
	}
});

test("Bun's router has exactly the patterns of the five operations", () => {
	const operations = table.filter(({ answeredBy }) => answeredBy === 'operation');
	const shapes = new Set(
		operations.flatMap((route) => ('describedAs' in route ? route.describedAs.path : [])),
	);
	const patterns = Object.values(operationPatterns).map((pattern) => pattern.replace(/:(\w+)/g, '{$1}'));
	expect(patterns.toSorted()).toEqual([...shapes].toSorted());
});

test("Bun's pattern for advice matches its route", () => {
	const path = advicePattern.replace(/:(\w+)/g, '{$1}');
	expect(table[adviceRoute]).toMatchObject({ path, answeredBy: 'read' });
});

test('each path is in the table once, and no earlier entry matches its requests', () => {
	expect(new Set(table.map(({ path }) => path)).size).toBe(table.length);
	for (const { path } of table) {
		// What an item names decides between the operations.
		if (!/^\/items\/[^/]+$/.test(path)) expect(routeOf(path.replace(/\{\w+\}/g, 'x'))?.path).toBe(path);
	}
});

test('a parameter is one segment that is not empty', () => {
	expect(routeOf('/boards/J293AP')?.path).toBe('/boards/{board_id}');
	expect(routeOf('/boards/')).toBeUndefined();
	expect(routeOf('/boards//releases')).toBeUndefined();
	expect(routeOf('/boards/J293AP/')).toBeUndefined();
	expect(routeOf('/boards/J293AP/releases/x')).toBeUndefined();
	expect(routeOf('/Boards')).toBeUndefined();
	expect(routeOf('boards')).toBeUndefined();
	expect(routeOf('')).toBeUndefined();
	expect(routeOf('/')?.path).toBe('/');
});

test('a handler gets the values of parameters by their names', () => {
	const segments = segmentsOf('/boards/J293AP/releases');
	expect(parametersOf(routeOf('/boards/J293AP/releases')!, segments)).toEqual({ board_id: 'J293AP' });
	expect(parametersOf(routeOf('/releases')!, ['releases'])).toEqual({});
});

test('the table leads every path of an operation to the operations', () => {
	fc.assert(
		fc.property(fc.array(fc.string({ maxLength: 12 }), { maxLength: 3 }), (tail) => {
			const segments = ['items', ...tail];
			if (selectOperation(segments)) expect(routes[matchRoute(segments)]?.answeredBy).toBe('operation');
			else expect(routes[matchRoute(segments)]?.answeredBy ?? 'operation').toBe('operation');
		}),
	);
});

test('the shape of the item selects the operation', () => {
	const select = (...segments: string[]) => selectOperation(['items', ...segments]);
	expect(select('14')).toEqual({ name: 'latest-of-major', version: '14' });
	expect(select('0.97')).toEqual({ name: 'latest-of-major', version: '0.97' });
	expect(select('14.7.2')).toEqual({ name: 'latest-of-major', version: '14.7.2' });
	expect(select('J293AP')).toEqual({ name: 'majors-of-board', board: 'J293AP' });
	expect(select('J293AP:14')).toEqual({ name: 'latest-of-board', board: 'J293AP', version: '14' });
	expect(select('J293AP:14.7')).toEqual({ name: 'latest-of-board', board: 'J293AP', version: '14.7' });
	expect(select('M0001A:6.0')).toEqual({ name: 'latest-of-board', board: 'M0001A', version: '6.0' });
	expect(select('J293AP:14.7.2')).toEqual({ name: 'next-of-board', board: 'J293AP', version: '14.7.2' });
	expect(select('10.15.7', 'board_ids')).toEqual({ name: 'boards-of-version', version: '10.15.7' });
});

test('any other path selects no operation', () => {
	for (const segments of [
		[],
		[''],
		['items'],
		['items', ''],
		['items', 'a.b'],
		['items', ':14'],
		['items', 'J293AP:'],
		['items', '_'],
		['items', '14', 'x'],
		['items', '', 'board_ids'],
		['items', '14', 'board_ids', ''],
	]) {
		expect(selectOperation(segments)).toBeNull();
	}
});
