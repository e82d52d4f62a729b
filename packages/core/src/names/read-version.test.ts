import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { shipped } from '../../../../test/shipped-data.ts';
import { readVersion } from './read-version.ts';

const read = (text: string) => {
	const reading = readVersion(shipped, text);
	return reading && [reading.version, reading.build, reading.supplement];
};

describe('a version is read from any usual spelling', () => {
	test.each([
		['14.7.2', ['14.7.2', null, null]],
		['macOS 14.7.2', ['14.7.2', null, null]],
		['macOS Sonoma 14.7.2', ['14.7.2', null, null]],
		['OS X El Capitan 10.11.6', ['10.11.6', null, null]],
		['Mac OS X 10.9.5', ['10.9.5', null, null]],
		['System 7.5.3', ['7.5.3', null, null]],
		['v14.7.2', ['14.7.2', null, null]],
		['14.7.2 (23H311)', ['14.7.2', '23H311', null]],
		['14.7.2 23H311', ['14.7.2', '23H311', null]],
		['Version 14.7.2 (Build 23H311)', ['14.7.2', '23H311', null]],
		['26.3.1 (a)', ['26.3.1', null, 'a']],
		['26.3.1 (A)', ['26.3.1', null, 'a']],
		['26.3.1 (25D2128) (a)', ['26.3.1', '25D2128', 'a']],
		['13.4.1(c)', ['13.4.1', null, 'c']],
		['140702', ['14.7.2', null, null]],
		['101507', ['10.15.7', null, null]],
		['260000', ['26.0', null, null]],
		['23H311', ['14.7.2', '23H311', null]],
		['23h311', ['14.7.2', '23H311', null]],
		['Build 23H311', ['14.7.2', '23H311', null]],
		['99Z99', [null, '99Z99', null]],
	])('%s', (text, expected) => {
		expect(read(text)).toEqual(expected);
	});

	test('returns the spelling of the release, and unknown versions unchanged', () => {
		expect(['14.0', '14.0.0'].map((text) => read(text)?.[0])).toEqual(['14.0', '14.0']);
		// 14 may be any release of macOS 14; 10.15 is also the name of its first release.
		expect(['14', '10.15'].map((text) => read(text)?.[0])).toEqual(['14', '10.15']);
		expect(read('14.8.6')?.[0]).toBe('14.8.6');
	});
});

test('the number before a beta is read only with a build for testers: of a number from 5000 to 5999, or with a letter', () => {
	const builds = ['25E4999', '25E5000', '25E5999', '25E6000', '25E6000a'];
	expect(builds.map((build) => read(`26.4 beta (${build})`)?.[1] ?? null)).toEqual([
		null,
		'25E5000',
		'25E5999',
		null,
		'25E6000a',
	]);
});

test('at most 80 characters are read, spaces included', () => {
	expect(read('14.7.2'.padEnd(80))).toEqual(['14.7.2', null, null]);
	expect(read('14.7.2'.padEnd(81))).toBeNull();
});

describe('text that is not a version', () => {
	test.each([
		'',
		'Sonoma',
		'macOS',
		'10',
		'9',
		'14.',
		'014',
		'14.7.2 foo',
		'14.7.2 (a) (b)',
		'1'.repeat(100),
	])('%p', (text) => {
		expect(read(text)).toBeNull();
	});

	test('every release is read as itself, and no text throws', () => {
		for (const version of shipped.releases.keys()) expect(read(version)).toEqual([version, null, null]);
		fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => void read(text)));
	});
});
