import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { leftToUsualRun, sized } from '../../../../test/size.ts';
import { eachMember, type JsonPath, recordsAt } from './json-path.ts';
import { JsonScanner, LineScanner, longestRecord } from './json-scanner.ts';
import { PageMarks } from './page-marks.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

function scan(path: JsonPath, pieces: Iterable<Uint8Array>) {
	const records: string[] = [];
	const problems: string[] = [];
	const marks = new PageMarks();
	const scanner = new JsonScanner(
		path,
		marks,
		(text) => records.push(text),
		(problem) => problems.push(problem),
	);
	for (const piece of pieces) scanner.push(piece);
	scanner.end();
	return { records, problems, missing: marks.missing(records.length) };
}

function* inPieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('the records of a document, in any form and pieces, are those that JSON.parse finds at their path', () => {
	const name = fc.constantFrom('a', 'b', 'list', 'total', 'next', '"', '\\', ']}', 'é');
	const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), name);
	const { value } = fc.letrec<{ value: unknown }>((tie) => ({
		value: fc.oneof(
			{ depthSize: 'small' },
			leaf,
			fc.array(tie('value'), { maxLength: 4 }),
			fc.dictionary(name, tie('value'), { maxKeys: 4 }),
		),
	}));
	const path = fc.array(fc.constantFrom('a', 'list', null, eachMember), { maxLength: 3 });
	// Most documents have records at the path, because they are built around it.
	const around = (inner: unknown, step: JsonPath[number], beside: unknown) =>
		step === null
			? [inner, inner]
			: step === eachMember
				? { b: beside, first: inner, total: 1, second: inner }
				: { b: beside, [step]: inner, next: false };
	fc.assert(
		fc.property(
			fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 3 }),
			path,
			fc.integer({ min: 1, max: 60 }),
			fc.constantFrom(undefined, 1),
			(values, steps, size, indent) => {
				const documents = values.map(([inner, beside]) =>
					steps.toReversed().reduce((value: unknown, step) => around(value, step, beside), inner),
				);
				const text = documents.map((document) => JSON.stringify(document, null, indent)).join('\n');
				const { records, problems } = scan(steps, inPieces(utf8(text), size));
				expect(problems).toEqual([]);
				expect(records.map((record) => JSON.parse(record))).toEqual(
					documents.flatMap((document) => [...recordsAt(document, steps)]),
				);
			},
		),
		{ numRuns: sized(400, 20_000) },
	);
});

test('a page states the same number of missing records, read in pieces or as a whole', () => {
	const name = fc.constantFrom(
		'total',
		'count',
		'pages',
		'next',
		'href',
		'rel',
		'links',
		'last',
		'list',
		'x',
	);
	const leaf = fc.constantFrom<unknown>(0, 1, 3, 'next', 'https://x', '', null, true, false, {});
	const { value } = fc.letrec<{ value: unknown }>((tie) => ({
		value: fc.oneof(
			{ depthSize: 'small' },
			leaf,
			fc.array(tie('value'), { maxLength: 3 }),
			fc.dictionary(name, tie('value'), { maxKeys: 4 }),
		),
	}));
	const page = fc.record({
		before: value,
		after: value,
		members: fc.dictionary(name, value, { maxKeys: 4 }),
	});
	fc.assert(
		fc.property(
			fc.array(page, { minLength: 1, maxLength: 3 }),
			fc.integer({ min: 1, max: 60 }),
			(pages, size) => {
				const documents = pages.map(({ before, after, members }) => ({
					before,
					...members,
					macs: [{ total: 9, next: 'x' }],
					after,
				}));
				const path = ['macs', null];
				const text = documents.map((document) => JSON.stringify(document)).join('\n');
				const marks = new PageMarks();
				const records = documents.map((document) => [...recordsAt(document, path)]);
				for (const [at, document] of documents.entries()) marks.takePage(document, new Set(records[at]));
				expect(scan(path, inPieces(utf8(text), size)).missing).toBe(marks.missing(records.flat().length));
			},
		),
		{ numRuns: sized(250, 10_000) },
	);
});

test('a file that is cut short is reported, and a bare value at the end of a file is a record', () => {
	const ended = (text: string, path: JsonPath = [null]) => {
		const { records, problems } = scan(path, [utf8(text)]);
		return [records, problems];
	};
	const cut = ['The file ends in the middle of a record: expected the rest of the JSON.'];
	expect(ended('[{"a":1},{"b"')).toEqual([['{"a":1}'], cut]);
	expect(ended('[1,2')).toEqual([['1'], cut]);
	expect(ended('[1]')).toEqual([['1'], []]);
	expect(ended('"abc', [])).toEqual([[], cut]);
	expect(ended('1 "a" 23', [])).toEqual([['1', '"a"', '23'], []]);
	expect(ended('{"a":1}{"b":2}[3]', [])).toEqual([['{"a":1}', '{"b":2}', '[3]'], []]);
	expect(ended(']}[1]')).toEqual([['1'], []]);
});

