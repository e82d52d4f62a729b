import type { Command } from './command.ts';

/** The terms of a policy, for every command that judges Macs by one. */
export const policyTerms: NonNullable<Command['options']> = {
	policy: { type: 'string', value: 'NAME', help: 'a policy from the POLICIES file, or a built-in one' },
	behind: { type: 'string', value: 'N', help: "policy: major versions back from Apple's newest: 1 for N-1" },
	'defer-days': {
		type: 'string',
		value: 'N',
		help: 'policy: days a release must be out before it is required',
	},
	'defer-major-days': { type: 'string', value: 'N', help: 'policy: the same for a new major version' },
	exclude: {
		type: 'string',
		value: 'VERSIONS',
		help: 'policy: releases that are never required, separated by commas',
	},
	'grace-days': { type: 'string', value: 'N', help: 'policy: days to install a required release' },
	'exploited-grace-days': {
		type: 'string',
		value: 'N',
		help: 'policy: the same if it fixes a known exploited vulnerability',
	},
};

/** The day that a command looks from. */
export const asOfOption = {
	'as-of': {
		type: 'string',
		value: 'DAY',
		help: 'the day to look from, YYYY-MM-DD (default: today in UTC)',
	},
} as const;
