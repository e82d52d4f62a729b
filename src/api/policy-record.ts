import type { NamedPolicy } from '../advice/policy/named-policies.ts';
import { policyOf } from '../advice/policy/policy.ts';

/** A named policy with all of its terms, those that its file leaves out included. */
export function policyRecord(name: string, { description, terms }: NamedPolicy) {
	const { behind, deferDays, deferMajorDays, exclude, graceDays, exploitedGraceDays } = policyOf('', terms);
	return {
		name,
		description,
		behind,
		defer_days: deferDays,
		defer_major_days: deferMajorDays,
		exclude,
		grace_days: graceDays,
		exploited_grace_days: exploitedGraceDays,
	};
}
