import { expect, test } from 'bun:test';
import { askedService } from '../../../../../test/reads/asked-service.ts';
import { smallData } from '../../../../../test/small-data.ts';
import { makeCatalog } from '../../catalog/make-catalog.ts';
import { whyUnknown } from './cves.ts';

const { ask } = askedService();

test('/cves lists every release that fixes a CVE, in order, and whether it is exploited', async () => {
	expect((await ask('/cves/CVE-2024-23232')).record).toMatchObject({
		cve_id: 'CVE-2024-23232',
		fixed_in: ['14.4'],
		exploited: false,
		kev_added: null,
		kev_due: null,
	});
	expect((await ask('/cves/cve-2026-65400')).record).toMatchObject({
		cve_id: 'CVE-2026-65400',
		fixed_in: ['14.8.9', '15.7.9', '26.6.1', '26.7', '27.0'],
		exploited: true,
		kev_added: '2026-08-18',
		kev_due: '2026-08-21',
	});
	expect((await ask('/cves/CVE-2026-65400?as_of=2026-08-10')).record).toMatchObject({
		fixed_in: ['14.8.9', '15.7.9', '26.6.1'],
		exploited: false,
		kev_added: null,
	});
});

test('/cves says since when a CVE is exploited, and which majors never got the fix', async () => {
	expect((await ask('/cves/CVE-2026-65400')).record).toMatchObject({
		exploited_since: '2026-08-18',
		not_stated_for: ['11', '12', '13'],
	});
	expect((await ask('/cves/CVE-2024-23232')).record).toMatchObject({ exploited_since: null });
});

test('/cves with a Mac and its version says whether the Mac has the fix', async () => {
	const check = async (mac: string) => (await ask(`/cves/CVE-2026-65400/${mac}?as_of=2026-11-01`)).record;
	expect(await check('J293AP:14.7.2')).toEqual({
		cve_id: 'CVE-2026-65400',
		board_id: 'J293AP',
		board_ids: ['J293AP'],
		version: '14.7.2',
		reported_safari: null,
		state: 'missing',
		fixed_because: null,
		not_stated_because: null,
		install: '14.8.9',
		fixed_in: '14.8.9',
		fixed_on: '2026-08-06',
		fixed_in_build: null,
		safari: null,
		install_safari: null,
		as_of: '2026-11-01',
		summary: 'Missing: 14.7.2 does not have the fix for CVE-2026-65400. Update to 14.8.9 or later.',
	});
	expect(await check('J293AP:26.7')).toMatchObject({
		state: 'fixed',
		summary: 'Fixed: 26.7 has the fix for CVE-2026-65400, which came with 26.6.1.',
	});
	expect(await check('J293AP:13.7.8')).toMatchObject({
		state: 'not-stated',
		not_stated_because: 'no-release-since',
		install: '14.8.9',
		fixed_in: null,
		summary:
			'Apple does not say: 13 has had no release since newer versions fixed CVE-2026-65400, and Apple has not said whether it is affected. This Mac can install 14.8.9, which has the fix.',
	});
	expect(await check('J293AP:10.15.7')).toMatchObject({ status: 404, code: 'major-not-supported' });
	expect(await check('J31AP:14.7.2')).toMatchObject({ status: 404, code: 'board-unknown' });
	expect((await ask('/cves/CVE-2099-0001/J293AP:14.7.2')).record).toMatchObject({ code: 'cve-unknown' });
});

test('/cves distinguishes a major that came out after the fix from a major that never got it', async () => {
	const check = async (cve: string, mac: string) =>
		(await ask(`/cves/${cve}/${mac}?as_of=2026-11-01`)).record;
	expect(await check('CVE-2025-43300', 'J313AP:27.2')).toMatchObject({
		state: 'fixed',
		fixed_because: 'later-major',
		install: null,
		summary: 'Fixed: 27 came out after CVE-2025-43300 was fixed.',
	});
	expect(await check('CVE-2025-43300', 'J313AP:12.7.6')).toMatchObject({
		state: 'not-stated',
		not_stated_because: 'no-release-since',
		install: '13.7.8',
	});
	expect(await check('CVE-2025-43529', 'J313AP:15.8.2')).toMatchObject({
		state: 'not-stated',
		not_stated_because: 'safari-not-reported',
		install: null,
		safari: { version: '26.2', released: '2025-12-12', article: 'https://support.apple.com/125892' },
		summary:
			'Not known: Safari 26.2 has the fix for CVE-2025-43529, and it was not said which Safari this Mac has. Apple does not list CVE-2025-43529 for 15 itself.',
	});
	expect(await check('CVE-2025-31200', 'J313AP:14.8.9')).toMatchObject({
		not_stated_because: 'released-since',
		safari: null,
		summary:
			'Apple does not say: it does not list CVE-2025-31200 for 14, which has had releases since it was fixed elsewhere. That does not prove that 14 is safe.',
	});
	for (const version of ['26.9', '26.4.9'])
		expect(await check('CVE-2025-43529', `J313AP:${version}`)).toMatchObject({
			state: 'unknown',
			summary: `Unknown: ${version} is not a known release, so nothing can be said about CVE-2025-43529.`,
		});
});

