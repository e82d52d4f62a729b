import { afterAll, beforeAll, expect, test } from 'bun:test';
import { overflowing } from './barriers.ts';
import { hold, phone, savedBy, show, until, type Visit, visit } from './browser.ts';

// The start page, releases and CVEs share one service. Tests without a browser of what these views say are in
// `src/page/public/content.test.ts`.

let v: Visit;
beforeAll(async () => {
	v = await visit();
});
afterAll(() => v.end());

test('the start page has a card of the same width for every supported major, with a link to it', async () => {
	const { page, close } = await v.open('/');
	const cards = page.getByRole('list', { name: 'Supported major versions' }).getByRole('listitem');
	await cards.first().waitFor();
	expect(await cards.count()).toBe(3);
	// Even a major of a few weeks has a card of full width.
	for (const card of await cards.all())
		expect((await card.locator('.span-line').boundingBox())!.width).toBeGreaterThan(200);
	expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
		'macOS 27 Golden Gate',
		'macOS 26 Tahoe',
		'macOS 15 Sequoia',
		'Changes in the last month',
		'Newest Macs',
		'Unsupported No longer updated',
		'The data',
		'Subscribe',
	]);
	await page.getByText('Live data is off').waitFor();
	await cards.first().getByRole('link', { name: 'macOS 27 Golden Gate' }).click();
	await page.getByRole('heading', { level: 1, name: 'macOS 27 Golden Gate' }).waitFor();
	await close();
});

test('the state of the data has a line for every feed, with a sign for its state, and one for items held for review', async () => {
	const { page, close } = await v.open('/');
	await page.route('**/dataset', (route) =>
		route.fulfill({
			json: {
				data_version: '2026-11-16-aaaaaaaaaaaa',
				data_changed: new Date(Date.now() - 3 * 86_400_000).toISOString(),
				following: true,
				held_for_review: 1,
				held_since: new Date(Date.now() - 3 * 3_600_000).toISOString(),
				pulled: [],
				feeds: [
					{ feed: 'apple', state: 'fresh', last_answer: new Date(Date.now() - 300_000).toISOString() },
					{ feed: 'sofa', state: 'stale', last_answer: null, failures: 4, problem: 'no answer within 20 s' },
					{ feed: 'appledb', state: 'waiting', last_answer: null },
				],
			},
		}),
	);
	await page.reload();
	const rows = page.locator('.data-state li');
	await rows.first().waitFor();
	expect(await rows.allTextContents()).toEqual([
		'Apple’s update serviceUp to date 5 minutes ago',
		'SOFA 4 failures: no answer within 20 sStale ',
		'AppleDBWaiting ',
	]);
	expect(await rows.locator('.badge').evaluateAll((all) => all.map(({ className }) => className))).toEqual([
		'badge current',
		'badge behind',
		'badge neutral',
	]);
	await page.getByText('Last changed 3 days ago').waitFor();
	expect(await page.locator('.data-state').getByText('held for review').textContent()).toBe(
		'Review 1 item held for review, the oldest from 3 hours ago. For the operator: pointrelease data status.',
	);
	await close();
});

test("the footer shows the age of the data, and whether Apple's feed is stale or frozen", async () => {
	const { page, close } = await v.open('/release');
	const foot = page.locator('footer p').last();
	const told = async (state: { stale: boolean; frozen: boolean }) => {
		await page.unrouteAll();
		await page.route('**/readyz', (route) =>
			route.fulfill({ json: { data_changed: '2026-11-16T18:38:00Z', ...state } }),
		);
		await page.reload();
		await foot.getByText('Data updated 16 November 2026.').waitFor();
		return foot.textContent();
	};
	expect(await told({ stale: false, frozen: false })).toBe('Data updated 16 November 2026.');
	expect(await told({ stale: true, frozen: false })).toBe(
		'Data updated 16 November 2026. Stale: Apple’s update service has not answered for a day. Newer releases may be missing.',
	);
	expect(await told({ stale: false, frozen: true })).toBe(
		'Data updated 16 November 2026. Frozen: Apple’s update service has not changed for days. Newer releases may be missing.',
	);
	await close();
});

test('the bar of a major version is its real time, while its label and its target have room', async () => {
	// The bars of majors that are supported grow with every day.
	const { page, close } = await v.open('/release?as_of=2026-11-16');
	const rows = page.locator('.major-table tbody tr');
	await rows.first().waitFor();
	await page.locator('.major').first().waitFor();
	const measured = async () =>
		new Map(
			(
				await page.evaluate<
					[string, number, number][]
				>(`[...document.querySelectorAll('.major')].map((major) => [
			major.querySelector('text').textContent,
			major.querySelector('.span').getBoundingClientRect().width,
			major.querySelector('.hit').getBoundingClientRect().width,
		])`)
			).map(([name, span, hit]) => [name, { span, hit }]),
		);
	let widths = await measured();
	// 26 came out a year before 27, and 13 was supported for three years. The first picture may be that of today.
	await until(async () => {
		widths = await measured();
		const [span27, span26, span13] = ['27', '26', '13'].map((name) => widths.get(name)?.span ?? 0);
		return span26! > 3 * span27! && span13! > 2 * span26!;
	});
	expect([...widths.values()].filter(({ hit }) => hit < 24)).toEqual([]);
	expect(widths.size).toBe(await rows.count());
	await close();
});

