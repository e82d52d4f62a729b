import type { NamedPolicies } from '../../advice/policy/named-policies.ts';
import type { Policy } from '../../advice/policy/policy.ts';
import { readDay, readPolicy } from '../../advice/policy/read-policy.ts';
import { readWholeNumber } from '../../text/numbers.ts';
import { isProblem, type Problem, problem } from '../problem.ts';

const longestSearch = 100;
const mostResults = 100;
const usualResults = 20;
/** More than the results of any search. */
const mostOffset = 100_000;

interface SearchQuery {
	readonly text: string;
	readonly limit: number;
	readonly offset: number;
}

/** The decoded query. Refuses an invalid encoding, as in a path. */
export function readParameters(query: string): URLSearchParams | Problem {
	try {
		decodeURIComponent(query);
		return new URLSearchParams(query);
	} catch {
		const detail = 'the query has a % that does not start a valid UTF-8 encoding';
		return problem('bad-encoding', detail);
	}
}

/** The parameters with the day that is asked about. */
interface DayQuery {
	readonly query: URLSearchParams;
	readonly asOf: string;
}

export function readDayQuery({ query: text, today }: { query: string; today: string }): DayQuery | Problem {
	const query = readParameters(text);
	if (isProblem(query)) return query;
	const asOf = readDay(query, today);
	return typeof asOf === 'string' ? { query, asOf } : refuse(asOf.parameter, asOf.expected);
}

/** The policy that the parameters describe. */
export function readPolicyQuery(
	query: URLSearchParams,
	today: string,
	named: NamedPolicies,
): Policy | Problem {
	const policy = readPolicy(query, today, named);
	return 'asOf' in policy ? policy : refuse(policy.parameter, policy.expected);
}

export function readSearchQuery(query: URLSearchParams): SearchQuery | Problem {
	const text = (query.get('q') ?? '').trim().replace(/\s+/g, ' ');
	if (text === '' || text.length > longestSearch) {
		return refuse('q', `some text, at most ${longestSearch} characters, such as q=M1%20Air`);
	}
	const limit = wholeNumber(query, 'limit', { usual: usualResults, least: 1, most: mostResults });
	if (isProblem(limit)) return limit;
	const offset = wholeNumber(query, 'offset', { usual: 0, least: 0, most: mostOffset });
	return isProblem(offset) ? offset : { text, limit, offset };
}

/** A number in a range; `usual` if the parameter is absent. */
export function wholeNumber(
	query: URLSearchParams,
	name: string,
	{ usual, least, most }: { usual: number; least: number; most: number },
): number | Problem {
	const text = query.get(name);
	if (text === null) return usual;
	return readWholeNumber(text, least, most) ?? refuse(name, `a whole number from ${least} to ${most}`);
}

/** A boolean parameter; false if it is absent. */
export function readFlag(query: URLSearchParams, name: string): boolean | Problem {
	const text = query.get(name) ?? 'false';
	return text === 'true' || text === 'false' ? text === 'true' : refuse(name, 'true or false');
}

export function refuse(parameter: string, expected: string): Problem {
	return problem('bad-parameter', `the parameter ${parameter} is invalid: expected ${expected}`, {
		parameter,
		expected,
	});
}
