import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { builtInPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { cveNotice } from '@pointrelease/core/src/catalog/cve-notice.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { publicDocument } from './public-page.ts';
import { drawLostKey, drawView } from './render.tsx';

const template = readFileSync(new URL('../static/index.html', import.meta.url), 'utf8');

function draw(address: string) {
	return drawView({ catalog: shipped, address, today: '2026-11-16', policies: builtInPolicies });
}

/** The text of the page for a client without scripts, with single spaces. */
function textOf(address: string): string {
	return draw(address)
		.markup.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ');
}

const answers: [address: string, ...parts: string[]][] = [
	['/', 'What Macs run today', 'macOS 27 Golden Gate', '27.2', 'Newest Macs', 'Changes in the last month'],
	['/?q=air+m1+14.7.2', '1 Mac for', 'MacBook Air (M1, 2020)', 'Runs 14.7.2, latest of 14 is 14.8.9'],
	['/?q=14.8.6', 'No results for', '14.8.5', '14.8.7'],
	[
		'/?q=C02XL0GTJGH5',
		'No results for',
		'C02XL0GTJGH5 looks like a serial number, which names one computer and no model',
	],
	['/?q=macbook', 'The first 50 of '],
	['/mac/J293AP', 'MacBook Pro (13-inch , M1, 2020)', 'Supported, up to 27.2', 'September 2029'],
	['/mac/J293AP', 'macOS 14 Sonoma 14.0 14.8.9 6 August 2026 until 14 September 2026'],
	['/mac/J293AP?on=14.7.2', 'Update to 27.2', 'has been unsupported since 14 September 2026'],
	[
		'/mac/J293AP?on=14.8.8',
		'of 1 missing fix. For 11 more, Apple lists a fix only in newer versions of macOS.',
		'1 exploited vulnerability CVE-2026-65400',
		"1 exploited vulnerability that Apple hasn't listed for macOS 14",
	],
	['/mac/J293AP?on=14.7.2&behind=1&grace_days=14', 'Required by the policy 26.7.2', 'Deadline'],
	['/mac/J293AP?on=14.7.2&behind=1&grace_days=14', 'Required by the policy 26.7.2', 'Deadline'],
	['/mac/J293AP?on=14.7.2&policy=n-1', 'Required by the policy 26.7.2', 'Deadline'],
	['/compare?mac=J293AP:14.7.2&mac=Mac14,2&policy=n-1', 'Required by the policy', '26.7.2', 'missed'],
	['/release', 'macOS 14 Sonoma', 'since 14 September 2026'],
	['/release/14', 'macOS 14 Sonoma', '14.8.9', '6 August 2026', 'CVE-2026-65400'],
	['/release/14.8.9', 'macOS 14.8.9', '1 CVE fixed , 1 exploited', '23J631', 'MacBook Air (M1, 2020)'],
	[
		'/cve/cve-2026-65400',
		'An attacker on the network may be able to authenticate to Screen Sharing without valid credentials.',
		'in CISA’s KEV catalog since 18 August 2026',
		'CISA due date: 21 August 2026',
		'CISA’s assessment of 18 August 2026: exploitation active, automatable yes, technical impact total.',
		'26 Fixed',
		'13 No fix (no releases since)',
	],
	['/cve/CVE-2026-86950', 'Apple is aware of a report that this issue may have been exploited'],
	[
		'/cve/CVE-2024-23232',
		'Not known to be exploited.',
		'Apple’s article about 14.4 says what it may lead to.',
	],
	['/release/26.7.2', 'An app may be able to break out of its sandbox CVE-2026-112497', '8 other CVEs'],
	[
		'/cve/CVE-2015-1130',
		'Fixed before macOS 11 in 10.10.3. Every release of 11 and later has the fix.',
		'27 Includes the fix',
	],
	['/cve/CVE-2025-24200', 'Apple lists CVE-2025-24200 for iOS and iPadOS only, and for no release of macOS'],
	['/?q=CVE-2015-1130', 'Fixed before 11, in 10.10.3'],
	['/?q=CVE-2025-24200', 'Apple lists it for iOS, iPadOS only'],
	['/cve/CVE-2026-65400?mac=air+m1&on=14.7.2', 'Not fixed: update to 27.2', 'which came with 14.8.9.'],
	['/cve/CVE-2026-65400?mac=air+m1&on=14.8.9', 'Fixed'],
	['/cve/CVE-2026-65400?mac=air+m1&on=13.7.8', 'Not fixed: update to 27.2', '13 has had no release since'],
	['/cve/CVE-2025-43300?mac=air+m1&on=26.0', 'macOS 26 includes the fix'],
	['/cve/CVE-2025-43300?mac=air+m1&on=15.7', 'Fixed since 15.6.1'],
	['/cve/CVE-2025-43300?mac=mac+mini+2018&on=12.7.6', 'Not fixed: update to 15.8.2'],
	['/cve/CVE-2025-43529?mac=air+m1&on=15.8.2', 'Depends on Safari: 26.2 has the fix'],
	['/cve/CVE-2025-43529?mac=air+m1&on=15.8.2&safari=26.6.1', 'Safari 26.2 has the fix'],
	['/cve/CVE-2025-43529?mac=air+m1&on=15.8.2&safari=26.1', 'Not fixed: update Safari to 26.2'],
	['/mac/J293AP?on=15.8.2&safari=26.1', 'Update Safari to 27.2'],
	['/cve/CVE-2025-43300?mac=air+m1&on=15.70', 'Unknown 15.70 is not a known release'],
	[
		'/cve/CVE-2025-43300?mac=mac+mini+2018',
		'Choose the installed version Mac mini (Late 2018) 15 Fixed in 15.6.1 14 Fixed in 14.7.8',
		'12 No fix (no releases since)',
	],
	['/cve/CVE-2025-43300?mac=FOO', 'There is no board'],
	['/cve/CVE-2026-65400?mac=FOO&on=14.7.2', 'There is no board &quot;FOO&quot;.'],
	['/cve/CVE-2026-65400?mac=air+m1&on=10.15.7', 'This Mac does not support 10.15. MacBook Air (M1, 2020)'],
	[
		'/mac/J293AP?on=banana',
		'is not a version: expected a major version or a release such as 14, 14.7.2, 10.15.7 or 9.2.2. ',
	],
	['/compare?mac=J293AP&mac=Mac14,2', 'MacBook Air (M2, 2022)', 'Only some run'],
	[
		'/compare?mac=J293AP&mac=macbook+pro+16+2019',
		'Which “macbook pro 16 2019”? MacBook Pro (16-inch, 2019) MacBook Pro (16-inch, 2019, Radeon Pro 5600M Graphics)',
	],
	['/compare?mac=J293AP&mac=air+m1', 'MacBook Air (M1, 2020)'],
	['/all?runs=26&not=27', '7 Macs (13 board IDs) shown', 'Mac Pro (2019)'],
	['/all?major=27', 'Drops 7 Macs'],
];

test.each(answers)('%p has its answer in the markup, without a script', (address, ...parts) => {
	const text = textOf(address);
	for (const part of parts) expect(text).toContain(part);
});

test('a page has a title, a description and a canonical address', () => {
	const page = draw('/mac/MacBookPro17,1?on=14.7.2');
	expect(page.title).toBe('MacBook Pro (13-inch, M1, 2020) on 14.7.2 · pointrelease');
	expect(page.canonical).toBe('/mac/J293AP?on=14.7.2');
	expect(page.description).toStartWith(
		'MacBook Pro (13-inch, M1, 2020) runs macOS 11 to macOS 27. Update to 27.2.',
	);
	const markup = publicDocument(template, page, 'https://macs.example');
	expect(markup).toContain(
		'<title>MacBook Pro (13-inch, M1, 2020) on 14.7.2 · pointrelease</title><link rel="canonical" href="https://macs.example/mac/J293AP?on=14.7.2" />',
	);
	expect(markup).toContain(`<meta name="description" content="${page.description}" />`);
	expect(markup).not.toContain('<noscript>');
});

test.each([
	['/', 'What Macs run today', '/'],
	['/?q=air+m1', 'air m1', '/?q=air%20m1'],
	['/release', 'Releases', '/release'],
	['/release/14', 'macOS 14 Sonoma', '/release/14'],
	['/release/10.15.0', 'macOS 10.15', '/release/10.15.0'],
	['/cve/cve-2026-65400', 'CVE-2026-65400', '/cve/CVE-2026-65400'],
	['/compare', 'Compare Macs', '/compare'],
	[
		'/compare?mac=J293AP&mac=Mac14,2',
		'Compare MacBook Pro (13-inch, M1, 2020) and MacBook Air (M2, 2022)',
		'/compare?mac=J293AP&mac=Mac14%2C2',
	],
	['/all?runs=26&order=oldest', 'Every Mac since 1984', '/all?runs=26'],
	['/all?order=support', 'Macs by the end of their support', '/all?order=support'],
])('the title of %p is %p, listed as %p', (address, title, canonical) => {
	expect(draw(address)).toMatchObject({ status: 200, title: `${title} · pointrelease`, canonical });
});

test.each([
	['/?as_of=2012-07-01', 'What Macs ran', '/'],
	['/release?as_of=2012-07-01', 'OS X 10.7 Lion', '/release'],
	['/release/14?as_of=2025-01-01', 'macOS 14 Sonoma', '/release/14'],
	['/mac/J293AP?on=11.2&as_of=2022-07-01', 'Update to ', '/mac/J293AP?on=11.2'],
])('%s shows that day, and links to today', (address, part, today) => {
	const text = textOf(address);
	expect(text).toContain('As known on ');
	expect(text).toContain(part);
	expect(draw(address).markup).toContain(`<a href="${today}">Show today</a>`);
});

test('a count of exploited vulnerabilities links to their list', () => {
	const mac = draw('/mac/J293AP?on=14.7.2').markup;
	expect(mac).toContain('<a href="/mac/J293AP?on=14.7.2&amp;show=fixes">6</a>');
	const checks = /href="\/cve\/CVE-[\d-]+\?mac=J293AP&amp;on=14.7.2"/g;
	// Missing, fixed only in newer versions, and fixed there but not listed for 14.
	expect(mac.match(checks)).toHaveLength(6 + 1 + 10);
	expect(mac).toContain('>Show all missing fixes</a>');
	expect(draw('/mac/J293AP?on=14.7.2&show=fixes').markup.match(checks)).toHaveLength(652 + 1 + 10);
	const compared = draw('/compare?mac=J293AP:14.7.2&mac=Mac14,2').markup;
	expect(compared).toContain('<a href="/mac/J293AP?on=14.7.2&amp;show=fixes">6</a>');
	expect(compared).toContain('<a href="/release/27.2">27.2</a>');
	expect(draw('/release/14').markup).toContain('<a href="/release/14.8.9">1 CVE<strong class="exploited">');
});

test('a release lists exploited CVEs first, with what may happen and where others say more, and hides bare numbers', () => {
	const { markup } = draw('/release/26.7');
	const fixes = markup.slice(markup.indexOf('id="cves"'));
	const [shown, hidden] = fixes.split('<details class="cve-rest">');
	expect([shown, hidden].map((part) => part!.match(/href="\/cve\//g)?.length)).toEqual([1, 152]);
	for (const address of [
		'https://support.apple.com/149042',
		'https://www.cisa.gov/known-exploited-vulnerabilities-catalog?field_cve=CVE-2026-65400',
		'https://nvd.nist.gov/vuln/detail/CVE-2026-65400',
		'https://www.cve.org/CVERecord?id=CVE-2026-65400',
	])
		expect(shown).toContain(`href="${address}"`);
	expect(shown).toContain('authenticate to Screen Sharing without valid credentials.');
});

test('the pages of CVEs and of their releases carry the notice that copies of CVE records need', () => {
	for (const address of ['/cve/CVE-2024-23232', '/release/14.4']) {
		const text = draw(address).markup.replaceAll('&quot;', '"');
		for (const paragraph of cveNotice.split('\n\n')) expect(text).toContain(paragraph);
	}
	expect(draw('/release/10.4.11').markup).not.toContain('MITRE');
});

test('the page of a CVE shows for each major version whether it has the fix, newest first', () => {
	const { markup } = draw('/cve/CVE-2026-65400');
	const table = markup.slice(markup.indexOf('<tbody>'), markup.indexOf('</tbody>'));
	const rows = table.split('</tr>').map((row) =>
		row
			.replace(/<[^>]*>/g, ' ')
			.replace(/\s+/g, ' ')
			.trim(),
	);
	expect(rows.filter(Boolean).map((row) => row.replace(/ \d+ \w+ \d{4}.*/, ''))).toEqual([
		'27 Fixed in 27.0',
		'26 Fixed in 26.6.1 also listed for 26.7',
		'15 Fixed in 15.7.9',
		'14 Fixed in 14.8.9',
		'13 No fix (no releases since) – –',
		'12 No fix (no releases since) – –',
		'11 No fix (no releases since) – –',
	]);
});

test('forms without a script keep the parameters of the address', () => {
	const { markup } = draw('/mac/M5920?on=7.5.5&machine=Macintosh+Quadra+700&behind=1');
	expect(markup).toContain('<input type="hidden" name="behind" value="1"/>');
	expect(markup).toContain('<input type="hidden" name="on" value="7.5.5"/>');
	expect(draw('/compare?mac=J293AP&mac=Mac14,2').markup).toContain(
		'<input type="hidden" name="mac" value="J293AP"/><input type="hidden" name="mac" value="Mac14,2"/>',
	);
	expect(draw('/all?runs=26').markup).toContain('<option selected value="26">');
});

test.each([
	['/mac/J31AP', 'href="/mac/J313AP"'],
	['/release/14.8.6', 'href="/release/14.8.5"'],
	['/release/28.0', 'href="/release/27"'],
	['/release/10.16', 'href="/release/10.0"'],
	['/cve/CVE-1999-0001', '<h1>Not found</h1>'],
	['/cve/CVE-1999-0001', '<a href="/">Search for a Mac, a release or a CVE</a>'],
	['/compare?mac=J293AP&mac=J31AP9', 'Remove “J31AP9” from the comparison'],
])('%p is not found, is not listed, and has links to go on', (address, near) => {
	const page = draw(address);
	expect(page).toMatchObject({ status: 404, canonical: null });
	expect(page.markup).toContain(near);
	expect(publicDocument(template, page, 'https://macs.example')).toContain(
		'<meta name="robots" content="noindex" />',
	);
});

test.each(['/?q=', '/mac/', '/release/', '/cve/', '/mac/J293AP?on=', '/compare?mac=', '/all?find='])(
	'nothing behind %p becomes markup',
	(address) => {
		const page = draw(`${address}${encodeURIComponent('"><script>x</script>')}`);
		const markup = publicDocument(template, page, 'https://macs.example');
		expect(markup).not.toContain('<script>x');
		expect(markup).not.toContain('"><script>x');
	},
);

test('no markup has an inline style, which the content security policy forbids, or a button that needs a script', () => {
	for (const address of [
		'/',
		'/mac/J293AP?on=14.7.2',
		'/release/14',
		'/release',
		'/compare?mac=J293AP',
		'/all?runs=26',
	])
		expect(draw(address).markup).not.toMatch(/ style=|<button type="button"(?![^>]*popovertarget)/);
});

test('a page has the styles of its view after those of all views', () => {
	const styles = (address: string) =>
		[...publicDocument(template, draw(address), null).matchAll(/href="\/assets\/(\w+)\.css"/g)].map(
			([, name]) => name,
		);
	expect(styles('/all')).toEqual(['page', 'everything']);
	expect(styles('/release')).toEqual(['page']);
});

test('the page about lost keys has a form and runs no script', () => {
	const form = publicDocument(template, drawLostKey('form'), null);
	expect(form).toContain('<form class="key" method="post" action="/lost-key">');
	expect(form).toContain('aria-invalid="false"');
	expect(form).toContain('<meta name="robots" content="noindex" />');
	expect(form).not.toContain('<script');
	expect(drawLostKey('not-an-address').markup).toContain('aria-invalid="true"');
	expect(drawLostKey('sent').title).toBe('Check your mail · pointrelease');
});
