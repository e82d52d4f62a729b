import { describe, expect, test } from 'bun:test';
import { type Edit, findingsAfter, smallData } from '../../../../../test/small-data.ts';
import { makeCatalog } from '../make-catalog.ts';

const catalogAfter = (...edits: Edit[]) => makeCatalog(smallData(...edits)).catalog!;

describe('builds', () => {
	test('a build that is there twice is reported', () => {
		expect(findingsAfter(['builds.csv', '20B50,', '20B29,'])).toEqual([
			'builds.csv:9: build: "20B29": expected a build that is not there yet; see line 8',
		]);
	});

	test('a build of no known release is reported', () => {
		expect(findingsAfter(['builds.csv', '20B50,11.0.1,', '20B50,11.2,'])).toEqual([
			'builds.csv:9: version: "11.2": expected a release of the release tables',
		]);
	});

	test('a build that came out before its release is reported', () => {
		expect(findingsAfter(['builds.csv', '8A428,10.4,2005-04-29', '8A428,10.4,2005-04-28'])).toEqual([
			'builds.csv:2: released: "2005-04-28": expected a day not before 2005-04-29, when 10.4 came out',
		]);
	});

	test('a Mac may have had a build from the factory before the release came out', () => {
		const catalog = catalogAfter();
		expect(catalog.builds.get('20A2411')).toMatchObject({ released: '2020-11-10', kind: 'factory' });
		expect(catalog.releases.get('11.0')?.released).toBe('2020-11-17');
	});

	test('a text that is not a build is reported', () => {
		expect(findingsAfter(['builds.csv', '20B50', 'B50'])).toEqual([
			'builds.csv:9: build: "B50": expected a build such as 26C50',
		]);
	});

	test('an unknown kind is reported', () => {
		expect(findingsAfter(['builds.csv', '20B50,11.0.1,,release', '20B50,11.0.1,,beta'])).toEqual([
			'builds.csv:9: kind: "beta": expected one of release, factory, security update, supplemental, server',
		]);
	});

	test('boards that are neither all, nor a kind, nor identifiers are reported', () => {
		const expected = 'expected "all", one kind of board, identifiers of boards.csv, or nothing';
		expect(findingsAfter(['builds.csv', 'factory,,J293AP', 'factory,,J293AP;J999AP'])).toEqual([
			`builds.csv:7: boards: "J999AP": ${expected}`,
		]);
		expect(findingsAfter(['builds.csv', 'factory,,J293AP', 'factory,,J293AP;all'])).toEqual([
			`builds.csv:7: boards: "all": ${expected}`,
		]);
	});

	test('builds without a day come after the others of their release', () => {
		const builds = catalogAfter().releases.get('11.0.1')?.builds;
		expect(builds?.map(({ build, released }) => [build, released])).toEqual([
			['20B29', '2020-11-12'],
			['20B50', null],
		]);
	});

	test('builds of the server edition are known, but not among the builds of their release', () => {
		const catalog = catalogAfter();
		expect(catalog.builds.get('8S169')?.kind).toBe('server');
		expect(catalog.releases.get('10.4.11')?.builds.map(({ build }) => build)).toEqual([
			'8S165',
			'8S2167',
			'8S215',
		]);
	});

	test('builds say which Macs they are for: all, a kind, boards, or unlisted ones', () => {
		const { builds } = catalogAfter();
		expect(['20B29', '8S2167', '20A2411', '20B50'].map((build) => builds.get(build)!.scope)).toEqual([
			'all',
			'intel',
			new Set(['J293AP']),
			'some',
		]);
	});
});

const file = 'security/responses.csv';
const after = (from: string, to: string) => findingsAfter([file, from, to]);

test('a response patches a build of its release, and came out after it', () => {
	expect(after('20B29,rsr', '20A2411,rsr')).toEqual([
		`${file}:2: base_build: "20A2411": expected a build of 11.0.1 in builds.csv`,
	]);
	expect(after('2020-11-20', '2020-11-11')).toEqual([
		`${file}:2: released: "2020-11-11": expected a day not before 2020-11-12, when 11.0.1 came out`,
	]);
	expect(after('11.0.1,a', '11.0.2,a')).toEqual([
		`${file}:2: version: "11.0.2": expected a release of primary/releases.csv`,
		`${file}:2: base_build: "20B29": expected a build of 11.0.2 in builds.csv`,
	]);
});

test('the build of a response is unique, and its letter is one small letter', () => {
	expect(after('20B770290a', '20B50')).toEqual([
		`${file}:2: build: "20B50": expected a build that builds.csv does not have`,
	]);
	const twice = '11.0.1,b,20B770290a,20B29,rsr,2020-11-21,all,,CVE-2020-29620,,11.1,,high,list,\n';
	expect(findingsAfter([file, 'high,list,\n', `high,list,\n${twice}`])).toEqual([
		`${file}:3: build: "20B770290a": expected a build that is not there yet; see line 2`,
	]);
	for (const letter of ['A', 'ab', '', '(a)'])
		expect(after('11.0.1,a', `11.0.1,${letter}`)[0]).toContain('letter');
});

test('the boards of a response are known, and only a response for all Macs has exceptions', () => {
	expect(after('all,VMM-x86_64', 'J999AP,')).toEqual([
		`${file}:2: boards: "J999AP": expected "all" or identifiers of boards.csv`,
	]);
	expect(after('all,VMM-x86_64', 'J293AP,VMM-x86_64')).toEqual([
		`${file}:2: except: "VMM-x86_64": expected identifiers of boards.csv, where boards is "all"`,
	]);
});

test('the release that replaces a response is above it in the same major, and lists its fixes if its list is complete', () => {
	for (const wrong of ['11.0.1', '11.0', '10.4.11', '11.9'])
		expect(after(',11.1,', `,${wrong},`)).toEqual([
			`${file}:2: superseded_by: "${wrong}": expected a release of 11 above 11.0.1, or nothing`,
		]);
	expect(
		findingsAfter(
			['security/lists.csv', '11.1,partial', '11.1,listed'],
			[file, 'CVE-2020-29620', 'CVE-2020-9849'],
		),
	).toEqual([`${file}:2: cves: "CVE-2020-9849": expected a CVE that security/fixes.csv has for 11.1`]);
});

test('a CVE that no release fixes yet is known from the response that fixes it', () => {
	const { catalog } = makeCatalog(smallData([file, 'CVE-2020-29620,,11.1', 'CVE-2020-99999,,']));
	const cve = catalog!.security.cves.get('CVE-2020-99999')!;
	expect([cve.fixedIn, cve.responses.map(({ label }) => label)]).toEqual([[], ['11.0.1 (a)']]);
	expect(catalog!.releases.get('11.0.1')!.responses.map(({ name }) => name)).toEqual([
		'Rapid Security Response 11.0.1 (a)',
	]);
	expect(catalog!.releases.get('11.0.1')!.builds.map(({ build }) => build)).toEqual(['20B29', '20B50']);
	expect(catalog!.builds.get('20B770290a')).toMatchObject({ version: '11.0.1', kind: 'rsr' });
});
