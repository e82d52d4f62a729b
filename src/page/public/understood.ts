import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { numberTerms } from '@pointrelease/core/src/advice/policy/policy.ts';
import { type BadTerm, readPolicy } from '@pointrelease/core/src/advice/policy/read-policy.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareText, fold } from '@pointrelease/core/src/catalog/identifier.ts';
import { readSafari, safariExpected } from '@pointrelease/core/src/catalog/safari.ts';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { findNamedMajor, type ReadVersion, readVersion } from '@pointrelease/core/src/names/read-version.ts';
import { isDay } from '@pointrelease/core/src/text/day.ts';
import { cveAddress, macAddress, majorAddress, type View, viewOf } from '../app/address.ts';
import { kinds } from '../app/parts/names.tsx';
import { policyInAddress, policyQuery } from '../app/policy/policy-address.ts';
import type { Renderer } from './renderer.ts';

/** How a parameter is read. `read` returns the canonical spelling, or null for an invalid value. */
interface Parameter {
	read(catalog: Catalog, text: string): string | null;
	/** The valid values, in words. */
	readonly expected: string;
	/** How many times it may occur; once by default. */
	readonly most?: number;
}

/** The most characters of the name of a Mac, and of a search. */
const [longestName, longestSearch] = [120, 100];
/** The most characters of a version with its build and security response. */
const longestVersion = 80;

const search = text(longestSearch);
const name = text(longestName);
const version: Parameter = {
	read: (catalog, text) => versionText(readVersion(catalog, text)),
	expected: 'a release such as 14.7.2, or a build such as 23H311',
};
const safari: Parameter = {
	read: (_, text) => {
		const read = readSafari(text);
		return read && (read.bundle === null ? read.version : `${read.version} (${read.bundle})`);
	},
	expected: safariExpected,
};
const major: Parameter = {
	read: ({ majors }, text) => (majors.has(text) ? text : null),
	expected: 'a major version such as 14 or 10.15',
};

const day: Parameter = {
	read: (_, text) => (isDay(text) ? text : null),
	expected: 'a day such as 2026-11-01',
};

/** The parameters of each view, in the order of the canonical address, which drops all others. */
export const parameters: Partial<Record<View['name'], Readonly<Record<string, Parameter>>>> = {
	search: { q: search, as_of: day },
	mac: {
		machine: name,
		on: version,
		safari,
		runs: major,
		show: oneOf('fixes'),
	},
	release: { show: oneOf('exploited'), as_of: day },
	cve: { mac: name, on: version, safari },
	compare: { mac: { ...name, most: 4 } },
	all: {
		find: search,
		kind: oneOf(...kinds),
		runs: major,
		not: major,
		first: major,
		last: major,
		ends: {
			read: (_, text) => (/^(?:year|ended|(?:19|20)\d\d)$/.test(text) ? text : null),
			expected: 'year, ended or a year such as 2026',
		},
		order: oneOf('oldest', 'support'),
		since: oneOf('1984'),
		major,
	},
};

/**
 * The canonical address of a public page for all of its spellings. Only canonical addresses are drawn and cached, because
 * anybody can request any number of other addresses.
 */
export const understand: Renderer['understand'] = ({ catalog, address, policies }) => {
	const view = viewOf(address);
	const path = pathOf(catalog, view);
	if (path === null) return { status: 404, parameter: 'path', expected: 'a shorter name' };
	const searchParams =
		'query' in view && view.query instanceof URLSearchParams ? view.query : queryOf(address);
	const query: [string, string][] = [];
	for (const [parameter, { read, expected, most = 1 }] of Object.entries(parameters[view.name] ?? {})) {
		const values = searchParams.getAll(parameter).filter((value) => value.trim() !== '');
		for (const value of values.slice(0, most)) {
			const understood = read(catalog, value);
			if (understood === null) return { status: 400, parameter, expected };
			query.push([parameter, understood]);
		}
	}
	const terms = underPolicies.has(view.name) ? policyIn(searchParams, policies) : [];
	if ('parameter' in terms) return { status: 400, ...terms };
	query.push(...terms);
	return { address: query.length === 0 ? path : `${path}?${new URLSearchParams(query)}` };
};

/** The views that have a policy. */
const underPolicies: ReadonlySet<View['name']> = new Set(['mac', 'compare']);
/** The most characters of `exclude`: a hundred versions with commas. */
const longestExclude = 1_200;

/** The policy of an address in its canonical spelling, or the invalid term. */
function policyIn(query: URLSearchParams, policies: NamedPolicies): [string, string][] | BadTerm {
	const texts = new URLSearchParams(policyQuery(policyInAddress(query)));
	if ((texts.get('exclude') ?? '').length > longestExclude)
		return { parameter: 'exclude', expected: `at most ${longestExclude} characters` };
	// The spelling does not depend on the day.
	const policy = readPolicy(texts, '2000-01-01', policies);
	if ('parameter' in policy) return policy;
	const isNumber = (name: string) => Object.hasOwn(numberTerms, name);
	return [...texts]
		.map(([name, text]): [string, string] => {
			if (name === 'exclude') return [name, policy.exclude.join(',')];
			return [name, isNumber(name) ? String(Number(text)) : text];
		})
		.toSorted(([a], [b]) => compareText(a, b));
}

function queryOf(address: string): URLSearchParams {
	return new URLSearchParams(address.split(/\?(.*)/)[1] ?? '');
}

/** The canonical path; null if a name in it is too long. */
function pathOf(catalog: Catalog, view: View): string | null {
	switch (view.name) {
		case 'search':
			return '/';
		case 'mac': {
			const board = name.read(catalog, view.board);
			return board === null ? null : macAddress(identifier(catalog, board) ?? board);
		}
		case 'release': {
			if (view.version === null) return '/release';
			const release = text(longestVersion).read(catalog, view.version);
			return release === null ? null : majorAddress(releaseName(catalog, release));
		}
		case 'cve': {
			const id = text(longestVersion).read(catalog, view.id);
			return id === null ? null : cveAddress(id);
		}
		default:
			return `/${view.name}`;
	}
}

/** An identifier, model identifier or case number as the tables spell it; null for any other name. */
function identifier({ names }: Catalog, text: string): string | null {
	const [board] = names.get(fold(text)) ?? [];
	if (!board) return null;
	const spellings = [board.id, ...board.modelIdentifiers, ...board.caseNumbers];
	return spellings.find((spelling) => fold(spelling) === fold(text)) ?? fold(text);
}

/** A version as given, or the number of a major version that was given by name. */
function releaseName(catalog: Catalog, text: string): string {
	if (parseVersion(text)) return text;
	const major = findNamedMajor(catalog, text);
	return major.kind === 'found' && !readVersion(catalog, text) ? major.value.name : text;
}

/** The canonical spelling of a version. */
function versionText(read: ReadVersion | null): string | null {
	if (!read) return null;
	const { version, build, supplement } = read;
	if (version === null) return build;
	return [version, supplement && `(${supplement})`, build && `(${build})`].filter(Boolean).join(' ');
}

function text(most: number): Parameter {
	return {
		read(_, text) {
			const plain = text.trim().replace(/\s+/g, ' ');
			return plain === '' || plain.length > most ? null : plain;
		},
		expected: `at most ${most} characters`,
	};
}

function oneOf(...values: readonly string[]): Parameter {
	return {
		read: (_, text) => values.find((value) => value === text) ?? null,
		expected: values.join(' or '),
	};
}
