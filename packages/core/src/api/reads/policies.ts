import type { NamedPolicy } from '../../advice/policy/named-policies.ts';
import { policyOf, termsRecord } from '../../advice/policy/policy.ts';
import type { Shapes } from '../shapes/shapes.ts';
import { jsonAnswer, type Read } from './read.ts';

/** `/policies`: the named policies, in the order of their file. */
export const readPolicies: Read<'/policies', 'PolicyList'> = (_, { policies }) =>
	jsonAnswer({
		count: policies.size,
		policies: [...policies].map(([name, policy]) => policyRecord(name, policy)),
	});

/** A named policy with all of its terms, including those that its file omits. */
export function policyRecord(
	name: string,
	{ description, terms, settings = {} }: NamedPolicy,
): Shapes['PolicyList']['policies'][number] {
	return { name, description, ...termsRecord(policyOf('', terms)), settings };
}
