import type { NamedPolicy } from '../../advice/policy/named-policies.ts';
import { policyOf, termsRecord } from '../../advice/policy/policy.ts';
import { jsonAnswer, type Read } from './read.ts';

/** `/policies`: the named policies, in the order of their file. */
export const readPolicies: Read<'/policies'> = (_, { policies }) =>
	jsonAnswer({
		count: policies.size,
		policies: [...policies].map(([name, policy]) => policyRecord(name, policy)),
	});

/** A named policy with all of its terms, including those that its file omits. */
export function policyRecord(name: string, { description, terms }: NamedPolicy) {
	return { name, description, ...termsRecord(policyOf('', terms)) };
}
