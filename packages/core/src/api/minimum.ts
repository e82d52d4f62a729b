import { doors, minimumVersions } from '../advice/door/minimum.ts';
import {
	hardwareChoices,
	type MinimumRecord,
	minimumLines,
	minimumRecord,
} from '../advice/door/minimum-record.ts';
import type { NamedPolicies } from '../advice/policy/named-policies.ts';
import { policyOf, shortestGrace } from '../advice/policy/policy.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Answer } from './answer.ts';
import { decodeSegments, pathOf, queryOf } from './path.ts';
import { isProblem, type Problem, problem } from './problem.ts';
import { unknownPolicy } from './reads/enforce.ts';
import { readDayQuery, refuse } from './reads/query.ts';
import { dayFields, textOrJson } from './reads/read.ts';
import { refusedAddress } from './refused-query.ts';
import { prefersText } from './request-headers.ts';
import type { Shapes } from './shapes/shapes.ts';

/** What decides the answer besides the data, the policies and the day. */
export interface AskedMinimum {
	readonly policy: string;
	/** Null for all majors. */
	readonly major: string | null;
	readonly at: (typeof doors)[number];
	readonly hardware: (typeof hardwareChoices)[number];
	readonly asOf: string;
	/** Whether the answer holds for today only. */
	readonly isToday: boolean;
	readonly text: boolean;
}

/** Whether this is the address of a minimum. */
export function isMinimumPath(path: string): boolean {
	return path.startsWith('/minimum/');
}

/** What a request at such an address asks for; null if there is no such address. */
export function askedMinimum(request: Request, today: string): AskedMinimum | Problem | null {
	const [, policy, major = null, ...rest] = decodeSegments(pathOf(request.url)) ?? [];
	if (!policy || major === '' || rest.length > 0) return null;
	const refused = refusedAddress(request.url);
	if (refused) return refused;
	const day = readDayQuery({ query: queryOf(request.url), today });
	if (isProblem(day)) return day;
	const { query, asOf } = day;
	const at = doors.find((door) => door === (query.get('at') ?? doors[0]));
	if (!at) return refuse('at', `one of ${doors.join(', ')}`);
	const hardware = hardwareChoices.find((choice) => choice === (query.get('hardware') ?? 'refuse'));
	if (!hardware) return refuse('hardware', `one of ${hardwareChoices.join(', ')}`);
	const text = major !== null || prefersText(request.headers.get('accept'));
	return { policy, major, at, hardware, asOf, isToday: !query.has('as_of'), text };
}

/** The answer. Making it takes up to 100 ms; it holds for the data and the day. */
export function answerMinimum(
	catalog: Catalog,
	policies: NamedPolicies,
	asked: AskedMinimum,
): Answer<Shapes['Minimum']> | Problem {
	const record = minimumOf(catalog, policies, asked);
	if (isProblem(record)) return record;
	const { fields, changed } = dayFields(catalog, asked.isToday ? asked.asOf : null);
	const { 'Cache-Control': _, ...lasting } = fields;
	if (asked.major !== null) {
		const { minimum } = record.majors.find(({ major }) => major === asked.major)!;
		const type = { 'Content-Type': 'text/plain; charset=utf-8' };
		return { status: 200, body: `${minimum}\n`, fields: { ...lasting, ...type }, changed };
	}
	const { body, type } = textOrJson(asked.text, { lines: () => minimumLines(record), json: () => record });
	return { status: 200, body, fields: { ...lasting, 'Content-Type': type, Vary: 'Accept' }, changed };
}

/** The minimum versions of a named policy, or why there are none. With a major, only if Macs may stay on it. */
export function minimumOf(
	catalog: Catalog,
	policies: NamedPolicies,
	{
		policy: name,
		major,
		at,
		hardware,
		asOf,
	}: Pick<AskedMinimum, 'policy' | 'major' | 'at' | 'hardware' | 'asOf'>,
): MinimumRecord | Problem {
	const named = policies.get(name);
	if (!named) return unknownPolicy(name, policies);
	const policy = policyOf(asOf, named.terms, name);
	if (at === 'deadline' && shortestGrace(policy) === null) {
		const detail = `the policy ${name} has no deadline, so that no Mac is ever overdue: set grace_days in the policy, or ask for at=target`;
		return problem('policy-without-deadline', detail);
	}
	const majors = minimumVersions(catalog, policy, at);
	const record = minimumRecord(majors, { policy, dataVersion: catalog.dataVersion, at, hardware });
	if (major === null) return record;
	const found = record.majors.find((each) => each.major === major);
	if (found?.minimum) return record;
	const open = record.majors.filter(({ minimum }) => minimum !== null).map((each) => each.major);
	const since = found?.closed_on ? ` since ${found.closed_on}` : '';
	return problem('major-closed', `the policy ${name} admits no version of ${JSON.stringify(major)}${since}`, {
		closed_on: found?.closed_on ?? null,
		majors: open,
	});
}
