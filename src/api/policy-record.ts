import type { NamedPolicy } from '../advice/policy/named-policies.ts';
import { policyOf } from '../advice/policy/policy.ts';
import { termsRecord } from '../advice/policy/terms.ts';

/** A named policy with all of its terms, those that its file leaves out included. */
export function policyRecord(name: string, { description, terms }: NamedPolicy) {
	return { name, description, ...termsRecord(policyOf('', terms)) };
}
