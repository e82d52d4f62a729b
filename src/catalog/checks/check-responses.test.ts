import { expect, test } from 'bun:test';
import { findingsAfter, smallData } from '../../../test/small-data.ts';
import { makeCatalog } from '../make-catalog.ts';

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

test('its build is no other, its letter one small letter', () => {
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

test('its boards are known, and only all Macs have exceptions', () => {
	expect(after('all,VMM-x86_64', 'J999AP,')).toEqual([
		`${file}:2: boards: "J999AP": expected "all" or identifiers of boards.csv`,
	]);
	expect(after('all,VMM-x86_64', 'J293AP,VMM-x86_64')).toEqual([
		`${file}:2: except: "VMM-x86_64": expected identifiers of boards.csv, where boards is "all"`,
	]);
});

test('the release that has its fixes lies above it in the same major, and a whole list of it names them', () => {
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

test('a CVE that no release has yet is known from its response', () => {
	const { catalog } = makeCatalog(smallData([file, 'CVE-2020-29620,,11.1', 'CVE-2020-99999,,']));
	const cve = catalog!.security.cves.get('CVE-2020-99999')!;
	expect([cve.fixedIn, cve.responses.map(({ label }) => label)]).toEqual([[], ['11.0.1 (a)']]);
	expect(catalog!.releases.get('11.0.1')!.responses.map(({ name }) => name)).toEqual([
		'Rapid Security Response 11.0.1 (a)',
	]);
	expect(catalog!.releases.get('11.0.1')!.builds.map(({ build }) => build)).toEqual(['20B29', '20B50']);
	expect(catalog!.builds.get('20B770290a')).toMatchObject({ version: '11.0.1', kind: 'rsr' });
});
