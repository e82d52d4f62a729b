import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { type BadTerm, readDay, readPolicy } from '@pointrelease/core/src/advice/policy/read-policy.ts';
import { addDays, dayTextAt, isDay } from '@pointrelease/core/src/text/day.ts';
import { readWholeNumber } from '@pointrelease/core/src/text/numbers.ts';
import { Failure } from '../process/failure.ts';
import { loadPolicies } from '../settings/policies-file.ts';
import type { Call, Command } from './command.ts';

/** The terms of a policy, for all commands that judge Macs by one. */
export const policyTerms: NonNullable<Command['options']> = {
	policy: { type: 'string', value: 'NAME', help: 'a policy from the POLICIES file, or a built-in one' },
	behind: {
		type: 'string',
		value: 'N',
		help: "policy: how many major versions below Apple's newest are allowed; 1 is N-1",
	},
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

/** The day for which a command answers. */
export const asOfOption = {
	'as-of': {
		type: 'string',
		value: 'DAY',
		help: 'the day to look from, YYYY-MM-DD (default: today in UTC)',
	},
} as const;

/** The policy that the options of a command describe. */
export async function policyOf({ options, settings }: Call): Promise<Policy> {
	const policy = readPolicy(textsOf(options), today(), await loadPolicies(settings.policiesFile));
	if ('asOf' in policy) return policy;
	throw badOption(policy);
}

/** The day of --as-of, for commands without a policy. */
export function asOfDay({ options }: Call): string {
	const day = readDay(textsOf(options), today());
	if (typeof day === 'string') return day;
	throw badOption(day);
}

/** Reads options by the names of query parameters: `as_of` is `--as-of`. */
function textsOf(options: Call['options']) {
	return {
		get: (parameter: string) => (options[parameter.replaceAll('_', '-')] as string | undefined) ?? null,
	};
}

export function badOption({ parameter, expected }: BadTerm): Failure {
	return new Failure('bad-arguments', `--${parameter.replaceAll('_', '-')}: expected ${expected}`);
}

/** In UTC. */
export function today(): string {
	return dayTextAt(Date.now());
}

/** The day that an option gives; null without the option. */
export function dayOf({ options }: Pick<Call, 'options'>, name: string): string | null {
	const day = options[name];
	if (typeof day !== 'string') return null;
	if (!isDay(day)) throw new Failure('bad-arguments', `--${name}: expected a day, written YYYY-MM-DD`);
	return day;
}

/** The latest day that has begun anywhere: east of Greenwich tomorrow begins before it does in UTC. */
export function latestDay(): string {
	return addDays(today(), 1);
}

/** The whole number that an option gives; null without the option. */
export function wholeNumberOf({ options }: Call, name: string, least: number, most: number): number | null {
	const text = options[name];
	if (typeof text !== 'string') return null;
	const number = readWholeNumber(text, least, most);
	if (number === null)
		throw new Failure('bad-arguments', `--${name}: expected a whole number from ${least} to ${most}`);
	return number;
}
