import { compareText } from '../identifier.ts';
import { compareVersions, parseMajor } from '../version.ts';
import {
	anyText,
	build,
	day,
	list,
	maybeDay,
	maybeDayOrMoment,
	maybeRelease,
	oneOf,
	release,
	someOf,
	yes,
} from './readers.ts';
import { type Reader, type Row, sortedTable } from './table.ts';

/** Also used for CVEs of feeds. */
export const cve: Reader<string> = {
	expected: 'a CVE identifier such as CVE-2024-23232',
	read: (cell) => (/^CVE-(?:1999|20\d\d)-(?:\d{4}|[1-9]\d{4,6})$/.test(cell) ? cell : undefined),
	compare: compareCves,
};

const listColumns = {
	version: release,
	state: oneOf('listed', 'partial', 'none', 'unknown'),
	article: anyText,
	sources: someOf,
	note: anyText,
};

const fixColumns = {
	version: release,
	cve,
	confidence: oneOf('high', 'medium', 'low'),
	sources: someOf,
};

const exploitedColumns = {
	cve,
	kev_added: maybeDay,
	kev_due: maybeDay,
	vendor_says: oneOf('yes', 'no', 'unknown'),
	sources: someOf,
};

const elsewhereColumns = {
	cve,
	kev_added: day,
	kev_due: day,
	systems: someOf,
	fixed_in: list,
	sources: someOf,
};

const slipColumns = {
	version: release,
	cve,
	sources: someOf,
	note: anyText,
};

const someCves: Reader<readonly string[]> = {
	expected: 'CVE identifiers such as CVE-2024-23232, separated by semicolons, none of them twice there',
	read: (cell) => {
		const values = list.read(cell);
		return values?.every((value) => cve.read(value) !== undefined) ? values : undefined;
	},
	instead: [],
};

const responseColumns = {
	version: release,
	letter: {
		expected: 'one small letter, as the version shows it in brackets',
		read: (cell) => (/^[a-z]$/.test(cell) ? cell : undefined),
	} satisfies Reader<string>,
	build,
	base_build: build,
	kind: oneOf('bsi', 'rsr'),
	released: day,
	boards: someOf,
	except: list,
	cves: someCves,
	article: anyText,
	superseded_by: maybeRelease,
	withdrawn: yes,
	confidence: oneOf('high', 'medium', 'low'),
	sources: someOf,
	note: anyText,
};

/** Versions as the tables spell them, whether or not there is such a release. */
export const releases: Reader<readonly string[]> = {
	expected:
		'releases such as 14.0, 15.8.2 or 26.7 in their order, separated by semicolons, none of them twice there',
	read: (cell) => {
		const values = list.read(cell);
		const versions = values?.map((value) => release.read(value));
		const isInOrder = versions?.every(
			(version, at) => version && (at === 0 || compareVersions(versions[at - 1]!, version) < 0),
		);
		return isInOrder ? values : undefined;
	},
	instead: [],
};

/** Most characters of words of others. */
export const mostWords = 300;

/** Words of others that people are shown: one line, and nothing that could be markup or an address. */
export const wordsOfOthers: Reader<string> = {
	expected: `at most ${mostWords} characters on one line, without blanks at its ends, <, > and ://`,
	read: (cell) =>
		cell.length <= mostWords && cell === cell.trim() && !/[\p{C}<>]|:\/\//u.test(cell) ? cell : undefined,
	instead: '',
};

const recordColumns = {
	cve,
	state: oneOf('published', 'rejected'),
	updated: maybeDayOrMoment,
	fixed_in: releases,
	dropped: releases,
	impact: wordsOfOthers,
	exploited: wordsOfOthers,
	exploitation: oneOf('none', 'poc', 'active', ''),
	automatable: oneOf('yes', 'no', ''),
	technical_impact: oneOf('total', 'partial', ''),
	assessed: maybeDay,
	kev_added: maybeDay,
	sources: someOf,
};

/** What a package of Safari is for each major: `14=624G31;15=624G30`. */
const ofMajors: Reader<readonly string[]> = {
	expected:
		'values such as 15=624G30, a major and its own value, separated by semicolons, none of them twice there',
	read: (cell) => {
		const values = list.read(cell);
		return values?.every((value) => {
			const [name, own, ...rest] = value.split('=');
			return parseMajor(name!) !== null && !!own && rest.length === 0;
		})
			? values
			: undefined;
	},
	instead: [],
};

const safariColumns = {
	safari: release,
	released: day,
	majors: someOf,
	builds: ofMajors,
	bundles: ofMajors,
	state: oneOf('listed', 'partial', 'none'),
	article: anyText,
	sources: someOf,
	note: anyText,
};

const safariFixColumns = {
	safari: release,
	released: day,
	cve,
	confidence: oneOf('high', 'medium', 'low'),
	sources: someOf,
};

const blockColumns = { first: cve, last: cve, sources: someOf };

export type RecordRow = Row<typeof recordColumns>;
export type ListRow = Row<typeof listColumns>;
export type FixRow = Row<typeof fixColumns>;
export type ExploitedRow = Row<typeof exploitedColumns>;
export type SafariRow = Row<typeof safariColumns>;
export type SafariFixRow = Row<typeof safariFixColumns>;
export type ResponseRow = Row<typeof responseColumns>;

/** The tables of what each release fixes. */
export const securityShapes = {
	securityLists: sortedTable('security/lists.csv', listColumns, ['version']),
	securityFixes: sortedTable('security/fixes.csv', fixColumns, ['version', 'cve'], 'cve'),
	securityExploited: sortedTable('security/exploited.csv', exploitedColumns, ['cve']),
	securityElsewhere: sortedTable('security/exploited-elsewhere.csv', elsewhereColumns, ['cve']),
	securityResponses: sortedTable(
		'security/responses.csv',
		responseColumns,
		['version', 'letter', 'build'],
		'build',
	),
	securityRecords: { ...sortedTable('security/records.csv', recordColumns, ['cve']), isNew: true },
	securityBlocks: { ...sortedTable('security/blocks.csv', blockColumns, ['first']), isNew: true },
	safari: { ...sortedTable('security/safari.csv', safariColumns, ['safari', 'released']), isNew: true },
	safariFixes: {
		...sortedTable('security/safari-fixes.csv', safariFixColumns, ['safari', 'released', 'cve'], 'cve'),
		isNew: true,
	},
	securitySlips: sortedTable('security/slips.csv', slipColumns, ['version', 'cve'], 'cve'),
};

const yearEnds = 'CVE-2024-'.length;

/** By year, then as numbers: the number after the year has four digits or more, and no zeros before a longer one. */
export function compareCves(a: string, b: string): number {
	if (a.length === b.length) return compareText(a, b);
	return compareText(a.slice(0, yearEnds), b.slice(0, yearEnds)) || a.length - b.length;
}
