import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isMac } from '../../judging/machine-cells.ts';
import { identifiesMac, meantText } from './cell-text.ts';

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

describe('whether the cells describe a Mac', () => {
	const cells = { board: '', platform: '', os: '', version: '', model: '', model_name: '' };
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
		[{ os: 'Microsoft Windows 11 Pro' }, false],
		[{ platform: 'Desktop', os: 'Google Android 14' }, false],
		[{ version: 'FreeBSD 14' }, false],
		[{ version: 'Ubuntu 24.04.1 LTS' }, false],
		[{ platform: 'Laptop', version: 'Chrome OS 129' }, false],
		[{ model: 'Chromebook 14' }, false],
		[{ os: 'Red Hat Enterprise Linux 9.4' }, false],
		[{ version: '10.0.22631.4317' }, false],
		[{ version: '10.0.4' }, null],
		[{ model: 'OptiPlex 7090' }, false],
		[{ model: 'Dell Inc. Latitude 5420', version: '14.1' }, false],
		[{ model: 'OptiPlex 7090', os: 'macOS 14.7.2' }, true],
		[{ model: 'OptiPlex 7090', board: 'J413AP' }, true],
		[{ os: 'Windows 11', model: 'MacBookPro16,1' }, true],
		[{ platform: 'Mac', os: 'Windows 11' }, false],
		[{ platform: 'Windows and Mac', version: 'macOS 14' }, true],
		[{ platform: 'Windows and Mac', version: '14.1' }, null],
		[{ platform: 'AppleOsX' }, true],
		[{ os: 'Apple Mac OS X' }, true],
		[{ model: 'Zebra 5' }, null],
	] as [Partial<typeof cells>, boolean | null][])('%j: %p', (given, answer) => {
		expect(isMac({ ...cells, ...given })).toBe(answer);
	});
});

/** The first text is empty. */
const placeholders = [
	'|-|--|.|?|0|000000|00-00|-1|XXXXXXXX|11111111111|1',
	'N/A|n/a|NA|none|null|TBD|unknown|Unknown-2|UNKNOWN 1|Not Available',
	'Unbekannt|inconnu|Desconocido|不明|なし|Not Specified|unavailable',
	'System Serial#|System Serial Number|Serial 1|Default string|To be filled by O.E.M.',
	'123456789|0123456789|1234567890|123|1.23E+11|5,00E+13|C02********|C02#',
	`ＮＡ|ＵＮＫＮＯＷＮ１|MacBook|PLACEHOLDER|HJKL|${'C02ABCDEFGHJ'.repeat(9)}`,
];

test.each(placeholders.join('|').split('|'))('%p does not identify a Mac', (serial) => {
	expect(identifiesMac(serial)).toBe(false);
});

const serials = [
	'C02ABCDEFGHJ|c02xk0abjg5h|FVFXK0ABJG5H|H4TDXX6JJ9|JKWYVJQDXG|W80123A1BCD|S1',
	"VMware-56 4d 3c 1f|Parallels-4F 5A|33211234567|'33211234567|ZL2XYK6KWQ|12|5E10",
];

test.each(serials.join('|').split('|'))('%p identifies a Mac', (serial) => {
	expect(identifiesMac(serial)).toBe(true);
});

const marks = fc.string({ unit: fc.constantFrom(' ', '-', '_', '.', '/', ':'), maxLength: 4 });

test('one repeated character does not identify a Mac, with any separators', () => {
	const sign = fc.constantFrom(...'0123456789ABCXYZ不');
	fc.assert(
		fc.property(sign, fc.array(marks, { maxLength: 20 }), (each, between) => {
			expect(identifiesMac(between.map((mark) => each + mark).join(''))).toBe(false);
		}),
	);
});

test('case and invisible characters do not matter', () => {
	fc.assert(
		fc.property(fc.string({ maxLength: 14 }), (serial) => {
			const said = identifiesMac(serial);
			expect([identifiesMac(` ${serial}\u200b `), identifiesMac(serial.toLowerCase())]).toEqual([said, said]);
		}),
	);
});
