import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isTelling } from './serial.ts';

test.each([
	...['', '-', '--', '.', '?', '0', '000000', '00-00', '-1', 'XXXXXXXX', '11111111111', '1'],
	...['N/A', 'n/a', 'NA', 'none', 'null', 'TBD', 'unknown', 'Unknown-2', 'UNKNOWN 1', 'Not Available'],
	...['Unbekannt', 'inconnu', 'Desconocido', '不明', 'なし', 'Not Specified', 'unavailable'],
	...['System Serial#', 'System Serial Number', 'Serial 1', 'Default string', 'To be filled by O.E.M.'],
	...['123456789', '0123456789', '1234567890', '123', '1.23E+11', '5,00E+13', 'C02********', 'C02#'],
	...['ＮＡ', 'ＵＮＫＮＯＷＮ１', 'MacBook', 'PLACEHOLDER', 'HJKL'],
])('%p tells no Mac from another', (serial) => {
	expect(isTelling(serial)).toBe(false);
});

test.each([
	...['C02ABCDEFGHJ', 'c02xk0abjg5h', 'FVFXK0ABJG5H', 'H4TDXX6JJ9', 'JKWYVJQDXG', 'W80123A1BCD', 'S1'],
	...['VMware-56 4d 3c 1f', 'Parallels-4F 5A', '33211234567', "'33211234567", 'ZL2XYK6KWQ', '12', '5E10'],
])('%p tells a Mac from others', (serial) => {
	expect(isTelling(serial)).toBe(true);
});

const marks = fc.string({ unit: fc.constantFrom(' ', '-', '_', '.', '/', ':'), maxLength: 4 });

test('what is one sign again and again tells nothing, whatever stands between', () => {
	const sign = fc.constantFrom(...'0123456789ABCXYZ不');
	fc.assert(
		fc.property(sign, fc.array(marks, { maxLength: 20 }), (each, between) => {
			expect(isTelling(between.map((mark) => each + mark).join(''))).toBe(false);
		}),
	);
});

test('case and what cannot be seen change nothing', () => {
	fc.assert(
		fc.property(fc.string({ maxLength: 14 }), (serial) => {
			const said = isTelling(serial);
			expect([isTelling(` ${serial}\u200b `), isTelling(serial.toLowerCase())]).toEqual([said, said]);
		}),
	);
});