test('a failed request for feed addresses can be repeated', async () => {
	const { page, close } = await v.open('/', { expected: /ERR_FAILED/ });
	await page.route('**/subscription', (route) => route.abort());
	const card = page.locator('.subscribe');
	await card.getByRole('button').click();
	await card.getByText('The service cannot be reached.').waitFor();
	await page.unroute('**/subscription');
	const json = { atom: null, calendar: null, can_change: true };
	await page.route('**/subscription', (route) => route.fulfill({ json }));
	await card.getByRole('button', { name: 'Try again' }).click();
	await card.getByRole('button', { name: 'Create addresses' }).waitFor();
	await close();
});

test('a major shows its releases on a time axis and the Macs that run it, grouped and counted', async () => {
	const { page, close } = await v.open('/release/14');
	await page.getByRole('heading', { name: 'macOS 14' }).waitFor();
	await page.locator('.time-chart .mark').first().waitFor();
	expect(await page.locator('.time-chart .mark').count()).toBeGreaterThan(30);
	expect(await page.getByRole('heading', { name: 'Apple silicon 34' }).count()).toBe(1);
	await page.getByRole('heading', { name: /^Runs on \d+ Macs \(\d+ board IDs\)$/ }).waitFor();
	expect(await page.getByRole('heading', { name: 'Intel with T2 16' }).count()).toBe(1);
	await page.getByText('Mac Studio 4').click();
	await page
		.getByRole('link', { name: /^Mac Studio/ })
		.first()
		.click();
	await page.getByRole('heading', { level: 1, name: 'Mac Studio' }).waitFor();
	await close();
});

test('each release has a page with its builds, CVEs, Macs, sources and neighbors', async () => {
	const { page, close } = await v.open('/release/14', { expected: /status of 404/ });
	const row = page.getByRole('row', { name: /^14\.8\.9 / });
	await row.waitFor();
	expect(await row.textContent()).toBe('14.8.96 August 20261 CVE, 1 exploited in 14.8.9');
	await row.getByRole('link', { name: '14.8.9', exact: true }).click();
	await page.getByRole('heading', { level: 1, name: 'macOS 14.8.9' }).waitFor();
	expect(page.url()).toBe(`${v.live.address}/release/14.8.9`);
	expect(await page.locator('.eyebrow').textContent()).toBe('Released 6 August 2026 · latest of 14');
	await page.getByRole('heading', { name: '1 CVE fixed, 1 exploited' }).waitFor();
	await page.getByRole('link', { name: 'CVE-2026-65400' }).waitFor();
	expect(await page.getByRole('link', { name: 'Apple’s article' }).getAttribute('href')).toBe(
		'https://support.apple.com/148172',
	);
	await page.getByRole('heading', { name: /^For \d+ Macs/ }).waitFor();
	await page.getByRole('link', { name: '← 14.8.8' }).click();
	await page.getByRole('heading', { level: 1, name: 'macOS 14.8.8' }).waitFor();
	await page.getByRole('link', { name: '14.8.9 →' }).waitFor();
	// Builds with the names of their updates, and sources.
	await show(page, '/release/10.15.7', 'h1:has-text("macOS 10.15.7")');
	expect(await page.locator('.builds li', { hasText: '19H1217' }).textContent()).toBe(
		'19H1217 Copy build 19H1217 Security Update 2021-003, 24 May 2021',
	);
	for (const [name, text] of [
		['Copy build 19H1217', '19H1217'],
		['Copy version', '10.15.7'],
	] as const) {
		await page.getByRole('button', { name }).click();
		await page.getByRole('button', { name: 'Copied' }).waitFor();
		expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text);
		await page.getByRole('button', { name }).waitFor();
	}
	expect(await page.getByRole('link', { name: 'AppleDB' }).getAttribute('href')).toStartWith('https://');
	await page.getByText(/^Release date confirmed by \d+ sources/).waitFor();
	// The first release of a major has an address different from that of the major.
	await show(page, '/release/10.15.0', 'h1:text-is("macOS 10.15")');
	await page.getByRole('link', { name: '10.15.1 →' }).waitFor();
	// A release that does not exist links to its neighbors.
	await show(page, '/release/14.8.6', 'h1:has-text("Not found")');
	await page.getByText('There is no release 14.8.6.').waitFor();
	expect(await page.locator('.chips a').allTextContents()).toEqual(['14.8.5', '14.8.7']);
	await close();
});

