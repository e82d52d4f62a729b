import { longestDays, mostBehind, mostExcluded } from '../advice/policy/terms.ts';
import { type JsonSchema, text, whole } from './schema.ts';

/** What a policy is described with, by the names of the query parameters. All of them may be left out. */
export const policyInput: Record<string, JsonSchema> = {
	policy: text('the name of a policy that the operator has configured'),
	behind: whole('major versions that Macs may stay behind the newest one: 1 for N-1', 0, mostBehind),
	defer_days: whole('days a release must be out before it is required', 0, longestDays),
	defer_major_days: whole('the same for a new major version (default: defer_days)', 0, longestDays),
	exclude: {
		type: 'array',
		items: text('a version'),
		maxItems: mostExcluded,
		description: 'versions that are never required',
	},
	grace_days: whole('days to install a required release', 0, longestDays),
	exploited_grace_days: whole('the same if it fixes a known exploited vulnerability', 0, longestDays),
	as_of: {
		type: 'string',
		format: 'date',
		description: 'the day to look from, YYYY-MM-DD (default: today in UTC)',
	},
};

export const policyNames: readonly string[] = Object.keys(policyInput);