test('/cves says for each major whether it has the fix, and why', async () => {
	const { majors } = (await ask('/cves/CVE-2025-43529?as_of=2026-11-01')).record;
	expect(majors.at(-3)).toEqual({
		major: '15',
		state: 'not-stated',
		fixed_because: null,
		not_stated_because: 'safari-not-reported',
		fixed_in: null,
		fixed_on: null,
		safari: { version: '26.2', released: '2025-12-12', article: 'https://support.apple.com/125892' },
	});
	expect(majors.at(-2)).toEqual({
		major: '26',
		state: 'fixed',
		fixed_because: 'listed',
		not_stated_because: null,
		fixed_in: '26.2',
		fixed_on: '2025-12-12',
		safari: null,
	});
	expect(majors.at(-1)).toMatchObject({ major: '27', state: 'fixed', fixed_because: 'later-major' });
	expect(majors).toHaveLength(7);
});

test('a release lists its Macs, and the problem for an unknown release names its neighbors', async () => {
	const macs = async (version: string) => (await ask(`/releases/${version}/boards`)).record;
	const { boards, count } = await macs('15.1');
	expect(count).toBe(boards.length);
	expect(boards.map(({ board_id }: { board_id: string }) => board_id)).not.toContain('J140KAP');
	expect(await macs('10.15.0')).toMatchObject({ version: '10.15', major: '10.15' });
	expect(await macs('14.8.6')).toMatchObject({
		code: 'release-unknown',
		release_before: '14.8.5',
		release_after: '14.8.7',
	});
});

test('a CVE without a fix by that day is unknown', async () => {
	for (const path of ['/cves/CVE-2099-0001', '/cves/nonsense', '/cves/CVE-2026-65400?as_of=2026-08-01'])
		expect((await ask(path)).record).toMatchObject({ status: 404, code: 'cve-unknown' });
});

test('a release lists what it fixes, exploited first, with the article of the vendor', async () => {
	expect((await ask('/releases/26.7.1/cves')).record).toEqual({
		version: '26.7.1',
		major: '26',
		released: '2026-09-28',
		known: 'listed',
		article: 'https://support.apple.com/149228',
		count: 1,
		exploited_count: 1,
		cves: [
			{
				cve_id: 'CVE-2026-86950',
				exploited: true,
				kev_added: '2026-09-29',
				kev_due: '2026-10-02',
				impact: 'Processing a maliciously crafted file may lead to arbitrary code execution',
				first_fixed_in: '26.7.1',
				confidence: 'high',
			},
		],
		note: null,
	});
	const { record } = await ask('/releases/26.7/cves');
	expect([record.known, record.count, record.cves[0]]).toEqual([
		'listed',
		153,
		expect.objectContaining({ cve_id: 'CVE-2026-65400', first_fixed_in: '26.6.1' }),
	]);
	expect((await ask('/releases/10.15.7/cves')).record).toMatchObject({
		known: 'unknown',
		count: null,
		cves: [],
		note: 'It is not known which CVEs the release fixes.',
	});
	expect((await ask('/releases/26.7.2/cves')).record).toMatchObject({
		known: 'partial',
		count: 9,
		note: 'Only part of the list is known: the release may fix more.',
	});
	expect((await ask('/releases/14.8.6/cves')).record).toMatchObject({
		code: 'release-unknown',
		release_before: '14.8.5',
		release_after: '14.8.7',
	});
});

test('an exploited CVE that was fixed before 11 says where, and is fixed on every release from 11 on', async () => {
	const { record } = await ask('/cves/CVE-2019-8526?as_of=2026-11-01');
	expect(record).toMatchObject({
		cve_id: 'CVE-2019-8526',
		fixed_in: [],
		fixed_in_responses: [],
		fixed_before_11: ['10.14.4', 'Security Update 2019-002 High Sierra', 'Security Update 2019-002 Sierra'],
		exploited: true,
		exploited_since: '2023-04-17',
		kev_due: '2023-05-08',
		not_stated_for: [],
	});
	expect(
		record.majors.map(({ major, fixed_because }: { major: string; fixed_because: string }) => [
			major,
			fixed_because,
		]),
	).toEqual(['11', '12', '13', '14', '15', '26', '27'].map((major) => [major, 'later-major']));
	expect((await ask('/cves/CVE-2020-9934/J293AP:26.7.2')).record).toMatchObject({
		state: 'fixed',
		fixed_because: 'later-major',
		fixed_in: null,
		summary: 'Fixed: 26 came out after CVE-2020-9934 was fixed in 10.15.6.',
	});
	// The lists begin with 11: nobody here knows which updates a Mac on an older version has.
	for (const version of ['10.13.6', '10.14.6', '10.15.3'])
		for (const id of ['CVE-2019-8526', 'CVE-2020-9859'])
			expect((await ask(`/cves/${id}/Mac-7BA5B2D9E42DDD94:${version}`)).record).toMatchObject({
				state: 'unknown',
				fixed_because: null,
				not_stated_because: null,
				install: '11.0.1',
				summary: `Unknown: the lists of fixes begin with 11, so nothing can be said about ${id} on ${version}. This Mac can install 11.0.1, which has the fix.`,
			});
	expect((await ask('/cves/CVE-2025-43300/Mac-7BA5B2D9E42DDD94:10.15.7')).record).toMatchObject({
		state: 'unknown',
		install: '13.7.8',
	});
	expect((await ask('/cves/CVE-2025-43300/J293AP:15')).record).toMatchObject({
		state: 'unknown',
		summary:
			'Unknown: 15 is a major version, and whether it has the fix for CVE-2025-43300 depends on the release.',
	});
	// Nothing is said about a version that is not known, or about a day before 11.
	expect((await ask('/cves/CVE-2020-9934/J293AP:26.9')).record.state).toBe('unknown');
	expect((await ask('/cves/CVE-2020-9934?as_of=2020-11-11')).record.code).toBe('cve-unknown');
	expect((await ask('/cves/CVE-2020-9934?as_of=2020-11-12')).record.exploited).toBe(false);
});

