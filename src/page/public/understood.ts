import type { NamedPolicies } from '../../advice/policy/named-policies.ts';
import { numberTerms } from '../../advice/policy/policy.ts';
import { type BadTerm, readPolicy } from '../../advice/policy/read-policy.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { compareText, fold } from '../../catalog/identifier.ts';
import { parseVersion } from '../../catalog/version.ts';
import { findNamedMajor, type ReadVersion, readVersion } from '../../names/read-version.ts';
import { cveAddress, macAddress, majorAddress, type View, viewOf } from '../app/address.ts';
import { kinds } from '../app/parts/names.tsx';
import { policyInAddress, policyQuery } from '../app/policy/policy-address.ts';
import type { Renderer } from './renderer.ts';

/** How a parameter is read: its one spelling, or null if it is not understood. */
interface Parameter {
	read(catalog: Catalog, text: string): string | null;
	/** What would be right, in words. */
	readonly expected: string;
	/** How many of it the view reads; one unless set. */
	readonly most?: number;
}

/** The longest name of a Mac, and the longest text to search for. */
const [longestName, longestSearch] = [120, 100];
/** The longest version, with its build and a security response. */
const longestVersion = 80;

const search = text(longestSearch);
const name = text(longestName);
const version: Parameter = {
	read: (catalog, text) => versionText(readVersion(catalog, text)),
	expected: 'a release such as 14.7.2, or a build such as 23H311',
};
const major: Parameter = {
	read: ({ majors }, text) => (majors.has(text) ? text : null),
	expected: 'a major version such as 14 or 10.15',
};

/** What each view reads, in the order of its one address. Any other parameter changes nothing, and makes no other page. */
export const parameters: Partial<Record<View['name'], Readonly<Record<string, Parameter>>>> = {
	search: { q: search },
	mac: {
		machine: name,
		on: version,
		show: oneOf('fixes'),
	},
	release: { show: oneOf('exploited') },
	cve: { mac: name, on: version },
	compare: { mac: { ...name, most: 4 } },
	all: {
		find: search,
		kind: oneOf(...kinds),
		runs: major,
		not: major,
		first: major,
		last: major,
		ends: oneOf('year', 'ended'),
		order: oneOf('oldest', 'support'),
		major,
	},
};

/**
 * The one address of a page that everybody may read, for all spellings that mean it. Only such an address is drawn and
 * cached: anybody can ask for anything else, as often and as long as they like.
 */
export const understand: Renderer['understand'] = ({ catalog, address, policies }) => {
	const view = viewOf(address);
	const path = pathOf(catalog, view);
	if (path === null) return { status: 404, parameter: 'path', expected: 'a shorter name' };
	const said = 'query' in view && view.query instanceof URLSearchParams ? view.query : queryOf(address);
	const query: [string, string][] = [];
	for (const [parameter, { read, expected, most = 1 }] of Object.entries(parameters[view.name] ?? {})) {
		const values = said.getAll(parameter).filter((value) => value.trim() !== '');
		for (const value of values.slice(0, most)) {
			const understood = read(catalog, value);
			if (understood === null) return { status: 400, parameter, expected };
			query.push([parameter, understood]);
		}
	}
	const terms = underPolicies.has(view.name) ? policyIn(said, policies) : [];
	if ('parameter' in terms) return { status: 400, ...terms };
	query.push(...terms);
	return { address: query.length === 0 ? path : `${path}?${new URLSearchParams(query)}` };
};

/** The views that say what a policy asks of Macs. */
const underPolicies: ReadonlySet<View['name']> = new Set(['mac', 'compare']);
/** A hundred versions, each with a comma. */
const longestExclude = 1_200;

/** The policy of an address in one spelling, or what is wrong with it. */
function policyIn(said: URLSearchParams, policies: NamedPolicies): [string, string][] | BadTerm {
	const texts = new URLSearchParams(policyQuery(policyInAddress(said)));
	if ((texts.get('exclude') ?? '').length > longestExclude)
		return { parameter: 'exclude', expected: `at most ${longestExclude} characters` };
	// Which day it is makes no difference to the spelling.
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

/** The path in one spelling; null if it holds more than any name. */
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

/** An identifier, model identifier or number on the case as the tables spell it; null for any other name. */
function identifier({ names }: Catalog, text: string): string | null {
	const [board] = names.get(fold(text)) ?? [];
	if (!board) return null;
	const own = [board.id, ...board.modelIdentifiers, ...board.caseNumbers];
	return own.find((one) => fold(one) === fold(text)) ?? fold(text);
}

/** A release as it was asked for, or the number of a major that was asked for by name. */
function releaseName(catalog: Catalog, text: string): string {
	if (parseVersion(text)) return text;
	const major = findNamedMajor(catalog, text);
	return major.kind === 'found' && !readVersion(catalog, text) ? major.value.name : text;
}

/** The same version, however it was written. */
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
