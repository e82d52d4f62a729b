import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { compilePredicate, readPredicate } from '../../../../../test/enforce/read-predicate.ts';
import { type Predicate, writePredicate } from './activation.ts';

const models = ['Mac16,1', 'MacBookPro15,1', 'iMac21,2'];
const versions = ['26.7.2', '26.10', '26.9', '15.0'];
const comparison = fc.oneof(
	fc.subarray(models, { minLength: 1 }).map((isIn) => ({ item: 'device.model.identifier' as const, isIn })),
	fc
		.subarray(versions, { minLength: 1 })
		.map((isIn) => ({ item: 'device.operating-system.version' as const, isIn })),
);
const { predicate } = fc.letrec<{ predicate: Predicate }>((tie) => {
	const parts = fc.array(tie('predicate'), { minLength: 2, maxLength: 3 });
	return {
		predicate: fc.oneof(
			{ depthSize: 'small', withCrossShrink: true },
			comparison,
			parts.map((all) => ({ all })),
			tie('predicate').map((not) => ({ not })),
		),
	};
});

function holds(of: Predicate, model: string, version: string): boolean {
	if ('item' in of) return of.isIn.includes(of.item === 'device.model.identifier' ? model : version);
	if ('not' in of) return !holds(of.not, model, version);
	return of.all.every((part) => holds(part, model, version));
}

test('a written predicate reads back as the same predicate and applies to the same Macs', () => {
	fc.assert(
		fc.property(predicate, fc.constantFrom(...models), fc.constantFrom(...versions), (of, model, version) => {
			const text = writePredicate(of)!;
			expect(readPredicate(text)).toEqual(of);
			const status = { 'device.model.identifier': model, 'device.operating-system.version': version };
			expect([text, compilePredicate(text)(status)]).toEqual([text, holds(of, model, version)]);
		}),
	);
});

test('an activation reads as Apple shows it', () => {
	expect(
		writePredicate({
			all: [
				{ item: 'device.model.identifier', isIn: ['Mac16,1', 'Mac16,2'] },
				{ not: { item: 'device.operating-system.version', isIn: ['26.7.2'] } },
			],
		}),
	).toBe(
		"@status(device.model.identifier) IN {'Mac16,1', 'Mac16,2'} AND NOT (@status(device.operating-system.version) == '26.7.2')",
	);
});

describe('the writer refuses', () => {
	test('a malformed value', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (value) => {
				for (const item of ['device.model.identifier', 'device.operating-system.version'] as const) {
					const text = writePredicate({ item, isIn: [value] });
					if (text !== null) expect(text).toMatch(/^@status\([a-z.-]+\) == '[A-Za-z0-9.,]+'$/);
				}
			}),
			{
				examples: ["Mac16,1' OR '1' == '1", '26.7.2\n', "'", '“Mac16,1”', '', 'Mac16,1$x'].map((each) => [
					each,
				]),
			},
		);
		expect(writePredicate({ item: 'device.model.identifier', isIn: ['Mac16,1', "x'"] })).toBeNull();
		expect(writePredicate({ item: 'device.operating-system.version', isIn: ['26.7.2.1'] })).toBeNull();
	});

	test('an empty list, and AND with fewer than two parts', () => {
		expect(writePredicate({ item: 'device.model.identifier', isIn: [] })).toBeNull();
		expect(writePredicate({ all: [] })).toBeNull();
		expect(
			writePredicate({ not: { all: [{ item: 'device.model.identifier', isIn: ['Mac16,1'] }] } }),
		).toBeNull();
	});
});

test('the reader in these tests refuses predicates that could harm a Mac', () => {
	for (const text of [
		'',
		"@invalid == 'AppleTV'",
		"@status('device.model.identifier') == 'Mac16,1'",
		"@Status(device.model.identifier) == 'Mac16,1'",
		'@status(device.model.identifier) == "Mac16,1"',
		'@status(device.model.identifier) == ‘Mac16,1’',
		"@status(device.model.family) == 'Mac'",
		"@status(device.operating-system.version) < '26.9'",
		"@status(device.operating-system.version) >= '26.9'",
		"@status(device.model.identifier) IN {'Mac16,1'",
		"@status(device.model.identifier) IN {'Mac16,1',}",
		'@status(device.model.identifier) IN {}',
		"@status(device.model.identifier) MATCHES 'Mac.*'",
		"@status(device.model.identifier) == 'Mac16,1' AND",
		"@status(device.model.identifier) == 'Mac16,1' OR OR @status(device.model.identifier) == 'Mac16,1'",
		"(@status(device.model.identifier) == 'Mac16,1'",
		"@status(device.model.identifier) == 'Mac16,1')",
		"@status(device.model.identifier) == 'Mac16,1') ",
		"@status(device.model.identifier) == 'Mac16,1' %@",
		'NOT',
		"@status(device.model.identifier) == 'Mac16,1' ANDx @status(device.model.identifier) == 'Mac16,1'",
	])
		expect([text, readPredicate(text)]).toEqual([text, null]);
});
