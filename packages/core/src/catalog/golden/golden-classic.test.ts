import { describe, expect, test } from 'bun:test';
import {
	boardsRunning,
	latestOf,
	latestOfMajor,
	majorsOf,
	releasesOf,
	stepFrom,
} from '../../../../../test/ask.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { findStep } from '../lookup.ts';

describe('canonical answers of the Classic era', () => {
	test.each([
		['0.97', 'M0001 0.97 1984-01-24'],
		['1.1', 'M0001 1.1 1984-05-05'],
		['2.0', 'M0001 2.0 1985-04-01'],
		['3.2', 'M0001A 3.2 1986-06-01'],
		['4.1', 'M0001A 4.1 1987-04-01'],
		['6.0', 'M0001A 6.0.8 1991-05-13'],
		['7.0', 'M0001A 7.0.1 1991-10-21'],
		['7.1', 'M1596 7.1.2 1994-03-14'],
		['7.5', 'M1596 7.5.5 1996-09-18'],
		['7.6', 'M1596 7.6.1 1997-04-07'],
		['8.1', 'M1596 8.1 1998-01-19'],
		['8.5', 'M1596 8.5.1 1998-12-07'],
		['8.6', 'M1596 8.6 1999-05-10'],
		['9.0', 'M1596 9.0.4 2000-04-04'],
		['9.1', 'M1596 9.1 2001-01-09'],
		['9.2', 'M8493 9.2.2 2001-12-05'],
	])('the latest of %s is %s', (major, answer) => {
		expect(latestOfMajor(major)).toBe(answer);
	});
});

describe('numbers under which a bundle was sold', () => {
	test.each([
		['1.0', '0.97', '1984-01-24'],
		['5.0', '4.2', '1987-10-01'],
		['5.1', '4.3', '1987-12-01'],
	])('%s is a major of its own with the day of %s', (alias, release, day) => {
		expect(latestOfMajor(alias)).toEndWith(`${alias} ${day}`);
		expect(latestOfMajor(release)).toEndWith(`${release} ${day}`);
	});

	test('the first Macintosh runs both 0.97 and 1.0', () => {
		expect(majorsOf('M0001')).toBe('0.97 1.0 1.1 2.0 3.0 3.1 3.2');
	});
});

describe('withdrawn releases', () => {
	test('7.5.4 can be asked about and leads to 7.5.5', () => {
		expect(stepFrom('M1596', '7.5.4')).toBe('7.5.4 1996-09-01, then 7.5.5 1996-09-18');
	});

	test('7.5.4 is not offered after 7.5.3', () => {
		expect(stepFrom('M1596', '7.5.3')).toBe('7.5.3 1996-03-11, then 7.5.5 1996-09-18');
	});

	test('6.0.6 can be asked about on the machines of October 1990', () => {
		expect(boardsRunning('6.0.6')).toBe('M0350 M0360 M0420 M1420');
		expect(stepFrom('M0350', '6.0.6')).toBe('6.0.6 1990-10-15, then 6.0.7 1990-10-15');
	});

	test('6.0.6 is not the first release offered to them', () => {
		const step = findStep(shipped, 'M0350', '6.0.7');
		expect(step.kind === 'step' && step.support.first.version).toBe('6.0.7');
	});

	test('6.0.5 is followed by 6.0.7 everywhere', () => {
		expect(stepFrom('M0001A', '6.0.5')).toBe('6.0.5 1990-03-19, then 6.0.7 1990-10-15');
		expect(stepFrom('M0001A', '6.0.6')).toBe('release-not-for-board');
	});
});

describe('releases made for some machines only', () => {
	test.each([
		['2.1', 'M0001P M0001W'],
		['3.3', 'M0001P M0001W'],
		['3.4', 'M0001D M0001E'],
		['7.1.2', 'M1596 M1688 M2391'],
		['7.5.2', 'M2785 M3047 M3098 M3409 M3979'],
		['9.0.2', 'M2453 M7572'],
		['9.0.3', 'M5521'],
		['9.2', 'M5521 M8493'],
	])('%s runs on %s', (version, boards) => {
		expect(boardsRunning(version)).toBe(boards);
	});

	test('the Macintosh Plus stops at 7.1.1 inside 7.1', () => {
		expect(releasesOf('M0001A', '7.1')).toBe('7.1 7.1.1');
	});

	test('a Power Macintosh 6100 steps from 7.5.1 over 7.5.2 to 7.5.3', () => {
		expect(stepFrom('M1596', '7.5.1')).toBe('7.5.1 1995-03-23, then 7.5.3 1996-03-11');
	});

	test('a PowerBook 190 begins with 7.5.2', () => {
		expect(stepFrom('M3047', '7.5.2')).toBe('7.5.2 1995-06-19, then 7.5.3 1996-03-11');
		expect(releasesOf('M3047', '7.5')).toBe('7.5.2 7.5.3 7.5.4 7.5.5');
	});

	test('a clamshell iBook goes from 9.0.2 over 9.0.3 to 9.0.4', () => {
		expect(stepFrom('M2453', '9.0.2')).toBe('9.0.2 2000-02-16, then 9.0.4 2000-04-04');
	});

	test('a QuickSilver begins with 9.2, most machines with 9.2.1', () => {
		expect(releasesOf('M8493', '9.2')).toBe('9.2 9.2.1 9.2.2');
		expect(releasesOf('M7886', '9.2')).toBe('9.2.1 9.2.2');
	});
});

describe('model numbers of several machines', () => {
	test('M3076 spans the 68k 630 series and PowerPC Performas, from 7.5', () => {
		expect(majorsOf('M3076')).toBe('7.5 7.6 8.0 8.1 8.5 8.6 9.0 9.1');
		expect(releasesOf('M3076', '7.5')).toBe('7.5 7.5.1 7.5.3 7.5.4 7.5.5');
	});

	test('M3979 spans five families, from 7.5.2 to OS X 10.2.8', () => {
		expect(majorsOf('M3979')).toBe('7.5 7.6 8.0 8.1 8.5 8.6 9.0 9.1 9.2 10.0 10.1 10.2');
		expect(releasesOf('M3979', '7.5')).toBe('7.5.2 7.5.3 7.5.4 7.5.5');
		expect(latestOf('M3979', '10.2')).toBe('10.2.8 2003-09-22');
	});

	test('M3076 names machines with 68k and with PowerPC processors', () => {
		const processors = shipped.boards.get('M3076')?.machines.map((machine) => machine.processor) ?? [];
		expect(processors.some((name) => name.startsWith('68'))).toBe(true);
		expect(processors.some((name) => name.startsWith('PowerPC'))).toBe(true);
	});

	test('the 512K ends at 4.1, the 512Ke at 6.0.8, the Plus at 7.5.5', () => {
		expect(majorsOf('M0001W')).toBe('1.1 2.0 2.1 3.0 3.1 3.2 3.3 4.0 4.1');
		expect(latestOf('M0001E', '6.0')).toBe('6.0.8 1991-05-13');
		expect(latestOf('M0001E', '7.0')).toBe('unsupported-major');
		expect(latestOf('M0001A', '7.5')).toBe('7.5.5 1996-09-18');
	});
});
