import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { decodeSegments, pathOf, selectOperation } from './path.ts';

test('the path is cut from any form of address, without its query', () => {
	for (const url of [
		'http://h/items/14',
		'http://h/items/14?x=/y',
		'/items/14',
		'/items/14?x=1',
		'http://h:99999/items/14',
		'http:///items/14',
	]) {
		expect(pathOf(url)).toBe('/items/14');
	}
	expect(pathOf('http://h')).toBe('/');
	expect(pathOf('http://h/a?b=http://c/d')).toBe('/a');
	expect(pathOf('/a://b/c')).toBe('/a://b/c');
});

test('segments are decoded once, each by itself', () => {
	expect(decodeSegments('/items/a%3Ab%252F')).toEqual(['items', 'a:b%2F']);
	expect(decodeSegments('/items/a%2Fb')).toEqual(['items', 'a/b']);
	expect(decodeSegments('/items/')).toEqual(['items', '']);
});

test('broken encoding is told apart', () => {
	for (const path of ['/%', '/%z', '/%zz', '/%ff', '/%c3', '/a%3']) expect(decodeSegments(path)).toBeNull();
});

test('whatever text is encoded comes back from its segment', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), (text) => {
			expect(decodeSegments(`/items/${encodeURIComponent(text)}`)).toEqual(['items', text]);
		}),
	);
});

test('the shape of the item selects the operation', () => {
	const select = (...segments: string[]) => selectOperation(['items', ...segments]);
	expect(select('14')).toEqual({ kind: 'latest-of-major', version: '14' });
	expect(select('0.97')).toEqual({ kind: 'latest-of-major', version: '0.97' });
	expect(select('14.7.2')).toEqual({ kind: 'latest-of-major', version: '14.7.2' });
	expect(select('J293AP')).toEqual({ kind: 'majors-of-board', board: 'J293AP' });
	expect(select('J293AP:14')).toEqual({ kind: 'latest-of-board', board: 'J293AP', version: '14' });
	expect(select('J293AP:14.7')).toEqual({ kind: 'latest-of-board', board: 'J293AP', version: '14.7' });
	expect(select('M0001A:6.0')).toEqual({ kind: 'latest-of-board', board: 'M0001A', version: '6.0' });
	expect(select('J293AP:14.7.2')).toEqual({ kind: 'next-of-board', board: 'J293AP', version: '14.7.2' });
	expect(select('10.15.7', 'board_ids')).toEqual({ kind: 'boards-of-version', version: '10.15.7' });
});

test('anything else names nothing', () => {
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
