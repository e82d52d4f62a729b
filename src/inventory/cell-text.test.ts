import { describe, expect, test } from 'bun:test';
import { meantText } from './cell-text.ts';
import { isMac } from './platform.ts';
import { seenDay } from './seen-day.ts';

test.each([
	["'-1", ''],
	['-1', ''],
	[' N/A ', ''],
	['Unknown', ''],
	["'=cmd|x", '=cmd|x'],
	["'Anna'", "'Anna'"],
	['a\0b\u200bc', 'a b c'],
	['  two   blanks ', 'two blanks'],
])('the cell %p means %p', (cell, meant) => {
	expect(meantText(cell)).toBe(meant);
});

test.each([
	['2026-11-02T10:11:12Z', '2026-11-02'],
	['2026-11-02 10:11:12', '2026-11-02'],
	['2026/1/2', '2026-01-02'],
	['1970-01-01T00:00:00Z', null],
	['0', null],
	['1793613072', '2026-11-02'],
	['1793613072000', '2026-11-02'],
	['2.11.2026 10:11', '2026-11-02'],
	['11/02/2026 10:11 AM', '2026-11-02'],
	['11/22/2026', '2026-11-22'],
	['22/11/2026', '2026-11-22'],
	['02/03/2026', null],
	['Nov 2, 2026, 10:11:12 AM', '2026-11-02'],
	['Monday, 2 November 2026', '2026-11-02'],
	['2026-02-30', null],
	['never', null],
])('the last contact %p was on %p', (text, day) => {
	expect(seenDay(text)).toBe(day);
});

describe('what is a Mac', () => {
	const cells = { platform: '', os: '', version: '', model: '', model_name: '' };
	test.each([
		[{ platform: 'darwin' }, true],
		[{ platform: 'Mac' }, true],
		[{ platform: 'iOS', model: 'Mac14,2' }, true],
		[{ platform: 'mac', model: 'iPad13,4' }, false],
		[{ version: 'iPadOS 17.2' }, false],
		[{ version: 'macOS 14.7.2' }, true],
		[{ os: 'Windows', version: '10.0.22631' }, false],
		[{ os: 'macOS', version: '14.1' }, true],
		[{ model_name: 'Apple TV 4K' }, false],
		[{ platform: 'Android' }, false],
		[{ platform: 'machine', version: '14.1' }, null],
		[{ model: 'MacBook Air (M2, 2022)' }, null],
	] as [Partial<typeof cells>, boolean | null][])('%j: %p', (given, answer) => {
		expect(isMac({ ...cells, ...given })).toBe(answer);
	});
});