test('a text inside a record is not the name of the next member', () => {
	const { records } = scan(['list', null], [utf8('{"list":["list"],"x":[1],"list":[2]}')]);
	expect(records).toEqual(['"list"', '2']);
});

test('texts outside of records are read up to 4,096 bytes', () => {
	const page = (spaces: number) =>
		scan(['list', null], [utf8(`{"total":5${' '.repeat(spaces)},"list":[1]}`)]);
	expect(page(4095).missing).toBe(4);
	expect(page(4096).missing).toBe(0);
	const named = (length: number) => scan(['x'.repeat(length)], [utf8(`{"${'x'.repeat(length)}":1}`)]).records;
	expect(named(4096)).toEqual(['1']);
	expect(named(4097)).toEqual([]);
});

describe('a member outside of the records', () => {
	const page = (more: string) => scan(['list', null], inPieces(utf8(`{${more},"list":[{},{}]}`), 1000));

	test('describes pages if it is a total or a link, except in a list', () => {
		expect(page('"total":5').missing).toBe(3);
		expect(page('"paging":{"total" : 5 }').missing).toBe(3);
		expect(page('"next":{"with":{"next":{}},"href":"x"}').missing).toBeNull();
		expect(page('"facets":[{"total":5}]').missing).toBe(0);
		expect(page('"facets":[[],{"total":5}]').missing).toBe(0);
		expect(page('"facets":[{"x":[1]},{"total":5}],"total":4').missing).toBe(2);
		expect(page('"next":"x"').missing).toBeNull();
		expect(page('"next":{"x":{},"href":"y"}').missing).toBeNull();
		expect(page('"other":{"x":{},"href":"y"}').missing).toBe(0);
		expect(page('"next":{"x":{}},"href":"y"').missing).toBe(0);
		// An object in a list does not belong to the text before it.
		expect(scan(['list', null], [utf8('{"list":[{}]}\n["next",{"href":"y"}]')]).missing).toBe(0);
	});

	test('may be longer than the limit, in pieces of any size, and memory does not grow', () => {
		for (const size of [10, 1000, 100_000])
			for (const long of ['x'.repeat(50_000), '\\"'.repeat(30_000)]) {
				const text = `{"note":"${long}","${long}":1,"next":"${long}","total":4,"list":[{"a":1}]}`;
				const { records, missing, problems } = scan(['list', null], inPieces(utf8(text), size));
				expect([records, missing, problems]).toEqual([['{"a":1}'], 3, []]);
			}
	});
});

test('lines are complete in pieces of any size', () => {
	for (const size of [1, 2, 3, 5]) {
		const lines: string[] = [];
		const scanner = new LineScanner((line) => lines.push(line), expect.unreachable);
		for (const piece of inPieces(utf8('{}\n\n{"a":"é"}\n[1]'), size)) scanner.push(piece);
		scanner.end();
		expect(lines).toEqual(['{}', '{"a":"é"}', '[1]']);
	}
});

describe('a record that is too long is reported and skipped', () => {
	const piece = new Uint8Array(longestRecord / 8).fill(0x20);
	test.skipIf(leftToUsualRun)('in a document', () => {
		const { records, problems } = scan(
			[null],
			[utf8('[1,{"a":'), ...Array(9).fill(piece), utf8('},{"b":2}]')],
		);
		expect([records, problems]).toEqual([['1', '{"b":2}'], ['The record is longer than 64 MiB.']]);
	});

	test('on a line of its own', () => {
		const [lines, problems] = [[] as string[], [] as string[]];
		const scanner = new LineScanner(
			(line) => lines.push(line),
			(problem) => problems.push(problem),
		);
		for (const bytes of [utf8('{}\n{'), ...Array(9).fill(piece), utf8('}\n[]\n\n "é"')]) scanner.push(bytes);
		scanner.end();
		expect([lines, problems]).toEqual([['{}', '[]', '"é"'], ['the record is longer than 64 MiB']]);
	});

	test('but a line of exactly 64 MiB is read', () => {
		const lengths: number[] = [];
		const scanner = new LineScanner((line) => lengths.push(line.length), expect.unreachable);
		const line = new Uint8Array(longestRecord + 1);
		line[longestRecord] = 0x0a;
		scanner.push(line);
		expect(lengths).toEqual([longestRecord]);
	});
});
