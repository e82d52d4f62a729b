import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { BoundedMap } from './bounded-map.ts';

test('a full map drops the entry that was set longest ago', () => {
	const map = new BoundedMap<string, number>(2);
	map.set('a', 1);
	map.set('b', 2);
	map.set('a', 3);
	map.set('c', 4);
	expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([3, undefined, 4]);
	expect(map.findOrMake('c', () => 5)).toBe(4);
	expect(map.findOrMake('d', () => 6)).toBe(6);
	expect(map.get('a')).toBeUndefined();
	map.clear();
	expect(map.get('d')).toBeUndefined();
});

test('the sizes of all entries stay within the limit, and the latest that fit are there', () => {
	const text = fc.string({ maxLength: 12 });
	fc.assert(
		fc.property(fc.array(fc.tuple(text, text)), fc.nat(60), (entries, most) => {
			const map = new BoundedMap<string, string>(most, (key, value) => key.length + value.length);
			for (const [key, value] of entries) expect(map.set(key, value)).toBe(value);
			const latestFirst = [...new Map(entries.toReversed()).keys()];
			const values = new Map(entries);
			let size = 0;
			const fitting = latestFirst.filter((key) => {
				size += key.length + values.get(key)!.length;
				return size <= most;
			});
			const there = latestFirst.filter((key) => map.get(key) === values.get(key));
			// An entry that is larger than the map empties it, so what is there may be less than what fits.
			expect(fitting.slice(0, there.length)).toEqual(there);
		}),
	);
});
