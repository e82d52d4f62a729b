import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { eachMember, findRecords, type JsonPath, parsePrefix, recordsAt } from './json-path.ts';

const mac = { name: 'a', hardware: { model_identifier: 'Mac14,2' }, os_version: '14.7.2' };

test('the list of computers is found anywhere in a document', () => {
	expect(findRecords([{ groups: [{ name: 'x' }], results: { devices: [mac, mac] } }])).toEqual([
		'results',
		'devices',
		null,
	]);
	expect(findRecords([[mac]])).toEqual([null]);
	expect(findRecords([mac, mac])).toEqual([]);
	expect(findRecords([{ things: [{ a: 1 }] }])).toEqual(['things', null]);
	expect(findRecords([])).toEqual([]);
});

test('of lists that tell equally much, the first and outermost has the computers', () => {
	expect(findRecords([{ first: [{ name: 'a' }], second: [{ name: 'b' }] }])).toEqual(['first', null]);
	expect(findRecords([{ macs: [{ serial: 'S1', parts: [{ serial: 'P1' }] }] }])).toEqual(['macs', null]);
});

test('the first twenty of many documents decide where the computers are', () => {
	const pages = (count: number) => Array<unknown>(count).fill({ users: [{ email: 'a@example.com' }] });
	expect(findRecords([...pages(19), mac])).toEqual([]);
	expect(findRecords([...pages(20), mac])).toEqual(['users', null]);
});

test('the last part of a name counts if the whole name is unknown', () => {
	const plain = { label: 'a', info: { model_identifier: '?' } };
	expect(findRecords([{ first: [{ label: 'a' }], second: [plain] }])).toEqual(['second', null]);
});

test('a list is found up to eight steps deep', () => {
	const nested = (steps: number): unknown => (steps === 0 ? [mac] : { in: nested(steps - 1) });
	expect(findRecords([nested(7)])).toHaveLength(8);
	expect(findRecords([nested(8)])).toEqual([]);
});

test('records come from every list on the path; a missing member has none', () => {
	const pages = [{ list: [1, 2] }, { list: [3] }, { other: 1 }, null, 'text'];
	expect(recordsAt(pages, [null, 'list', null])).toEqual([1, 2, 3]);
	expect(recordsAt({ list: 1 }, ['list', null])).toEqual([]);
});

describe('computers that are members of an object', () => {
	const profile = { name: 'b', hardware: { serial: 'S1' } };
	test.each([
		['numbers', { C02A: mac, C02B: mac, C02C: mac }, [eachMember]],
		['numbers, further down', { ok: true, devices: { C02A: mac, C02B: mac } }, ['devices', eachMember]],
		['numbers, with a word', { status: 'ok', C02A: mac, C02B: mac }, [eachMember]],
		['numbers, with a count', { total: 2, C02A: mac, C02B: mac, errors: [] }, [eachMember]],
		['sites', { north: { C02A: mac, C02B: mac }, south: { C02C: mac } }, [eachMember, eachMember]],
		['sites with lists', { north: { macs: [mac] }, south: { macs: [mac, mac] } }, [eachMember, 'macs', null]],
		['kinds', { laptops: [mac], desktops: [mac], users: [{ name: 'x' }] }, [eachMember, null]],
		['pages of numbers', [{ C02A: mac }, { C02B: mac }], [null, eachMember]],
		['one number', { C02A: mac }, []],
		['parts of one computer', { general: profile, hardware: { model: 'x' }, os: { version: '14.1' } }, []],
		[
			'parts with a model each',
			{ screen: { model: 'LG' }, disk: { model: 'WD' }, os: { version: '14.1' } },
			[],
		],
		['parts with a version each', { os: { version: '14.1' }, agent: { version: '7.2' } }, []],
		['a computer and an older state of it', { serial: 'S1', now: mac, before: mac }, []],
		['a list and what else there is', { macs: [mac, mac], screens: [{ model: 'LG' }] }, ['macs', null]],
	] as [string, unknown, JsonPath][])('%s', (_, document, path) => {
		expect(findRecords([document])).toEqual(path);
	});

	test('all of them are found, with any names and anything around them', () => {
		const name = fc.string({ unit: fc.constantFrom(...'abcdXYZ0189-_ '), minLength: 1, maxLength: 6 });
		const keys = fc.uniqueArray(name, { minLength: 2, maxLength: 6 });
		fc.assert(
			fc.property(
				keys,
				keys,
				fc.boolean(),
				fc.array(name, { maxLength: 3 }),
				(keys, other, isListed, around) => {
					const side = keys.map((key) => [key, isListed ? [mac, mac] : mac] as const);
					const inner: unknown = Object.fromEntries(side);
					const beside = Object.fromEntries(other.map((key, at) => [key, at]));
					const document = around.reduce((value: unknown, step) => ({ ...beside, [step]: value }), inner);
					expect(recordsAt(document, findRecords([document]))).toHaveLength(keys.length * (isListed ? 2 : 1));
				},
			),
		);
	});
});

test.each([
	['', []],
	['{"a":1}', [{ a: 1 }]],
	['{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
	// A text that is cut short is closed after its last complete part.
	['[', [[]]],
	['[1', [[]]],
	['[1,2', [[1]]],
	['{"a":[1,{"b":2,"c":', [{ a: [1, { b: 2 }] }]],
	['{"a":{"b":1},"c', [{ a: { b: 1 } }]],
	['{"a":1},{"b":[2', [{ a: 1 }, { b: [] }]],
	['{"a":1},', [{ a: 1 }]],
	// Brackets in strings are text, and so is an escaped quotation mark.
	['["]",",{","\\"]",3', [[']', ',{', '"]']]],
	['["a","b', [['a']]],
	['["a","b\\', [['a']]],
	// Surplus brackets and broken values are left out.
	['}]{"a":1}', [{ a: 1 }]],
	['{a:1}[2]', [[2]]],
	['1,2', []],
])('%s', (text, values) => {
	expect(parsePrefix(text)).toEqual(values);
});

test('a text is cut 64 levels deep', () => {
	const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
	expect(parsePrefix(`${nested(64)}[1]`)).toEqual([JSON.parse(nested(64)), [1]]);
	expect(parsePrefix(`${nested(66)}[1]`)).toEqual([JSON.parse(nested(65))]);
});
