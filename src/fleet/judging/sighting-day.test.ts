import { expect, test } from 'bun:test';
import { fleetOf } from '../../../test/fleet/fleet-of.ts';
import { noPolicy } from '../../advice/policy/policy.ts';

async function seenIn(inventory: string, contact: string): Promise<string | null> {
	const rows = [
		'Computer Name,Serial Number,Model Identifier,Operating System Version,Last Inventory Update,Last Check-in',
		`mac,C02AAAAAAA01,"Mac14,2",26.1,${inventory},${contact}`,
	];
	const { macs } = await fleetOf(rows.join('\n'), noPolicy('2026-11-18'));
	return macs[0]!.seen;
}

test.each([
	['2026-11-10', '2026-11-17', '2026-11-10'],
	['2026-11-17', '2026-11-10', '2026-11-10'],
	['', '2026-11-10', '2026-11-10'],
	['2026-11-10', '', '2026-11-10'],
	['Never', '2026-11-10', '2026-11-10'],
	['2026-11-10', 'Never', '2026-11-10'],
	['0001-01-01T00:00:00Z', '2026-11-10T08:00:00Z', '2026-11-10'],
	['', '', null],
	['Never', 'Never', null],
])('a version in an inventory of %p, with contact on %p, was seen on %p', async (inventory, contact, day) => {
	expect(await seenIn(inventory, contact)).toBe(day);
});