test('the exploited vulnerabilities that a major fixed are listed, with links to their pages', async () => {
	const { page, close } = await v.open('/release/14?show=exploited', { mayJump: true });
	const list = page.locator('.cves.wide li');
	await list.first().waitFor();
	expect(await list.first().textContent()).toBe('CVE-2026-65400 fixed in 14.8.9 6 August 2026');
	expect(await page.getByRole('heading', { name: /exploited vulnerabilities fixed$/ }).textContent()).toBe(
		`${await list.count()} exploited vulnerabilities fixed`,
	);
	await list.first().getByRole('link', { name: 'CVE-2026-65400' }).click();
	await page.getByRole('heading', { level: 1, name: 'CVE-2026-65400' }).waitFor();
	await close();
});

test('on a phone no label of a chart is outside of its picture', async () => {
	const { page, close } = await v.open('/release/10.4', { viewport: phone, mayJump: true });
	for (const [path, label] of [
		['/release/10.4', '10.4.11'],
		['/release/10.14', '10.14.6'],
		['/mac/M0001A', '7.5'],
		['/mac/Mac-F42786C8', '10.6'],
	] as const) {
		await show(page, path, `.time-chart svg .label:text-is("${label}")`);
		const cut = await page.evaluate<string[]>(`(() => {
			const picture = document.querySelector('.time-chart svg');
			const box = picture.getBoundingClientRect();
			return [...picture.querySelectorAll('text')]
				.filter((text) => {
					const { left, right } = text.getBoundingClientRect();
					return left < box.left || right > box.right + 1;
				})
				.map(({ textContent }) => textContent);
		})()`);
		expect([path, cut]).toEqual([path, []]);
	}
	await close();
});

test('the page of all majors links to each, and each links to its neighbors', async () => {
	const { page, close } = await v.open('/release');
	await page.getByRole('link', { name: 'System 7.1,' }).click();
	await page.getByRole('heading', { name: 'System 7.1' }).waitFor();
	await page.getByRole('link', { name: '7.5 →' }).click();
	await page.getByRole('heading', { name: 'System 7.5' }).waitFor();
	expect(page.url()).toBe(`${v.live.address}/release/7.5`);
	// The view sets its title after it is drawn.
	await page.waitForFunction("document.title === 'System 7.5 · pointrelease'");
	await close();
});

test('on a phone the day of a release takes one line, and nothing is wider than the screen', async () => {
	for (const width of [375, 390]) {
		const { page, close } = await v.open('/release/14', {
			viewport: { width, height: 844 },
			isMobile: true,
			mayJump: true,
		});
		await page.locator('.release-table').waitFor();
		const lines = await page.evaluate<
			number[]
		>(`[...document.querySelectorAll('.release-table td:nth-child(2)')].map((cell) => {
			const text = document.createRange();
			text.selectNodeContents(cell);
			return text.getClientRects().length;
		})`);
		expect(lines).toEqual(Array.from({ length: 31 }, () => 1));
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
		expect(await page.evaluate(overflowing)).toEqual([]);
		await close();
	}
});

test('all majors are saved as a table, with the end of support of each', async () => {
	const { page, close } = await v.open('/release');
	const table = await savedBy(page, page.getByRole('button', { name: 'Save CSV' }));
	expect(table).toContain('14,macOS 14 Sonoma,2023-09-26,14.8.9,2026-08-06,ended,2026-09-14\r\n');
	await close();
});

test('a major that does not exist is not found, and links to others', async () => {
	const { page, close } = await v.open('/release/10.16', { expected: /status of 404/ });
	await page.getByRole('heading', { name: 'Not found' }).waitFor();
	await page.getByRole('link', { name: 'All major versions by date' }).waitFor();
	await page.getByRole('link', { name: '10.15', exact: true }).click();
	await page.getByRole('heading', { name: 'macOS 10.15' }).waitFor();
	await page.goBack();
	await page.getByRole('link', { name: '10.0', exact: true }).click();
	await page.getByRole('heading', { name: 'Mac OS X 10.0' }).waitFor();
	await close();
});

test('checking a Mac and its version follows the input, and has an address', async () => {
	const { page, close } = await v.open('/cve/CVE-2026-65400');
	await page.getByLabel('Mac', { exact: true }).fill('air m1');
	await page.getByLabel('Installed version').fill('14.7.2');
	await page.getByText('14.7.2 does not have the fix for CVE-2026-65400, which came with 14.8.9.').waitFor();
	expect(await page.locator('.headline').textContent()).toBe('Not fixed: update to 27.2');
	expect(page.url()).toBe(`${v.live.address}/cve/CVE-2026-65400?mac=air+m1&on=14.7.2`);
	await page.getByLabel('Installed version').fill('14.8.9');
	await page.locator('.headline.current', { hasText: 'Fixed' }).waitFor();
	await close();
});

