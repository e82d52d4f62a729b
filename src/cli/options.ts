import { type Policy, termNames } from '@pointrelease/core/src/advice/policy/policy.ts';
import { type BadTerm, readDay, readPolicy } from '@pointrelease/core/src/advice/policy/read-policy.ts';
import { addDays, dayTextAt, isDay } from '@pointrelease/core/src/text/day.ts';
import { readWholeNumber } from '@pointrelease/core/src/text/numbers.ts';
import { Failure } from '../process/failure.ts';
import { loadPolicies } from '../settings/policies-file.ts';
import type { Call, Options } from './command.ts';

type Term = (typeof termNames)[number];

/** How the help of a command explains each term of a policy. */
const termHelp: Record<Term, { value: string; help: string }> = {
	behind: {
		value: 'N',
		help: "policy: how many major versions below Apple's newest are allowed; 1 is N-1",
	},
	defer_days: { value: 'N', help: 'policy: days a release must be out before it is required' },
	defer_major_days: { value: 'N', help: 'policy: the same for a new major version' },
	exclude: { value: 'VERSIONS', help: 'policy: releases that are never required, separated by commas' },
	grace_days: { value: 'N', help: 'policy: days to install a required release' },
	exploited_grace_days: {
		value: 'N',
		help: 'policy: the same if it fixes a known exploited vulnerability',
	},
	enrollment_grace_days: {
		value: 'N',
		help: 'policy: days after its enrollment, or its first sighting, before which a Mac is not overdue',
	},
};

/** The option for a parameter of a query: `as_of` is `--as-of`. */
type OptionName<Parameter extends string> = Parameter extends `${infer Word}_${infer Rest}`
	? `${Word}-${OptionName<Rest>}`
	: Parameter;

function optionName(parameter: string): string {
	return parameter.replaceAll('_', '-');
}

type TermOptions = { readonly [Name in OptionName<Term>]: { type: 'string'; help: string } };

const terms: Options = Object.fromEntries(
	termNames.map((name) => [optionName(name), { type: 'string', ...termHelp[name] }]),
);

/** The terms of a policy, for all commands that judge Macs by one: those of queries. */
export const policyTerms = {
	policy: { type: 'string', value: 'NAME', help: 'a policy from the POLICIES file, or a built-in one' },
	...(terms as TermOptions),
} as const satisfies Options;

/** The day for which a command answers. */
export const asOfOption = {
	'as-of': {
		type: 'string',
		value: 'DAY',
		help: 'evaluate as of this date, YYYY-MM-DD (default: today in UTC)',
	},
} as const satisfies Options;

/** Since when a Mac is known. */
export const enrolledOption = {
	enrolled: {
		type: 'string',
		value: 'DAY',
		help: 'the day on which the Mac was enrolled, for a policy with enrollment_grace_days',
	},
} as const satisfies Options;

/** What a Mac reports beside its version. */
export const safariOption = {
	safari: {
		type: 'string',
		value: 'VERSION',
		help: 'the version of Safari that the Mac has, such as 26.6.1',
	},
} as const satisfies Options;

/** The policy that the options of a command describe. */
export async function policyOf({
	options,
	settings,
}: Call<typeof policyTerms & typeof asOfOption>): Promise<Policy> {
	const policy = readPolicy(textsOf(options), today(), await loadPolicies(settings.policiesFile));
	if ('asOf' in policy) return policy;
	throw badOption(policy);
}

/** The value of an option with few values; undefined if it is not given. */
export function oneOfOption<const Name extends string>(
	option: string,
	text: string | undefined,
	names: readonly Name[],
): Name | undefined {
	if (text === undefined) return undefined;
	const name = names.find((each) => each === text);
	if (name !== undefined) return name;
	throw new Failure('bad-arguments', `--${option}: expected one of ${names.join(', ')}`);
}

/** The day of --as-of, for commands without a policy. */
export function asOfDay({ options }: Call<typeof asOfOption>): string {
	const day = readDay(textsOf(options), today());
	if (typeof day === 'string') return day;
	throw badOption(day);
}

/** Reads options by the names of query parameters. */
function textsOf(options: Readonly<Record<string, string | undefined>>) {
	return { get: (parameter: string) => options[optionName(parameter)] ?? null };
}

export function badOption({ parameter, expected }: BadTerm): Failure {
	return new Failure('bad-arguments', `--${optionName(parameter)}: expected ${expected}`);
}

/** In UTC. */
export function today(): string {
	return dayTextAt(Date.now());
}

/** A call with an option that has a value. */
interface Given<Name extends string> {
	readonly options: { readonly [Each in Name]: string | undefined };
}

/** The day that an option gives; null without the option. */
export function dayOf<Name extends string>({ options }: Given<Name>, name: Name): string | null {
	const day = options[name];
	if (day === undefined) return null;
	if (!isDay(day)) throw new Failure('bad-arguments', `--${name}: expected a day, written YYYY-MM-DD`);
	return day;
}

/** The latest day that has begun anywhere: east of Greenwich tomorrow begins before it does in UTC. */
export function latestDay(): string {
	return addDays(today(), 1);
}

/** The whole number that an option gives; null without the option. */
export function wholeNumberOf<Name extends string>(
	{ options }: Given<Name>,
	name: Name,
	least: number,
	most: number,
): number | null {
	const text = options[name];
	if (text === undefined) return null;
	const number = readWholeNumber(text, least, most);
	if (number === null)
		throw new Failure('bad-arguments', `--${name}: expected a whole number from ${least} to ${most}`);
	return number;
}
