import { describe, expect, test } from 'bun:test';
import { isMac } from '../../judging/platform.ts';
import { meantText } from './cell-text.ts';

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
