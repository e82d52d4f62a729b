import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { decodeSegments, pathOf } from './path.ts';

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

test('each segment is decoded separately, and once', () => {
	expect(decodeSegments('/items/a%3Ab%252F')).toEqual(['items', 'a:b%2F']);
	expect(decodeSegments('/items/a%2Fb')).toEqual(['items', 'a/b']);
	expect(decodeSegments('/items/')).toEqual(['items', '']);
});

test('invalid encoding gives null', () => {
	for (const path of ['/%', '/%z', '/%zz', '/%ff', '/%c3', '/a%3']) expect(decodeSegments(path)).toBeNull();
});

test('encoded text decodes to itself', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), (text) => {
			expect(decodeSegments(`/items/${encodeURIComponent(text)}`)).toEqual(['items', text]);
		}),
	);
});
