import { expect, test } from 'bun:test';
import { askedService } from '../../../../../test/reads/asked-service.ts';

const { ask } = askedService();
const day = 'as_of=2026-11-19';

const onMac = async (mac: string, safari: string) =>
	(await ask(`/cves/CVE-2025-43529/${mac}?${day}&safari=${encodeURIComponent(safari)}`)).record;

test('/cves says whether the Safari of a Mac has a fix that its macOS does not list', async () => {
	const safari = { version: '26.2', released: '2025-12-12', article: 'https://support.apple.com/125892' };
	expect(await onMac('J293AP:15.8.2', '26.6.1')).toMatchObject({
		reported_safari: '26.6.1',
		state: 'fixed',
		fixed_because: 'safari',
		not_stated_because: null,
		install: null,
		fixed_in: null,
		safari,
		install_safari: null,
		summary: "Fixed: Safari 26.2 has the fix; Apple does not say so of other apps' web views.",
	});
	expect(await onMac('J293AP:15.8.2', '26.1')).toMatchObject({
		state: 'missing',
		install: null,
		safari,
		install_safari: '26.2',
		summary: 'Missing: Safari 26.1 does not have the fix for CVE-2025-43529. Update Safari to 26.2 or later.',
	});
	expect(await onMac('J293AP:26.2', '26.1')).toMatchObject({
		state: 'fixed',
		fixed_because: 'listed',
		safari: null,
	});
	expect((await ask(`/cves/CVE-2022-22620/J174AP:11.6.8?${day}&safari=15.3`)).record).toMatchObject({
		state: 'unknown',
		safari: { version: '15.3', released: '2022-02-10' },
		summary:
			'Unknown: two packages are called Safari 15.3, and only the later one has the fix for CVE-2022-22620. The number of the bundle tells which it is.',
	});
});

test('/cves lists the releases of Safari that fix a CVE, and for which major versions', async () => {
	const { safari, fixed_in } = (await ask('/cves/CVE-2024-27833')).record;
	expect(fixed_in).toEqual([]);
	expect(safari).toEqual([
		{
			version: '17.5',
			released: '2024-05-13',
			article: 'https://support.apple.com/HT214103',
			majors: ['12', '13'],
			confidence: 'high',
			sources: ['appledb', 'sofa', 'cve'],
		},
	]);
	const { text } = await ask(`/cves/CVE-2025-43529/J293AP:15.8.2?${day}&safari=26.1`, {
		Accept: 'text/plain',
	});
	expect(text).toContain('\nsafari=26.2\ninstall_safari=26.2\n');
});

test('/exposure counts what an update of Safari brings, and what a Safari would decide', async () => {
	const exposure = async (item: string, safari = '') =>
		(await ask(`/exposure/${item}?${day}${safari && `&safari=${safari}`}`)).record;
	expect(await exposure('J293AP:15.8.2')).toMatchObject({
		missing_count: 0,
		not_stated_count: 365,
		safari: null,
		latest_safari: '27.2',
		latest_safari_released: '2026-10-26',
		safari_ended: false,
		safari_missing_count: null,
		safari_not_reported_count: 154,
		safari_not_reported_exploited_count: 2,
	});
	expect(await exposure('J293AP:15.8.2', '26.6')).toMatchObject({
		// 23 of Safari 26.6.1, the 5 of 27.0 that 26.6 lacks, and one of 27.2.
		missing_count: 29,
		exploited_missing_count: 0,
		safari: '26.6',
		safari_missing_count: 29,
		safari_missing_exploited_count: 0,
		safari_not_reported_count: 0,
		missing: expect.arrayContaining([
			expect.objectContaining({
				cve_id: 'CVE-2026-113897',
				fixed_in: null,
				install: null,
				install_safari: '27.2',
			}),
		]),
		summary: expect.stringContaining(
			'Its Safari 26.6 is behind 27.2, the latest for 15, which brings 29 fixes.',
		),
	});
	expect(await exposure('J293AP:14.8.9', '26.6.1')).toMatchObject({
		missing_count: 0,
		safari_missing_count: 0,
		safari_ended: true,
		summary: expect.stringContaining('Safari 26.6.1 is the last one for 14.'),
	});
	// On the newest major Safari decides nothing, whatever it is.
	expect(await exposure('J293AP:27.2', '18.0')).toEqual({
		...(await exposure('J293AP:27.2')),
		safari: '18.0',
	});
});

test('/advice tells a Mac on the latest macOS to update a Safari that is behind', async () => {
	const advice = async (query: string) => (await ask(`/advice/J293AP:15.8.2?${day}${query}`)).record;
	expect(await advice('')).toMatchObject({ standing: 'current', action: 'none', safari: null });
	expect(await advice('&safari=27.2')).toMatchObject({ standing: 'current', action: 'none', safari: '27.2' });
	expect(await advice('&safari=26.1')).toMatchObject({
		standing: 'behind',
		is_current: false,
		releases_behind: 0,
		// Safari 26.2, the first above 26.1, came out on 2025-12-12.
		days_behind: 342,
		action: 'update',
		recommended_version: '15.8.2',
		headline: 'Update Safari to 27.2',
		safari: '26.1',
		latest_safari: '27.2',
		exploited_missing_count: 2,
	});
	expect((await advice('&safari=26.1')).summary).toMatch(
		/^Update Safari to 27\.2\. This Mac runs 15\.8\.2, the latest release of 15 available for it, with Safari 26\.1 and misses at least \d+ fixes, 2 of them for exploited vulnerabilities\. .*Its Safari 26\.1 is behind 27\.2, the latest for 15, which brings \d+ fixes\./,
	);
	// A policy that puts off macOS does not put off Safari.
	expect(await advice('&safari=26.1&behind=2')).toMatchObject({
		meets_policy: true,
		headline: 'Update Safari to 27.2',
	});
	expect((await ask(`/advice/J293AP:14.8.9?${day}&safari=26.6`)).record).toMatchObject({
		standing: 'ended',
		headline: 'Update to 27.2',
		latest_safari: '26.6.1',
	});
});

test('what is no version of Safari is refused with what would be right', async () => {
	for (const path of [
		'/cves/CVE-2025-43529/J293AP:15.8.2',
		'/exposure/J293AP:15.8.2',
		'/advice/J293AP:15.8.2',
	])
		for (const safari of ['605.1.15', '20624.2.5.18.7', '', 'latest'])
			expect((await ask(`${path}?safari=${safari}`)).record).toMatchObject({
				status: 400,
				code: 'bad-parameter',
				parameter: 'safari',
				expected: 'a version of Safari such as 26.5.2 or, with its bundle, 16.3 (17614.4.6.11.6)',
			});
});
