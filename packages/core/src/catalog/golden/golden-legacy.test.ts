import { describe, expect, test } from 'bun:test';
import {
	boardsOf,
	boardsRunning,
	latestOf,
	latestOfMajor,
	majorsOf,
	releasesOf,
	stepFrom,
} from '../../../../../test/ask.ts';

describe('canonical answers of the Legacy era', () => {
	test.each([
		['10.0', 'M8493 10.0.4 2001-06-21'],
		['10.1', 'M8493 10.1.5 2002-06-05'],
		['10.2', 'M8493 10.2.8 2003-09-22'],
		['10.3', 'M8493 10.3.9 2005-04-15'],
		['10.4', 'M8493 10.4.11 2007-11-14'],
		['10.5', 'M8493 10.5.8 2009-08-05'],
		['10.6', 'Mac-F221BEC8 10.6.8 2011-06-23'],
		['10.9', 'Mac-F221BEC8 10.9.5 2014-09-17'],
		['10.11', 'Mac-F221BEC8 10.11.6 2016-07-18'],
		['10.14', 'Mac-F221BEC8 10.14.6 2019-07-22'],
		['10.15', 'Mac-F60DEB81FF30ACF6 10.15.8 2026-02-02'],
	])('the latest of %s is %s', (major, answer) => {
		expect(latestOfMajor(major)).toBe(answer);
	});

	test('10.16 was never released', () => {
		expect(latestOfMajor('10.16')).toBe('unknown-major');
	});
});

describe('numbers, not text, order the releases', () => {
	test('10.4.9 is followed by 10.4.10', () => {
		expect(stepFrom('Mac-F42786C8', '10.4.9')).toBe('10.4.9 2007-03-13, then 10.4.10 2007-06-20');
	});

	test('10.4.10 is followed by 10.4.11, the latest', () => {
		expect(stepFrom('Mac-F42786C8', '10.4.10')).toBe('10.4.10 2007-06-20, then 10.4.11 2007-11-14');
	});

	test('the first Intel iMac begins with 10.4.4', () => {
		expect(releasesOf('Mac-F42786C8', '10.4')).toBe(
			'10.4.4 10.4.5 10.4.6 10.4.7 10.4.8 10.4.9 10.4.10 10.4.11',
		);
	});
});

describe('releases years after their major', () => {
	test('10.15.7 is followed by 10.15.8 of 2026', () => {
		expect(stepFrom('Mac-F60DEB81FF30ACF6', '10.15.7')).toBe('10.15.7 2020-09-24, then 10.15.8 2026-02-02');
	});

	test('11.7.10 is followed by 11.7.11 of 2026', () => {
		expect(stepFrom('Mac-189A3D4F975D5FFC', '11.7.10')).toBe('11.7.10 2023-09-11, then 11.7.11 2026-02-02');
	});
});

describe('Intel boards', () => {
	test('a board of two models has the union of their majors', () => {
		expect(majorsOf('Mac-F221BEC8')).toBe('10.5 10.6 10.7 10.8 10.9 10.10 10.11 10.12 10.13 10.14');
		expect(majorsOf('Mac-F4218EC8')).toBe('10.4 10.5 10.6 10.7');
	});

	test('a Mac of 2009 begins 10.5 with 10.5.6', () => {
		expect(releasesOf('Mac-F221BEC8', '10.5')).toBe('10.5.6 10.5.7 10.5.8');
	});

	test('a Mac of 2013 has special builds of 10.8 from 10.8.4', () => {
		expect(releasesOf('Mac-77EB7D7DAF985301', '10.8')).toBe('10.8.4 10.8.5');
	});
});

describe('PowerPC machines under OS X', () => {
	test('10.2.7 is for the machines that came with it', () => {
		expect(boardsRunning('10.2.7')).toBe('A1004 A1010 A1046 A1047 A1052 M6498');
	});

	test('a first Power Mac G5 begins with 10.2.7', () => {
		expect(releasesOf('A1047', '10.2')).toBe('10.2.7 10.2.8');
		expect(stepFrom('A1047', '10.2.7')).toBe('10.2.7 2003-08-18, then 10.2.8 2003-09-22');
	});

	test('other machines step from 10.2.6 to 10.2.8', () => {
		expect(stepFrom('M8493', '10.2.6')).toBe('10.2.6 2003-05-06, then 10.2.8 2003-09-22');
	});

	test('a beige G3 ends with 10.2', () => {
		expect(majorsOf('M4405')).toBe('8.0 8.1 8.5 8.6 9.0 9.1 9.2 10.0 10.1 10.2');
	});

	test('a slot-loading iMac number covers machines that reach 10.4.11', () => {
		expect(latestOf('M5521', '10.4')).toBe('10.4.11 2007-11-14');
		expect(latestOf('M5521', '10.5')).toBe('unsupported-major');
	});

	test('a PowerBook of 2005 has nothing before 10.4.2', () => {
		expect(releasesOf('A1138', '10.4').split(' ')[0]).toBe('10.4.2');
		expect(majorsOf('A1138')).toBe('10.4 10.5');
	});

	test('10.0 to 10.3 run on model numbers only', () => {
		const majors = ['10.0', '10.1', '10.2', '10.3'];
		expect(majors.flatMap(boardsOf).filter((id) => !/^[MA]\d/.test(id))).toEqual([]);
	});

	test('10.6 runs on no model number', () => {
		expect(boardsOf('10.6').filter((id) => /^[MA]\d/.test(id))).toEqual([]);
	});
});
