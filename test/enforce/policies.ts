import { type Policy, policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { parsePolicies } from '../../src/settings/policies-definition.ts';

/** The day of every example. */
export const day = '2026-11-16';

/** Three policies: one major behind, always the newest, and slow with one release excluded. */
export const policiesFile = JSON.stringify({
	policies: {
		standard: { behind: 1, defer_days: 14, defer_major_days: 30, grace_days: 14, exploited_grace_days: 3 },
		newest: { grace_days: 7 },
		careful: { behind: 1, defer_days: 30, exclude: ['26.7.1'], grace_days: 30 },
		open: { behind: 1 },
	},
});

export const policies = parsePolicies('policies.json', policiesFile);

export function namedPolicy(name: string, asOf = day): Policy {
	return policyOf(asOf, policies.get(name)!.terms, name);
}
