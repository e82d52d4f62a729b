import { expect, test } from 'bun:test';
import { findingsAfter, smallData } from '../../../../../test/small-data.ts';
import { makeCatalog } from '../make-catalog.ts';
import { compareCves } from '../tables/security-tables.ts';

test('a CVE is read as the vendor writes it', () => {
	for (const wrong of ['cve-2020-9849', 'CVE-2020-984', 'CVE-2020-09849', 'CVE-1998-0001', '2020-9849'])
		expect(findingsAfter(['security/fixes.csv', 'CVE-2020-9849', wrong])).toEqual([
			`security/fixes.csv:2: cve: "${wrong}": expected a CVE identifier such as CVE-2024-23232`,
		]);
});

test('CVEs are sorted by year and then as numbers', () => {
	const sorted = ['CVE-2019-20838', 'CVE-2020-9849', 'CVE-2020-27930', 'CVE-2026-9999', 'CVE-2026-112478'];
	expect(sorted.toReversed().toSorted(compareCves)).toEqual(sorted);
	expect(compareCves('CVE-2020-9849', 'CVE-2020-9849')).toBe(0);
});

test('a CVE stands once in the list of a release', () => {
	expect(findingsAfter(['security/fixes.csv', '11.1,CVE-2020-29620', '11.1,CVE-2020-27930'])).toEqual([
		'security/fixes.csv:5: cve: "CVE-2020-27930": expected a row that is not there yet; line 4 is the same',
	]);
});

test('a list belongs to a release from 11 on', () => {
	const expected = 'expected a release of primary/releases.csv from 11 on';
	expect(findingsAfter(['security/lists.csv', '11.0,unknown', '10.4,unknown'])).toEqual([
		`security/lists.csv:2: version: "10.4": ${expected}`,
	]);
	expect(findingsAfter(['security/lists.csv', '11.0,unknown', '11.0.0,unknown'])).toHaveLength(1);
});

test('entries belong to a list, and a list that has entries says so', () => {
	expect(findingsAfter(['security/lists.csv', '11.1,partial,,list,\n', ''])).toEqual([
		'security/fixes.csv:4: version: "11.1": expected a release of security/lists.csv',
	]);
	expect(findingsAfter(['security/lists.csv', '11.1,partial', '11.1,none'])).toEqual([
		'security/lists.csv:4: state: "none": expected listed or partial: security/fixes.csv has entries of 11.1',
	]);
	expect(findingsAfter(['security/lists.csv', '11.0,unknown', '11.0,listed'])).toEqual([
		'security/lists.csv:2: state: "listed": expected entries of 11.0 in security/fixes.csv, or none or unknown',
	]);
});

test('a CVE whose record is a source of a release is in the list of that release', () => {
	const cited = (cve: string) =>
		findingsAfter(
			['sources.csv', 'label,a', 'cve,CVE records,,CVE records\nlabel,a'],
			[
				'primary/releases.csv',
				'11.1,2020-12-14,day,high,,,all,list',
				`11.1,2020-12-14,day,high,,,all,list;cve:${cve}`,
			],
		);
	expect(cited('CVE-2020-9849')).toEqual([
		'primary/releases.csv:6: sources: "cve:CVE-2020-9849": expected a CVE that security/fixes.csv has for 11.1',
	]);
	expect(cited('CVE-2020-29620')).toEqual([]);
});

test('an exploited CVE is in a list, and has both days or neither', () => {
	const exploited = 'CVE-2020-27930,2021-11-03,2022-05-03,yes';
	const after = (row: string) => findingsAfter(['security/exploited.csv', exploited, row]);
	expect(after('CVE-2020-27931,2021-11-03,2022-05-03,yes')).toEqual([
		'security/exploited.csv:2: cve: "CVE-2020-27931": expected a CVE of security/fixes.csv, security/responses.csv or security/safari-fixes.csv',
	]);
	for (const days of [',2022-05-03', '2021-11-03,', '2021-11-03,2021-11-02'])
		expect(after(`CVE-2020-27930,${days},yes`)).toHaveLength(1);
	expect(after('CVE-2020-27930,,,no')).toEqual([
		'security/exploited.csv:2: vendor_says: "no": expected yes if CISA\'s catalog does not list the CVE',
	]);
});

test('a CVE has its releases in order, and the day since when it counts as exploited', () => {
	const { cves, lists } = makeCatalog(smallData()).catalog!.security;
	const cve = cves.get('CVE-2020-27930')!;
	expect(cve.fixedIn.map(({ version }) => version)).toEqual(['11.0.1', '11.1']);
	expect(cve.exploitation).toMatchObject({
		since: '2021-11-03',
		kevAdded: '2021-11-03',
		kevDue: '2022-05-03',
	});
	expect(lists.get('11.1')!.fixes.map(({ cve, confidence }) => [cve, confidence])).toEqual([
		['CVE-2020-27930', 'low'],
		['CVE-2020-29620', 'high'],
	]);
	const vendorOnly = smallData(['security/exploited.csv', '2021-11-03,2022-05-03', ',']);
	const { exploitation } = makeCatalog(vendorOnly).catalog!.security.cves.get('CVE-2020-27930')!;
	expect(exploitation).toMatchObject({ since: '2020-11-12', kevAdded: null, kevDue: null });
});

