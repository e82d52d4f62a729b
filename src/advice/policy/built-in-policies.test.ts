import { expect, test } from 'bun:test';
import { builtInPolicies } from './built-in-policies.ts';
import { loadPolicies } from './policies-file.ts';
import { policyOf } from './policy.ts';

test('without a file the built-in policies may be asked for by name', () => {
	expect(loadPolicies(null)).toBe(builtInPolicies);
	const terms = (name: string) => policyOf('2026-11-01', builtInPolicies.get(name)!.terms, name);
	expect([...builtInPolicies.keys()]).toEqual(['latest', 'n-1']);
	expect(terms('latest')).toMatchObject({ behind: 0, deferDays: 0, graceDays: 14, exploitedGraceDays: null });
	expect(terms('n-1')).toMatchObject({ behind: 1, deferDays: 0, graceDays: 14, exploitedGraceDays: 7 });
});
