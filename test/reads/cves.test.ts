import { expect, test } from 'bun:test';
import { askedService } from './asked-service.ts';

const { ask } = askedService();

test('/cves tells every release that fixes it, in order, and whether it is exploited', async () => {
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

test('a CVE that no release fixes, on that day or at all, is unknown', async () => {
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
				first_fixed_in: '26.7.1',
				confidence: 'high',
			},
		],
		note: null,
	});
	const { record } = await ask('/releases/26.7/cves');
	expect([record.known, record.count, record.cves[0]]).toEqual([
		'partial',
		150,
		expect.objectContaining({ cve_id: 'CVE-2026-65400', first_fixed_in: '26.6.1' }),
	]);
	expect((await ask('/releases/10.15.7/cves')).record).toMatchObject({
		known: 'unknown',
		count: null,
		cves: [],
		note: 'Which CVEs the release fixes is not known.',
	});
	expect(record.note).toBe('The list is known in part: the release may fix more.');
	expect((await ask('/releases/14.8.6/cves')).record).toMatchObject({
		code: 'release-unknown',
		release_before: '14.8.5',
		release_after: '14.8.7',
	});
});
