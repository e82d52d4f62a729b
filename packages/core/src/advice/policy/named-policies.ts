import { repeatedName } from '../../text/repeated-name.ts';
import {
	type DraftTerms,
	excludeExpected,
	type NumberTerm,
	numberExpected,
	numberTerms,
	type PolicyTerms,
	setExclude,
	setNumber,
} from './policy.ts';

/** A policy that has a name: the terms that it sets, and what it is for. */
export interface NamedPolicy {
	readonly description: string | null;
	readonly terms: Partial<PolicyTerms>;
}

/** By the name that a query or option gives, in the order of the file. */
export type NamedPolicies = ReadonlyMap<string, NamedPolicy>;

/** The first mistake in a policies file: where it is, and what is expected. One line. */
interface PolicyMistake {
	readonly mistake: string;
}

const nameShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const longestDescription = 500;
const members = ['description', ...Object.keys(numberTerms), 'exclude'];

/** Reads a policies file, or returns the first mistake in it. `policies.schema.json` describes the file. */
export function readNamedPolicies(text: string): NamedPolicies | PolicyMistake {
	let file: unknown;
	try {
		file = JSON.parse(text);
	} catch {
		return { mistake: 'it is not JSON' };
	}
	const repeated = repeatedName(text);
	if (repeated !== null) return { mistake: `it has ${quote(repeated)} twice: expected each name once` };
	if (!isObject(file)) return wrong('the file', file, 'an object with the member policies');
	const unknownName = Object.keys(file).find((name) => name !== 'policies' && name !== '$schema');
	if (unknownName !== undefined)
		return { mistake: `it has ${quote(unknownName)}: expected only policies (and $schema)` };
	if (!isObject(file.policies)) return wrong('policies', file.policies, 'an object with policies by name');
	const policies = new Map<string, NamedPolicy>();
	for (const [name, value] of Object.entries(file.policies)) {
		if (!nameShape.test(name)) {
			const expected = 'a name of at most 64 letters, digits, dots, hyphens and underscores';
			return { mistake: `policies has ${quote(name)}: expected ${expected}` };
		}
		const policy = readPolicyOf(`policies.${name}`, value);
		if ('mistake' in policy) return policy;
		policies.set(name, policy);
	}
	return policies;
}

function readPolicyOf(place: string, value: unknown): NamedPolicy | PolicyMistake {
	if (!isObject(value)) return wrong(place, value, 'an object with the terms of the policy');
	const unknownName = Object.keys(value).find((name) => !members.includes(name));
	if (unknownName !== undefined) {
		return { mistake: `${place} has ${quote(unknownName)}: expected only ${members.join(', ')}` };
	}
	const terms: DraftTerms = {};
	for (const name of Object.keys(numberTerms) as NumberTerm[]) {
		const number = value[name];
		if (number === undefined) continue;
		if (typeof number !== 'number' || !setNumber(terms, name, String(number)))
			return wrong(`${place}.${name}`, number, numberExpected(name));
	}
	const { exclude = [], description = null } = value;
	const texts = Array.isArray(exclude) ? exclude : [null];
	if (!texts.every((text) => typeof text === 'string') || !setExclude(terms, texts))
		return wrong(`${place}.exclude`, exclude, `a list of ${excludeExpected}`);
	if (description !== null && (typeof description !== 'string' || description.length > longestDescription))
		return wrong(`${place}.description`, description, `a text of at most ${longestDescription} characters`);
	return { description, terms };
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(place: string, value: unknown, expected: string): PolicyMistake {
	const actual = value === undefined ? 'missing' : quote(value);
	return { mistake: `${place} is ${actual}: expected ${expected}` };
}

function quote(value: unknown): string {
	const text = JSON.stringify(value);
	return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** The policies without a POLICIES file: the two that most fleets start with. */
export const builtInPolicies: NamedPolicies = new Map([
	[
		'latest',
		{
			description: 'Built in: the latest release of the newest major version, within 14 days',
			terms: { behind: 0, graceDays: 14 },
		},
	],
	[
		'n-1',
		{
			description:
				'Built in: the latest release of the previous major version or anything newer, within 14 days, or 7 if the update fixes an exploited vulnerability',
			terms: { behind: 1, graceDays: 14, exploitedGraceDays: 7 },
		},
	],
]);
