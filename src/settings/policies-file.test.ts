import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import fc from 'fast-check';
import { compareWithSchema, mistakeOf, mutations } from '../../test/mutations.ts';
import { sized } from '../../test/size.ts';
import { parsePolicies, policiesSchema } from './policies-definition.ts';
import { loadPolicies } from './policies-file.ts';

/** The lines about a file without their beginning; null if it is valid. */
function mistake(file: unknown): string | null {
	const text = typeof file === 'string' ? file : JSON.stringify(file);
	return (
		mistakeOf(() => parsePolicies('p', text))?.replaceAll('the policies file p is invalid: ', '') ?? null
	);
}

const ofPolicy = (policy: unknown) => mistake({ policies: { standard: policy } });

const full = {
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
};

test('a file gives each policy its terms', () => {
	expect([...parsePolicies('p', JSON.stringify(full))]).toEqual([
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
		['{"policies":{"a":{},"a":{"behind":1}}}', 'it has "a" twice in one object'],
		['{}', 'policies is missing: expected an object with policies by name'],
		['{"policies":{},"policy":{}}', 'it has "policy": expected only policies'],
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
			'policies.standard has "deferDays": expected only description, behind, defer_days, defer_major_days, grace_days, exploited_grace_days, enrollment_grace_days, exclude, settings',
		],
		[{ defer_days: '14' }, 'policies.standard.defer_days is "14": expected a whole number from 0 to 3650'],
		[{ grace_days: -1 }, 'policies.standard.grace_days is -1: expected a whole number from 0 to 3650'],
		[{ behind: 100 }, 'policies.standard.behind is 100: expected a whole number from 0 to 99'],
		[
			{ exclude: '26.6.1' },
			'policies.standard.exclude is "26.6.1": expected at most 100 versions such as 26.6.1',
		],
		[
			{ exclude: ['27', '26.x'] },
			'policies.standard.exclude[1] is "26.x": expected a version such as 26.6.1',
		],
		[{ description: 7 }, 'policies.standard.description is 7: expected a text of at most 500 characters'],
	])('%j', (policy, expected) => {
		expect(ofPolicy(policy)).toBe(expected);
	});
});

test('all mistakes of a file are told at once, a line each that names the file', () => {
	const policies = { a: { behind: -1, exclude: ['x'], other: 1 }, 'b c': {}, d: 1 };
	expect(mistakeOf(() => parsePolicies('/etc/p.json', JSON.stringify({ policies, more: 1 })))).toBe(
		[
			'policies.a.behind is -1: expected a whole number from 0 to 99',
			'policies.a.exclude[0] is "x": expected a version such as 26.6.1',
			'policies.a has "other": expected only description, behind, defer_days, defer_major_days, grace_days, exploited_grace_days, enrollment_grace_days, exclude, settings',
			'policies has "b c": expected a name of at most 64 letters, digits, dots, hyphens and underscores',
			'policies.d is 1: expected an object with the terms of the policy',
			'it has "more": expected only policies',
		]
			.map((line) => `the policies file /etc/p.json is invalid: ${line}`)
			.join('\n'),
	);
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

describe('the schema accepts what the reader accepts, and nothing else', () => {
	const compare = (files: Iterable<unknown>) =>
		compareWithSchema(files, policiesSchema(), (text) => parsePolicies('p', text));

	test('of changed files', () => {
		const { accepted, differing } = compare(
			mutations([full, { policies: { a: { behind: 0 }, b: { exclude: ['10.15', '9.2.2'] } } }], {
				count: sized(400, 2_000),
				values: [
					'14.7.2',
					'10',
					'10.15',
					'014',
					'14.x',
					['26.6.1'],
					3650,
					3651,
					99,
					100,
					'x'.repeat(500),
					'😀'.repeat(500),
				],
			}),
		);
		expect(differing).toEqual([]);
		expect(accepted).toBeGreaterThan(sized(50, 50));
	});

	test('of versions and names that are nearly valid', () => {
		const version = fc.oneof(
			fc.stringMatching(/^[0-9.]{1,9}$/),
			fc.constantFrom('14.7.2', '0.97', '26', '9', '10.15'),
		);
		const name = fc.oneof(fc.constantFrom('standard', 'N-1', 'my policy', '', '-x'), fc.string());
		const file = fc.record({ policies: fc.dictionary(name, fc.record({ exclude: fc.array(version) })) });
		expect(compare(fc.sample(file, { numRuns: sized(300, 1_000), seed: 7 })).differing).toEqual([]);
	});
});

test('without a file the built-in policies may be asked for by name', async () => {
	expect(await loadPolicies(null)).toBe(builtInPolicies);
	const terms = (name: string) => policyOf('2026-11-01', builtInPolicies.get(name)!.terms, name);
	expect([...builtInPolicies.keys()]).toEqual(['latest', 'n-1']);
	expect(terms('latest')).toMatchObject({ behind: 0, deferDays: 0, graceDays: 14, exploitedGraceDays: null });
	expect(terms('n-1')).toMatchObject({ behind: 1, deferDays: 0, graceDays: 14, exploitedGraceDays: 7 });
});

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-policies-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a policies file may have at most 1 MB', async () => {
	const file = join(folder, 'policies.json');
	const text = '{"policies":{"newest":{}}}';
	writeFileSync(file, text.padEnd(1024 * 1024));
	expect([...(await loadPolicies(file)).keys()]).toEqual(['newest']);
	writeFileSync(file, text.padEnd(1024 * 1024 + 1));
	expect(loadPolicies(file)).rejects.toThrow(
		`the policies file ${file} is invalid: it is too long: expected at most 1 MB`,
	);
});