test('a CVE that is not listed says what that means, and one of other systems names them', async () => {
	const detail = async (id: string) => (await ask(`/cves/${id}`)).record.detail;
	expect(await detail('CVE-2018-4100')).toBe(
		'there is no record of a fix for CVE-2018-4100 in macOS 11 or later. The lists of fixes begin with 11: what Apple fixed before 11 came out is in every release since, so this does not mean that a Mac lacks the fix',
	);
	expect(await detail('CVE-2021-99999')).toBe(
		'there is no record of a fix for CVE-2021-99999 in macOS 11 or later: it may be of another system, such as iOS, or not fixed yet',
	);
	expect(await detail('CVE-2025-24200')).toBe(
		"Apple lists CVE-2025-24200 for iOS and iPadOS only, and for no release of macOS; CISA's KEV catalog has it since 2025-02-12",
	);
	expect((await ask('/cves/CVE-2025-24200/J293AP:26.7.2')).record).toMatchObject({
		status: 404,
		code: 'cve-unknown',
	});
	// Its record was read, and names iOS alone.
	expect(await detail('CVE-2026-86885')).toBe(
		"Apple's CVE record of CVE-2026-86885 names other systems only, and no release of macOS",
	);
});

test("/cves has Apple's words and CISA's assessment where the record was read, and nulls elsewhere", async () => {
	const unread = { impact: null, apple_says: null, ssvc: null, record_sources: [] };
	expect((await ask('/cves/CVE-2024-23232')).record).toMatchObject(unread);
	expect((await ask('/cves/CVE-2026-112497')).record).toMatchObject({
		impact: 'An app may be able to break out of its sandbox',
		apple_says: null,
		ssvc: null,
		record_sources: ['cve:its sentence'],
	});
	const { record } = await ask('/cves/CVE-2026-86950');
	expect(record).toMatchObject({
		impact: 'Processing a maliciously crafted file may lead to arbitrary code execution',
		apple_says:
			'Apple is aware of a report that this issue may have been exploited in an extremely sophisticated attack against specific targeted individuals on versions of iOS before iOS 27',
		ssvc: { exploitation: 'active', automatable: 'no', technical_impact: 'total', assessed: '2026-09-29' },
		record_sources: ['cve:whole record'],
	});
	// CISA had not assessed it yet.
	expect((await ask('/cves/CVE-2026-86950?as_of=2026-09-28')).record).toMatchObject({
		apple_says: null,
		ssvc: null,
	});
	const { text } = await ask('/cves/CVE-2026-65400', { Accept: 'text/plain' });
	expect(text).toContain('ssvc_exploitation=active\nssvc_automatable=yes\nssvc_technical_impact=total\n');
});

test('a rejected CVE, and one whose fixes are not known yet, say so', () => {
	const named = 'CVE-2026-1000,published,,12.9;13.9,,,,,,,,,list\n';
	const { catalog } = makeCatalog(
		smallData(['security/records.csv', ',,,,,,,,list\n', `,,,,,,,,list\n${named}`]),
	);
	expect(whyUnknown(catalog!, 'CVE-2020-29613')).toBe(
		'CVE-2020-29613 was rejected: its CVE record says that it is no vulnerability of its own',
	);
	expect(whyUnknown(catalog!, 'CVE-2026-1000')).toBe(
		"Apple's CVE record says that 12.9 and 13.9 fixed CVE-2026-1000, and no such release is known here yet",
	);
});

test('a CVE that only older major versions list is in no count', async () => {
	expect((await ask('/cves/CVE-2025-43231/J293AP:15.8.2')).record).toMatchObject({
		state: 'not-stated',
		not_stated_because: 'older-only',
		install: null,
		summary:
			'Apple does not say: it lists CVE-2025-43231 for older versions only, and not for 15. That does not prove that 15 is safe.',
	});
});
