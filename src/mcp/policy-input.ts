import { mostExcluded } from '@pointrelease/core/src/advice/policy/policy.ts';
import { day, type Parameter, policyTerms } from '@pointrelease/core/src/api/parameters.ts';

/** The terms of a policy and the day, as the API takes them; a list is a list here. */
export const policyInput: Readonly<Record<string, Parameter>> = {
	...policyTerms,
	exclude: {
		description: 'Releases that are never the target.',
		schema: {
			type: 'array',
			items: { type: 'string', minLength: 1, maxLength: 200 },
			maxItems: mostExcluded,
		},
	},
	...day,
};

export const policyNames: readonly string[] = Object.keys(policyInput);
