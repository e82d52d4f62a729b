import { expect, test } from 'bun:test';
import { flattenRecord } from './json-record.ts';

const cells = (value: unknown) => Object.fromEntries(flattenRecord(value) ?? []);

test('nested members have dotted names; lists are left out, except the sections of a system profile', () => {
	expect(
		cells({
			a: 1,
			b: { c: true, d: null, e: { f: 'x' } },
			_name: 'a section',
			list: [{ g: 1 }],
			SPHardwareDataType: [{ machine_model: 'Mac14,2', _name: 'hardware_overview' }, { machine_model: 'no' }],
			SPSoftwareDataType: [{ os_version: 'macOS 15.3' }],
		}),
	).toEqual({
		a: '1',
		'b.c': 'true',
		'b.d': '',
		'b.e.f': 'x',
		'SPHardwareDataType.machine_model': 'Mac14,2',
		'SPSoftwareDataType.os_version': 'macOS 15.3',
	});
});

test('members are read six levels deep', () => {
	const nested = (depth: number): object => (depth === 0 ? { v: 1 } : { m: nested(depth - 1) });
	expect(cells(nested(6))).toEqual({ 'm.m.m.m.m.m.v': '1' });
	expect(cells(nested(7))).toEqual({});
});

test('a value that is not an object is not a record', () => {
	for (const value of [null, [], [{ a: 1 }], 'a', 1]) expect(flattenRecord(value)).toBeNull();
	expect(cells({})).toEqual({});
});
