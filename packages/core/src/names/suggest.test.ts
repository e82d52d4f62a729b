import { expect, test } from 'bun:test';
import { shipped } from '../../../../test/shipped-data.ts';
import { findNamedMajor } from './read-version.ts';
import { suggestSearches } from './suggest.ts';

test.each([
	// Typing mistakes in one or two words are corrected, in three they are not.
	['macbok pro 2012', ['macbook pro 2012']],
	['macbok pro mdi 2012', ['macbook pro 2012']],
	['powerbok titanum g4', ['powerbook titanium g4']],
	['powerbok titanum giaghertz', []],
	['sequoja', ['sequoia']],
	// Words of four letters are corrected.
	['mac mnii 2018', ['mac mini 2018']],
	// Queries without one of the words; the one with the fewest results comes first.
	['imac quick', ['quick', 'imac']],
	['quick imac', ['quick', 'imac']],
	['zz pro', ['pro']],
	['imac 2012 zz', ['imac 2012']],
	['iMac (27-inch, Late 2012) zz', ['imac 27-inch late 2012']],
	// Shorter words are not corrected: too many words are similar.
	['lcd 580', ['580', 'lcd']],
	['macbook airr', ['macbook']],
	['J293AQ', ['J293AP']],
	['10.15.99', ['10.15.8']],
	// A query of more than six words keeps all of them.
	['macbook pro retina early 2015 zz', ['macbook pro retina early 2015']],
	['macbook pro 13-inch retina early 2015 zz', []],
	['one two three four five six imac', []],
	['mac pro tower xyz', []],
	// Nothing of what was typed would be left.
	['serial C02XK0ADJG5H', []],
])('%s leads to %p', (query, expected) => {
	expect(suggestSearches(shipped, query)).toEqual(expected);
});

test('a query of more than 16 words gets no suggestions', () => {
	const words = 'm ma mac macb macbo macboo macbook p pr pro r re ret reti retin retina';
	expect(words.split(' ')).toHaveLength(16);
	expect(suggestSearches(shipped, words)).toEqual([words]);
	expect(suggestSearches(shipped, `${words} 1`)).toEqual([]);
});

test.each([
	['Sequoia', '15'],
	['Sequoia 15', '15'],
	['15 Sequoia', '15'],
	['macOS 15 Sequoia', '15'],
	['macOS Sequoia', '15'],
	['High Sierra', '10.13'],
	['14 Sequoia', undefined],
	['macOS', undefined],
	['', undefined],
])('a major version called %p is %p', (text, name) => {
	const named = findNamedMajor(shipped, text);
	expect(named.kind === 'found' ? named.value.name : undefined).toBe(name);
});
