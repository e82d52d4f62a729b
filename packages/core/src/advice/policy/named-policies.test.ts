import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { loadPolicies } from '../../../../../src/settings/policies-file.ts';
import { builtInPolicies, readNamedPolicies } from './named-policies.ts';
import schema from './policies.schema.json' with { type: 'json' };
import { policyOf } from './policy.ts';

const isValid = new Ajv({ strict: false }).compile(schema);

function mistake(file: unknown): string | null {
	const read = readNamedPolicies(typeof file === 'string' ? file : JSON.stringify(file));
	return 'mistake' in read ? read.mistake : null;
}

const ofPolicy = (policy: unknown) => mistake({ policies: { standard: policy } });

test('a file gives each policy its terms', () => {
	const text = JSON.stringify({
		$schema: 'urn:pointrelease:schema:policies',
		policies: {
			standard: {
				description: 'Everybody',
				behind: 1,
				defer_days: 14,
				defer_major_days: 90,
				exclude: ['26.6.1', '14.0.0'],
				grace_days: 14,
				exploited_grace_days: 3,
			},
			newest: {},
		},
	});
	expect(isValid(JSON.parse(text))).toBe(true);
	expect([...(readNamedPolicies(text) as Map<string, unknown>)]).toEqual([
		[
			'standard',
			{
				description: 'Everybody',
				terms: {
					behind: 1,
					deferDays: 14,
					deferMajorDays: 90,
					exclude: ['26.6.1', '14.0'],
					graceDays: 14,
					exploitedGraceDays: 3,
				},
			},
		],
		['newest', { description: null, terms: { exclude: [] } }],
	]);
});

describe('a mistake is reported in one line', () => {
	test.each([
		['{"policies": {}', 'it is not JSON'],
		['[]', 'the file is []: expected an object with the member policies'],
		['{"policies":{"a":{},"a":{"behind":1}}}', 'it has "a" twice: expected each name once'],
		['{}', 'policies is missing: expected an object with policies by name'],
		['{"policies":{},"policy":{}}', 'it has "policy": expected only policies (and $schema)'],
		[
			'{"policies":{"my policy":{}}}',
			'policies has "my policy": expected a name of at most 64 letters, digits, dots, hyphens and underscores',
		],
	])('%s', (file, expected) => {
		expect(mistake(file)).toBe(expected);
	});

	test.each([
		[1, 'policies.standard is 1: expected an object with the terms of the policy'],
		[
			{ deferDays: 14 },
			'policies.standard has "deferDays": expected only description, behind, defer_days, defer_major_days, grace_days, exploited_grace_days, exclude',
		],
		[{ defer_days: '14' }, 'policies.standard.defer_days is "14": expected a whole number from 0 to 3650'],
		[{ grace_days: -1 }, 'policies.standard.grace_days is -1: expected a whole number from 0 to 3650'],
		[{ behind: 100 }, 'policies.standard.behind is 100: expected a whole number from 0 to 99'],
		[
			{ exclude: '26.6.1' },
			'policies.standard.exclude is "26.6.1": expected a list of at most 100 versions such as 26.6.1',
		],
		[
			{ exclude: ['26.x'] },
			'policies.standard.exclude is ["26.x"]: expected a list of at most 100 versions such as 26.6.1',
		],
		[{ description: 7 }, 'policies.standard.description is 7: expected a text of at most 500 characters'],
	])('%j', (policy, expected) => {
		expect(ofPolicy(policy)).toBe(expected);
	});
});

test('a description may have 500 characters, and what is quoted is cut after 80', () => {
	expect(ofPolicy({ description: 'x'.repeat(500) })).toBeNull();
	expect(ofPolicy({ description: 'x'.repeat(501) })).toBe(
		`policies.standard.description is "${'x'.repeat(79)}…: expected a text of at most 500 characters`,
	);
	expect(ofPolicy({ ['x'.repeat(78)]: 1 })).toStartWith(
		`policies.standard has "${'x'.repeat(78)}": expected`,
	);
});

test('the published schema accepts what the service accepts, and nothing else', () => {
	const number = fc.oneof(
		fc.integer({ min: -2, max: 4000 }),
		fc.double(),
		fc.constant('1'),
		fc.constant(null),
	);
	const version = fc.oneof(
		fc.constantFrom('14.7.2', '10', '10.15', '9', '0.97', '26', '014', '14.x', 7),
		fc.string(),
	);
	const policy = fc.record(
		{
			behind: number,
			defer_days: number,
			grace_days: number,
			exclude: fc.oneof(fc.array(version), fc.string()),
			description: fc.oneof(fc.string(), fc.constant(null), fc.integer()),
			other: fc.constant(1),
		},
		{ requiredKeys: [] },
	);
	const name = fc.oneof(fc.constantFrom('standard', 'N-1', 'my policy', '', '-x'), fc.string());
	const file = fc.record(
		{ policies: fc.oneof(fc.dictionary(name, policy), fc.anything()), other: fc.constant(1) },
		{ requiredKeys: [] },
	);
	fc.assert(
		fc.property(file, (value) => {
			const text = JSON.stringify(value);
			expect([text, mistake(text) === null]).toEqual([text, isValid(JSON.parse(text))]);
		}),
		{ numRuns: 1_000 },
	);
});

test('without a file the built-in policies may be asked for by name', () => {
	expect(loadPolicies(null)).toBe(builtInPolicies);
	const terms = (name: string) => policyOf('2026-11-01', builtInPolicies.get(name)!.terms, name);
	expect([...builtInPolicies.keys()]).toEqual(['latest', 'n-1']);
	expect(terms('latest')).toMatchObject({ behind: 0, deferDays: 0, graceDays: 14, exploitedGraceDays: null });
	expect(terms('n-1')).toMatchObject({ behind: 1, deferDays: 0, graceDays: 14, exploitedGraceDays: 7 });
});

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-policies-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a policies file may have at most 1 MB', () => {
	const file = join(folder, 'policies.json');
	const text = '{"policies":{"newest":{}}}';
	writeFileSync(file, text.padEnd(1024 * 1024));
	expect([...loadPolicies(file).keys()]).toEqual(['newest']);
	writeFileSync(file, text.padEnd(1024 * 1024 + 1));
	expect(() => loadPolicies(file)).toThrow(`the policies file ${file} is too long: expected at most 1 MB`);
});
