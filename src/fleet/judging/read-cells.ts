import { meantText } from '../inventory/cells/cell-text.ts';
import type { Row } from '../inventory/row.ts';
import type { MachineCells } from './machine-cells.ts';

/** Longer cells say nothing about a machine, and would only make messages long. */
const longestCell = 200;

/** What a row says about machine and system. */
export function readCells(row: Row): MachineCells {
	const read = (field: keyof MachineCells) => meantText(row.text(field).slice(0, longestCell));
	return {
		board: read('board'),
		model: read('model'),
		model_name: read('model_name'),
		version: read('version'),
		os: read('os'),
		build: read('build'),
		supplement: read('supplement'),
		supplemental_build: read('supplemental_build'),
		platform: read('platform'),
	};
}

const [zero, nine, dash] = [0x30, 0x39, 0x2d];

/** The day at the beginning of a cell as a number, 20261102 for 2026-11-02; 0 where it is written in another way. */
export function leadingDay(bytes: Uint8Array, start: number, end: number): number {
	if (end - start < 10 || bytes[start + 4] !== dash || bytes[start + 7] !== dash) return 0;
	// A digit more would be no day.
	const after = bytes[start + 10]!;
	if (end - start > 10 && after >= zero && after <= nine) return 0;
	let day = 0;
	for (let at = 0; at < 10; at++) {
		if (at === 4 || at === 7) continue;
		const digit = bytes[start + at]! - zero;
		if (digit < 0 || digit > 9) return 0;
		day = day * 10 + digit;
	}
	const [month, ofMonth] = [Math.floor(day / 100) % 100, day % 100];
	// Whether a month has a 29th is for the slower reader to know.
	return month >= 1 && month <= 12 && ofMonth >= 1 && ofMonth <= 28 ? day : 0;
}
