import { policyRecord } from '../policy-record.ts';
import type { Read } from './read.ts';
import { jsonAnswer } from './read-answer.ts';

/** `/policies`: the policies that may be asked for by name, in the order of their file. */
export const readPolicies: Read<'/policies'> = (catalog, { policies }) =>
	jsonAnswer(catalog, {
		count: policies.size,
		policies: [...policies].map(([name, policy]) => policyRecord(name, policy)),
	});
