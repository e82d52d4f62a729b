import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { expected } from '../../test/fleet/expected.ts';
import { fixture, fleetOf, inventories } from '../../test/fleet/fleet-of.ts';

test('every example inventory has expected results', () => {
	expect(readdirSync(inventories).toSorted()).toEqual(Object.keys(expected).toSorted());
});

describe.each(Object.entries(expected))('%s', (file, { columns, macs, rows, notMacs, continued, stale }) => {
	const report = fleetOf(fixture(file));

	test('its columns are recognized', async () => {
		const { inventory } = await report;
		expect(inventory.recognised.map(({ field, column }) => `${field}: ${column}`)).toEqual([...columns]);
	});

	test('each of its Macs has the expected result', async () => {
		const shown = (await report).macs.map(({ row, name, serial, seen, judgment }) => {
			const { board_ids, found_by, version, build, standing, problem_kind } = judgment.answer!;
			const boards = board_ids.length > 4 ? `${board_ids.length} boards` : board_ids.join(' ');
			const cells = [row, name, serial, boards, found_by, version, build, standing, seen, problem_kind];
			return cells.map((cell) => cell ?? '-').join(' | ');
		});
		expect(shown).toEqual([...macs]);
	});

	test('every row is counted once', async () => {
		const { summary } = await report;
		const { not_macs, continuation_rows } = summary;
		expect([summary.rows, not_macs, continuation_rows, summary.stale]).toEqual([
			rows,
			notMacs,
			continued,
			stale,
		]);
		expect(summary.macs).toBe(macs.length);
		expect(summary.macs + not_macs + continuation_rows).toBe(summary.rows);
		const { current, behind, ended, unknown, ambiguous, unreadable } = summary;
		expect(current + behind + ended + unknown + ambiguous + unreadable).toBe(summary.macs);
	});
});
