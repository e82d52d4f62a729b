import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Mac } from '../../fleet/fleet.ts';
import type { InventoryRecord, ListedMac } from '../state/inventories.ts';
import { areMany, compareInventory, isUnseen, Listing, unseenAfter } from './check-inventories.ts';

const day = 86_400_000;
const fresh = { dated: 0, unseen: 0, unseenDays: 3, newest: null };
const macs = (from: number, to: number): ListedMac[] =>
	Array.from({ length: to - from }, (_, at) => [`S${from + at}`, `mac-${from + at}`]);
const row = (name: string, serial: string, seen: string | null = null): Mac =>
	({ name, serial, seen, noSighting: null }) as Mac;

/** Compares one inventory after another, a day apart. */
function rounds(...lists: (readonly ListedMac[])[]): InventoryRecord {
	return lists.reduce<InventoryRecord | null>(
		(before, list, at) => compareInventory(before, list, fresh, (at + 1) * day),
		null,
	)!;
}

describe('Macs are many', () => {
	test.each([
		[400, 397, true],
		[400, 41, true],
		[400, 40, false],
		[60, 6, false],
		[59, 6, true],
		[50, 5, false],
		[10, 5, true],
		[10, 4, false],
		[3, 1, false],
		[2, 1, true],
		[1, 1, true],
		[1, 0, false],
		[0, 0, false],
	])('of %p Macs %p: %p', (of, macs, expected) => {
		expect(areMany(macs, of)).toBe(expected);
	});

	test('if some are, more are, too', () => {
		fc.assert(
			fc.property(fc.nat(500), fc.nat(500), (of, macs) => {
				fc.pre(macs < of && areMany(macs, of));
				expect(areMany(macs + 1, of)).toBe(true);
			}),
		);
	});
});

describe('compared with its last whole round', () => {
	test('the first inventory is whole, and new Macs never make one partial', () => {
		expect(rounds(macs(0, 3)).state).toMatchObject({ of: 3, gone: 0, partialSince: null, wholeAt: day });
		expect(rounds(macs(0, 3), macs(0, 300)).state).toMatchObject({ of: 300, gone: 0, partialSince: null });
		expect(rounds([], macs(0, 3)).state.partialSince).toBeNull();
	});

	test('a partial inventory that only agrees with itself stays partial, since its first round', () => {
		const { state, macs: expected, now } = rounds(macs(0, 400), macs(0, 3), macs(0, 3), macs(0, 3));
		expect(state).toMatchObject({ wholeAt: day, of: 400, gone: 397, partialSince: 2 * day });
		expect([expected.length, now!.length]).toEqual([400, 3]);
	});

	test('as many other Macs do not replace those that are gone', () => {
		expect(rounds(macs(0, 400), macs(400, 800)).state).toMatchObject({ of: 400, gone: 400 });
	});

	test('it is whole again when enough of the Macs are back', () => {
		const { state, now } = rounds(macs(0, 400), macs(0, 3), macs(0, 380));
		expect(state).toMatchObject({ wholeAt: 3 * day, of: 380, gone: 0, partialSince: null });
		expect(now).toBeNull();
	});

	test('a clock that was ahead does not move the first round into the future', () => {
		const before = compareInventory(rounds(macs(0, 400)), macs(0, 3), fresh, 900 * day);
		expect(compareInventory(before, macs(0, 3), fresh, 3 * day).state.partialSince).toBe(3 * day);
	});
});

describe('a listing', () => {
	test('knows a Mac by its serial number in any case, else by its name and its place among those of that name', () => {
		const listing = new Listing();
		listing.add(row('ada', 'c02aaaaaaaa1'));
		listing.add(row('ada again', 'C02AAAAAAAA1'));
		listing.add(row('MacBook Pro', ''));
		listing.add(row('MacBook Pro', 'N/A'));
		listing.add(row('', ''));
		expect(listing.macs).toEqual([
			['C02AAAAAAAA1', 'ada'],
			['=MacBook Pro', 'MacBook Pro'],
			['=MacBook Pro 2', 'MacBook Pro'],
			['=', ''],
		]);
	});

	test('counts the Macs that were not seen since a day, and not those that state no contact', () => {
		const listing = new Listing();
		listing.add(row('ada', 'C02AAAAAAAA1', '2026-09-20'));
		listing.add(row('ada', 'C02AAAAAAAA1', '2026-11-15'));
		listing.add(row('bob', 'C02AAAAAAAA2', '2026-11-14'));
		listing.add(row('cem', 'C02AAAAAAAA3'));
		listing.add({ ...row('dan', 'C02AAAAAAAA4'), noSighting: 'unreadable' });
		expect(listing.seenOn('2026-11-18', 3)).toEqual({
			dated: 3,
			unseen: 2,
			unseenDays: 3,
			newest: '2026-11-15',
		});
		expect(new Listing().seenOn('2026-11-18', 3)).toEqual(fresh);
	});

	test.each([
		['five stale Macs of 40 are usual', 35, '2026-10-18', 3, 3, null],
		['a sixth is not', 34, '2026-10-18', 3, 30, day],
		['30 days are not stale', 34, '2026-10-19', 3, 3, null],
		['half silent for three days', 20, '2026-11-14', 3, 3, day],
		['half stale', 20, '2026-10-18', 3, 3, day],
		['nobody is stale before "late_days"', 34, '2026-10-18', 40, 40, null],
		['six that are stale after "late_days"', 34, '2026-10-08', 40, 40, day],
	])('%s', (_, seen, contact, lateDays, unseenDays, unseenSince) => {
		const listing = new Listing();
		for (let at = 0; at < 40; at++)
			listing.add(row(`mac-${at}`, `S${at}`, at < seen ? '2026-11-18' : contact));
		const known = listing.seenOn('2026-11-18', lateDays);
		expect(known.unseenDays).toBe(unseenDays);
		expect(compareInventory(null, listing.macs, known, day).state.unseenSince).toBe(unseenSince);
	});
});

test('an inventory is out of date when half of the Macs that state a contact were not seen in time', () => {
	expect([2, 1, 0].map((unseen) => isUnseen({ dated: 3, unseen }))).toEqual([true, false, false]);
	expect(isUnseen({ dated: 2, unseen: 1 })).toBe(true);
	expect(isUnseen({ dated: 0, unseen: 0 })).toBe(false);
	expect(unseenAfter({ every: day, lateDays: 3 })).toBe(3);
	expect(unseenAfter({ every: 7 * day, lateDays: 3 })).toBe(14);
});