test('the check asks which Mac is meant, and answers about the chosen one', async () => {
	const { page, close } = await v.open('/cve/CVE-2025-43300?mac=imac+2017&on=15.5');
	const verdict = page.locator('.verdict');
	await verdict.getByText('Which “imac 2017”?').waitFor();
	expect(await verdict.locator('.headline').count()).toBe(0);
	expect(await verdict.getByRole('link').allTextContents()).toEqual([
		'iMac (21.5-inch, 2017)',
		'iMac (Retina 4K, 21.5-inch, 2017)',
		'iMac (Retina 5K, 27-inch, 2017)',
		'iMac Pro (Retina 5K, 27-inch, Late 2017)',
	]);
	await verdict.getByRole('link', { name: 'iMac Pro' }).click();
	await verdict.getByText('Not fixed: update to 15.8.2').waitFor();
	expect(page.url()).toBe(`${v.live.address}/cve/CVE-2025-43300?mac=Mac-7BA5B2D9E42DDD94&on=15.5`);
	// A version in the name of the Mac counts while no other is given.
	await show(page, '/cve/CVE-2025-43300?mac=air+m1+14.5', '.headline');
	await verdict.getByText('Not fixed: update to 27.2').waitFor();
	await close();
});

test('the number of exploited vulnerabilities of a Mac links to their list', async () => {
	const { page, close } = await v.open('/mac/J293AP?on=14.7.2');
	await page.locator('.steps').getByRole('link', { name: '6', exact: true }).click();
	await page.getByRole('heading', { name: '6 exploited vulnerabilities', exact: true }).waitFor();
	expect(await page.locator('.cves li.exploited a').allTextContents()).toEqual([
		'CVE-2025-43200',
		'CVE-2025-24085',
		'CVE-2025-43300',
		'CVE-2025-43510',
		'CVE-2025-43520',
		'CVE-2026-65400',
	]);
	await page.getByRole('link', { name: 'CVE-2026-65400' }).click();
	await page.locator('.headline', { hasText: 'Not fixed' }).waitFor();
	await show(page, '/mac/J293AP?on=14.8.9', '.steps');
	await page.getByText('For 11 more, Apple lists a fix only in newer versions of macOS.').waitFor();
	// The security response fixes CVE-2026-20643.
	await show(page, '/mac/J293AP?on=14.8.8&show=fixes', '.cves');
	const held = await hold(page, '**/exposure/J293AP:26.3.1*');
	const asked = await fetch(`${v.live.address}/advice/J293AP:26.3.1%20(a)`, {
		headers: { Authorization: v.live.key },
	});
	const { missing_count: missing } = (await asked.json()) as { missing_count: number };
	await show(page, '/mac/J293AP?on=26.3.1%20(a)&show=fixes', `h2:text-is("Missing fixes: ${missing}")`);
	await held.asked;
	// The list of the previous version is never shown under the new number.
	expect(await page.locator('.cves').count()).toBe(0);
	await held.letGo();
	await page.getByRole('button', { name: /^Show all \d+$/ }).click();
	await until(async () => (await page.locator('.cves a').count()) === missing);
	expect(await page.getByRole('link', { name: 'CVE-2026-20643' }).count()).toBe(0);
	await close();
});

test('a failed check says so and can be repeated, and an earlier result is marked as outdated', async () => {
	const { page, close } = await v.open('/cve/CVE-2026-65400?mac=J293AP&on=14.7.2', {
		expected: /ERR_FAILED/,
	});
	const verdict = page.locator('.verdict');
	await verdict.getByText('Not fixed').waitFor();
	const held = await hold(page, '**/cves/CVE-2026-65400/J293AP:27.2');
	await page.getByLabel('Installed version').fill('27.2');
	await held.asked;
	expect(await verdict.getAttribute('aria-busy')).toBe('true');
	await held.letGo();
	await verdict.getByText('Fixed').first().waitFor();
	expect(await verdict.getAttribute('aria-busy')).toBe('false');
	await page.route('**/search*', (route) => route.abort());
	await page.getByLabel('Mac', { exact: true }).fill('J313AP');
	await verdict.getByText('The service cannot be reached.').waitFor();
	await page.unroute('**/search*');
	await verdict.getByRole('button', { name: 'Try again' }).click();
	await verdict.getByRole('link', { name: 'MacBook Air (M1, 2020)' }).waitFor();
	await close();
});
