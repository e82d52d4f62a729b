import { afterAll, beforeAll, expect, test } from 'bun:test';
import { overflowing } from './barriers.ts';
import { phone, savedBy, show, type Visit, visit } from './browser.ts';

let v: Visit;
beforeAll(async () => {
	v = await visit();
});
afterAll(() => v.end());

test('a major shows its releases along the time and the Macs that run it, grouped and counted', async () => {
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

test('each release has a page with its builds, its CVEs, the Macs it is for, its sources and its neighbours', async () => {
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
	// Builds with the names of their updates, and who says so.
	await show(page, '/release/10.15.7', 'h1:has-text("macOS 10.15.7")');
	expect(await page.locator('.builds li', { hasText: '19H1217' }).textContent()).toBe(
		'19H1217 Security Update 2021-003, 24 May 2021',
	);
	expect(await page.getByRole('link', { name: 'AppleDB' }).getAttribute('href')).toStartWith('https://');
	await page.getByText('Confidence in the date: high.').waitFor();
	// The release that has the number of its major has an address of its own.
	await show(page, '/release/10.15.0', 'h1:text-is("macOS 10.15")');
	await page.getByRole('link', { name: '10.15.1 →' }).waitFor();
	// A release that does not exist leads to its neighbors.
	await show(page, '/release/14.8.6', 'h1:has-text("Not found")');
	await page.getByText('There is no release 14.8.6.').waitFor();
	expect(await page.locator('.chips a').allTextContents()).toEqual(['14.8.5', '14.8.7']);
	await close();
});

test('the exploited vulnerabilities that a major fixed are listed, each with its page', async () => {
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

test('a release whose month alone is known has no day, in its major and on a Mac', async () => {
	const { page, close } = await v.open('/release/4.1');
	await page.getByRole('heading', { name: 'System 4.1' }).waitFor();
	expect(await page.locator('.eyebrow').textContent()).toBe('April 1987');
	expect(await page.locator('.figures').textContent()).toContain('April 1987');
	await close();
	const mac = await v.open('/mac/M5000?on=4.1');
	await mac.page.getByText('Latest of 4.1').waitFor();
	expect(await mac.page.locator('.figures').textContent()).toStartWith('First4.1April 1987');
	expect(await mac.page.locator('.steps').textContent()).toContain('Latest of 4.14.1April 1987');
	await mac.close();
});

test('on a phone no label of a chart leaves its picture', async () => {
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

test('all majors lead to each, and each to its neighbours', async () => {
	const { page, close } = await v.open('/release');
	await page.getByRole('link', { name: 'System 7.1,' }).click();
	await page.getByRole('heading', { name: 'System 7.1' }).waitFor();
	await page.getByRole('link', { name: '7.5 →' }).click();
	await page.getByRole('heading', { name: 'System 7.5' }).waitFor();
	expect(page.url()).toBe(`${v.live.address}/release/7.5`);
	expect(await page.title()).toBe('System 7.5 · pointrelease');
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

test('a major that never was is not found, and leads to those that are', async () => {
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
