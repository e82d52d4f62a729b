import { longestDays, mostBehind, mostExcluded } from '../../advice/policy/terms.ts';
import { type JsonSchema, text, whole } from './schema.ts';

/** What a policy is described with, by the names of the query parameters. All of them may be left out. */
export const policyInput: Record<string, JsonSchema> = {
	policy: text('the name of a policy that the operator has configured'),
	behind: whole('majors that Macs may stay behind the newest one: 1 for N-1', 0, mostBehind),
	defer_days: whole('days that a release must be out before it is asked for', 0, longestDays),
	defer_major_days: whole('the same for a new major; as long as defer_days unless given', 0, longestDays),
	exclude: {
		type: 'array',
		items: text('a version'),
		maxItems: mostExcluded,
		description: 'versions that are never asked for',
	},
	grace_days: whole('days from when a release is asked for to its deadline', 0, longestDays),
	exploited_grace_days: whole('the same where a hole is closed that attackers use', 0, longestDays),
	as_of: {
		type: 'string',
		format: 'date',
		description: 'the day to look from, YYYY-MM-DD; today unless given',
	},
};

export const policyNames: readonly string[] = Object.keys(policyInput);
