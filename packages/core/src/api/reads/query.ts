import type { NamedPolicies } from '../../advice/policy/named-policies.ts';
import type { Policy } from '../../advice/policy/policy.ts';
import { readDay, readPolicy } from '../../advice/policy/read-policy.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { knownOn } from '../../catalog/known-on.ts';
import { type InstalledSafari, readSafari, safariExpected } from '../../catalog/safari.ts';
import { isDay } from '../../text/day.ts';
import { readWholeNumber } from '../../text/numbers.ts';
import { searchTerms } from '../parameters.ts';
import { isProblem, type Problem, problem } from '../problem.ts';

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
export interface DayQuery {
	readonly query: URLSearchParams;
	readonly asOf: string;
}

export function readDayQuery({ query: text, today }: { query: string; today: string }): DayQuery | Problem {
	const query = readParameters(text);
	if (isProblem(query)) return query;
	const asOf = readDay(query, today);
	return typeof asOf === 'string' ? { query, asOf } : refuse(asOf.parameter, asOf.expected);
}

/** What a read of facts looks at: all that is known or, with `as_of`, what was known on that day. */
export function readKnown(
	catalog: Catalog,
	{ query, today }: { query: string; today: string },
): { readonly catalog: Catalog; readonly today: string } | Problem {
	if (!query.includes('as_of')) return { catalog, today };
	const day = readDayQuery({ query, today });
	if (isProblem(day) || !day.query.has('as_of')) return isProblem(day) ? day : { catalog, today };
	return { catalog: knownOn(catalog, day.asOf), today: day.asOf };
}

/** The Safari that the parameters name; null without one. */
export function readSafariQuery(query: URLSearchParams): InstalledSafari | null | Problem {
	const text = query.get('safari');
	return text === null ? null : (readSafari(text) ?? refuse('safari', safariExpected));
}

/** The day on which the Mac was enrolled; null if it was not said. */
export function readEnrolled(query: URLSearchParams): { readonly known: string | null } | Problem {
	const text = query.get('enrolled');
	return text === null || isDay(text) ? { known: text } : refuse('enrolled', 'a day, written YYYY-MM-DD');
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

const { q } = searchTerms;

export function readSearchQuery(query: URLSearchParams): SearchQuery | Problem {
	const text = (query.get('q') ?? '').trim().replace(/\s+/g, ' ');
	const { maxLength } = q.schema;
	if (text === '' || text.length > maxLength) {
		return refuse('q', `some text, at most ${maxLength} characters, such as q=M1%20Air`);
	}
	const limit = wholeNumber(query, 'limit', searchTerms.limit.schema);
	if (isProblem(limit)) return limit;
	const offset = wholeNumber(query, 'offset', searchTerms.offset.schema);
	return isProblem(offset) ? offset : { text, limit, offset };
}

/** A number in the range of the parameter; its default if it is absent. */
export function wholeNumber(
	query: URLSearchParams,
	name: string,
	{ minimum, maximum, default: usual }: NumberSchema,
): number | Problem {
	const text = query.get(name);
	if (text === null) return usual;
	return (
		readWholeNumber(text, minimum, maximum) ?? refuse(name, `a whole number from ${minimum} to ${maximum}`)
	);
}

interface NumberSchema {
	readonly minimum: number;
	readonly maximum: number;
	readonly default: number;
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