test('a CVE that a list only mentions is not an entry of that list, and the list exists', () => {
	expect(findingsAfter(['security/slips.csv', 'CVE-2020-29620', 'CVE-2020-27930'])).toEqual([
		'security/fixes.csv:3: cve: "CVE-2020-27930": expected no CVE that security/slips.csv takes from 11.0.1',
	]);
	expect(findingsAfter(['security/slips.csv', '11.0.1,', '10.4,'])).toEqual([
		'security/slips.csv:2: version: "10.4": expected a release of security/lists.csv',
	]);
});

test('an exploited CVE without a release from 11 on names what fixed it, unless it is of other systems', () => {
	const after = (from: string, to: string) => findingsAfter(['security/exploited-elsewhere.csv', from, to]);
	expect(after('macOS,10.14.4', 'macOS,')).toEqual([
		'security/exploited-elsewhere.csv:2: fixed_in: "": expected what fixed it, exactly when systems has macOS',
	]);
	expect(after('iOS;iPadOS,', 'iOS;iPadOS,10.14')).toHaveLength(1);
	expect(after('2023-05-08', '2023-04-16')).toEqual([
		'security/exploited-elsewhere.csv:2: kev_due: "2023-04-16": expected a day not before kev_added',
	]);
});

test('the parts of a CVE record agree', () => {
	const found = (from: string, to: string) => findingsAfter(['security/records.csv', from, to]);
	expect(found('16,,11.1', '16,11.0.1,11.1')).toEqual([
		'security/records.csv:3: fixed_in: "11.0.1": expected nothing in a rejected record',
	]);
	expect(found('11.0.1,11.1,An', '11.0.1;11.1,11.1,An')).toEqual([
		'security/records.csv:2: dropped: "11.1": expected versions that fixed_in does not have',
	]);
	expect(found('none,no,partial', 'none,,partial')).toEqual([
		'security/records.csv:2: assessed: "2020-12-16": expected all three parts of an assessment, or none and no day',
	]);
	expect(found('11.0.1,11.1,An', '11.1;11.0.1,,An')).toEqual([
		'security/records.csv:2: fixed_in: "11.1;11.0.1": expected releases such as 14.0, 15.8.2 or 26.7 in their order, separated by semicolons, none of them twice there',
	]);
	for (const words of ['<b>memory</b>', 'https://example.com', `A${'a'.repeat(300)}`])
		expect(found('An app may read memory', words)).toHaveLength(1);
});

test('a block of CVE numbers is of one year, and in order', () => {
	const found = (last: string) => findingsAfter(['security/blocks.csv', 'CVE-2020-29630', last]);
	for (const last of ['CVE-2021-29630', 'CVE-2020-29599'])
		expect(found(last)).toEqual([
			`security/blocks.csv:2: last: "${last}": expected a CVE of the year of first, and not before it`,
		]);
	expect(makeCatalog(smallData()).catalog!.security.blocks).toEqual([
		{ first: 'CVE-2020-29600', last: 'CVE-2020-29630' },
	]);
});

test('a release of Safari is for known majors, and its list agrees with its state', () => {
	const found = (file: string, from: string, to: string) => findingsAfter([`security/${file}.csv`, from, to]);
	expect(found('safari', '15.4,2022-03-15,11', '15.4,2022-03-15,11;12')).toEqual([
		'security/safari.csv:4: majors: "12": expected majors of primary/releases.csv',
	]);
	expect(found('safari', '11=16612', '10.4=16612')).toEqual([
		'security/safari.csv:3: bundles: "10.4=16612.4.9.1.8": expected majors that the release is offered to',
	]);
	expect(found('safari', '11=612D19', '11')).toEqual([
		'security/safari.csv:2: builds: "11": expected values such as 15=624G30, a major and its own value, separated by semicolons, none of them twice there',
	]);
	expect(found('safari', ',none,', ',partial,')).toEqual([
		'security/safari.csv:4: state: "partial": expected none exactly if security/safari-fixes.csv has no entries of it',
	]);
	expect(found('safari-fixes', '2022-02-10', '2022-02-11')).toContain(
		'security/safari-fixes.csv:3: safari: "15.3 2022-02-11": expected a release of security/safari.csv and its day',
	);
});

test('the catalog has the releases of Safari with their fixes, and knows which came out again under one number', () => {
	const { catalog } = makeCatalog(smallData());
	const { safari, cves } = catalog!.security;
	expect(
		safari.map(({ version, isReissue, fixes }) => [version, isReissue, fixes.map(({ cve }) => cve)]),
	).toEqual([
		['15.3', false, ['CVE-2022-22589']],
		['15.3', true, ['CVE-2022-22620']],
		['15.4', false, []],
	]);
	expect(cves.get('CVE-2022-22620')).toMatchObject({ fixedIn: [], responses: [], safari: [safari[1]!] });
	expect([...safari[1]!.bundles]).toEqual([['11', '16612.4.9.1.8']]);
});

test('the catalog has what the CVE records say', () => {
	const { catalog } = makeCatalog(smallData());
	expect([...catalog!.security.records.values()]).toEqual([
		{
			cve: 'CVE-2020-9849',
			state: 'published',
			updated: '2020-12-15T20:35:00Z',
			fixedIn: ['11.0.1'],
			dropped: ['11.1'],
			impact: 'An app may read memory',
			exploited: null,
			ssvc: { exploitation: 'none', automatable: 'no', technicalImpact: 'partial', assessed: '2020-12-16' },
			kevAdded: null,
			sources: ['list'],
		},
		{
			cve: 'CVE-2020-29613',
			state: 'rejected',
			updated: '2020-12-16',
			fixedIn: [],
			dropped: ['11.1'],
			impact: null,
			exploited: null,
			ssvc: null,
			kevAdded: null,
			sources: ['list'],
		},
	]);
});
