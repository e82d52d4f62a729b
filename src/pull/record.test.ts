import { describe, expect, test } from 'bun:test';
import { fleetdm } from './kinds/fleetdm.ts';
import { jamfPro } from './kinds/jamf-pro.ts';
import { macOf, momentOf, splitVersion } from './record.ts';

test.each([
	['15.3.1 (24D70)', { version: '15.3.1', build: '24D70', supplement: null }],
	['macOS 15.6', { version: '15.6', build: null, supplement: null }],
	['26.3.1 (a)', { version: '26.3.1', build: null, supplement: '(a)' }],
	['macOS 26.3.1 (a) (25D2128)', { version: '26.3.1', build: '25D2128', supplement: '(a)' }],
	['Mac OS X 10.9.5', { version: '10.9.5', build: null, supplement: null }],
	['Sequoia', { version: 'Sequoia', build: null, supplement: null }],
	[null, { version: null, build: null, supplement: null }],
] as const)('%p is version, build and letter', (text, expected) => {
	expect(splitVersion(text)).toEqual(expected);
});

test.each([
	['2026-11-01T23:30:00.000-07:00', '2026-11-02T06:30:00Z'],
	['2026-11-01T10:00:00Z', '2026-11-01T10:00:00Z'],
	['2026-11-01 10:00:00', '2026-11-01T10:00:00Z'],
	['2026-11-01 10:00:00 +0200', '2026-11-01T08:00:00Z'],
	['2026-11-01T10:00:00.1234567Z', '2026-11-01T10:00:00.123Z'],
	['2026-11-01', '2026-11-01'],
	['1793527200', '2026-11-01T10:00:00Z'],
	['1793527200000', '2026-11-01T10:00:00Z'],
	['0', null],
	['0001-01-01T00:00:00Z', null],
	['9999-12-31T23:59:59-01:00', '9999-12-31T23:59:59-01:00'],
	['Never', 'Never'],
	[null, null],
] as const)('%p is the moment %p in UTC', (text, expected) => {
	expect(momentOf(text)).toBe(expected);
});

describe('the day of a sighting', () => {
	const seenOf = (general: object) => macOf({ general }, jamfPro.fields, 'x', []).seen;

	test('is that of the inventory, which has the version', () => {
		expect(seenOf({ reportDate: '2026-10-01T00:00:00Z', lastCheckIn: '2026-11-01T00:00:00Z' })).toBe(
			'2026-10-01T00:00:00Z',
		);
	});

	test('is the older one if the contact comes before the inventory', () => {
		expect(seenOf({ reportDate: '2026-11-01T00:00:00Z', lastCheckIn: '2026-10-01T00:00:00Z' })).toBe(
			'2026-10-01T00:00:00Z',
		);
	});

	test('is that of the contact if there is no readable day of the inventory', () => {
		expect(seenOf({ lastContactTime: '2026-10-01T00:00:00Z' })).toBe('2026-10-01T00:00:00Z');
		expect(seenOf({ reportDate: 'soon', lastContact: '2026-10-01T00:00:00Z' })).toBe('2026-10-01T00:00:00Z');
		expect(seenOf({})).toBe(null);
	});
});

test.each([
	['2026-10-02', '2026-10-03', undefined, '2026-10-02'],
	['2026-10-03', '2026-10-02', undefined, '2026-10-02'],
	['2026-10-03', undefined, undefined, '2026-10-03'],
	['never', '2026-10-03', undefined, '2026-10-03'],
	['2026-10-03', '2026-10-02', '2026-10-01', '2026-10-01'],
	['2026-10-01', '2026-10-03', '2026-10-02', '2026-10-01'],
])('of the contacts %p and %p of Fleet and its inventory %p, %p is seen', (mdm, agent, inventory, seen) => {
	const record = { last_mdm_checked_in_at: mdm, seen_time: agent, detail_updated_at: inventory };
	expect(macOf(record, fleetdm.fields, 'x', []).seen).toBe(seen);
});

test('only the usual columns and those that were asked for are read from a record', () => {
	const record = {
		id: '7',
		general: { name: 'mac', lastIpAddress: '203.0.113.7' },
		userAndLocation: { department: 'Sales', email: 'somebody@example.com' },
		security: { recoveryLockPassword: 'secret' },
	};
	expect(macOf(record, jamfPro.fields, 'jamf', ['userAndLocation.department', 'none', 'name'])).toEqual({
		name: 'mac',
		serial: null,
		model: null,
		model_name: null,
		board: null,
		version: null,
		build: null,
		supplement: null,
		supplemental_build: null,
		seen: null,
		managed: null,
		source: 'jamf',
		inventoried: null,
		newest_contact: null,
		...Object.fromEntries(Object.keys(jamfPro.fields.further).map((member) => [member, null])),
		'userAndLocation.department': 'Sales',
	});
});
