import { describe, expect, test } from 'bun:test';
import { noPolicy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { addDays } from '@pointrelease/core/src/text/day.ts';
import fc from 'fast-check';
import { asOf, fleetOf } from '../../../test/fleet/fleet-of.ts';
import { sized } from '../../../test/size.ts';
import { shownText } from '../inventory/cells/cell-text.ts';
import { seenDay } from '../inventory/cells/seen-day.ts';

async function seenIn(inventory: string, contact: string): Promise<string | null> {
	const rows = [
		'Computer Name,Serial Number,Model Identifier,Operating System Version,Last Inventory Update,Last Check-in',
		`mac,C02AAAAAAA01,"Mac14,2",26.1,${inventory},${contact}`,
	];
	const { macs } = await fleetOf(rows.join('\n'), noPolicy('2026-11-18'));
	return macs[0]!.seen;
}

const head = 'Name,Serial,Model,OS Version,Last seen\n';

describe('the day at the beginning of a cell', () => {
	/** The days of last contact in a report on Macs with these cells. */
	const seen = async (cells: readonly string[]) => {
		const rows = cells.map((cell, at) => `m${at},"Mac14,2",,${cell}\n`);
		const { macs } = await fleetOf(`Name,Model,OS Version,Last Check-in\n${rows.join('')}`);
		return macs.map((mac) => mac.seen);
	};
	const days: [string, string | null][] = [
		['2026-11-02', '2026-11-02'],
		['2026-01-01', '2026-01-01'],
		['2026-10-28', '2026-10-28'],
		['2026-11-02T10:00:00Z', '2026-11-02'],
		['2026-11-02T10:00:00+14:00', '2026-11-01'],
		['2026-11-02T10:00:00+1400', '2026-11-01'],
		['2026-11-02T22:00:00-11:00', '2026-11-03'],
		['2026-11-02 ', '2026-11-02'],
		['1989-12-31', null],
		['1990-01-01', '1990-01-01'],
		['2026-02-29', null],
		['2024-02-29', '2024-02-29'],
		['2026-00-10', null],
		['2026-13-10', null],
		['2026-10-00', null],
		['2026-11-029', null],
		['2026-11-020', null],
		['2026-1a-02', null],
		['202/-11-02', null],
		['202:-11-02', null],
		['', null],
	];

	test('is the day of the last contact in UTC', async () => {
		expect(await seen(days.map(([cell]) => cell))).toEqual(days.map(([, day]) => day));
	});

	test('is the same with the quick reader and with `seenDay`', async () => {
		const days = fc.array(
			fc.tuple(fc.integer({ min: 0, max: 13_000 }), fc.constantFrom('', 'T', ' ', '0', 'x')),
			{ minLength: sized(200, 5000), maxLength: sized(200, 5000) },
		);
		await fc.assert(
			fc.asyncProperty(days, async (days) => {
				const cells = days.map(([day, after]) => `${addDays('1990-01-01', day)}${after}`);
				expect(await seen(cells)).toEqual(
					cells.map((cell) => seenDay(shownText(cell), { asOf, dayFirst: null })),
				);
			}),
			{ numRuns: 1 },
		);
	});
});

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

test.each([
	['2026-11-02', '2026-11-02'],
	['2026-11-02T23:30:00-05:00', '2026-11-03'],
	['2026-11-02T05:00:00+10:00', '2026-11-01'],
	['2026-11-02T05:00:00+1000', '2026-11-01'],
	['2026-11-02T05:00:00Z', '2026-11-02'],
	['2026-11-02 05:00', '2026-11-02'],
	['1989-12-28', null],
	['2014-11-17', null],
	['2026-11-16', '2026-11-16'],
	['2026-11-17', null],
	['2023-10-25', '2023-10-25'],
	['2023-10-24', null],
	['2026-02-29', null],
	['2024-02-29', '2024-02-29'],
	['never', null],
])('a last contact of %p is the day %p', async (seen, day) => {
	const { macs } = await fleetOf(`${head}a,S1,"Mac14,2",14.1,${seen}\n`);
	expect(macs[0]!.seen).toBe(day);
});

test('without a known version every day from 1990 on counts', async () => {
	const { macs, summary } = await fleetOf(`${head}a,S1,"Mac14,2",,1990-01-01\nb,S2,"Mac14,2",,1989-12-28\n`);
	expect(macs.map(({ seen, noSighting }) => [seen, noSighting])).toEqual([
		['1990-01-01', null],
		[null, 'unreadable'],
	]);
	expect([summary.unreadable_days, summary.unreadable_day_example]).toEqual([1, '1989-12-28']);
});
