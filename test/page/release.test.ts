import { afterAll, beforeAll, expect, test } from 'bun:test';
import { phone, show, type Visit, visit } from './browser.ts';

let v: Visit;
beforeAll(async () => {
	v = await visit();
});
afterAll(() => v.end());

test('a major shows its releases along the time and the Macs that run it, grouped and counted', async () => {
	const { page, close } = await v.open('/release/14');
	await page.getByRole('heading', { name: 'macOS 14' }).waitFor();
	expect(await page.locator('.time-chart .mark').count()).toBeGreaterThan(30);
	expect(await page.getByRole('heading', { name: 'Apple silicon 34' }).count()).toBe(1);
	await page.getByRole('heading', { name: /^\d+ Macs \(\d+ board IDs\) can run it$/ }).waitFor();
	expect(await page.getByRole('heading', { name: 'Intel with T2 16' }).count()).toBe(1);
	await page.getByText('Mac Studio 4').click();
	await page
		.getByRole('link', { name: /^Mac Studio/ })
		.first()
		.click();
	await page.getByRole('heading', { level: 1, name: 'Mac Studio' }).waitFor();
	await close();
});

test('each release has its builds, its fixes with the vendor’s article, its CVEs and its sources', async () => {
	const { page, close } = await v.open('/release/10.15', { viewport: phone });
	const release = page.locator('tbody', { hasText: '10.15.7' });
	await release.waitFor();
	await release.getByText(/^\d+ builds$/).click();
	expect(await release.locator('li', { hasText: '19H1217' }).textContent()).toBe(
		'19H1217 Security Update 2021-003, 24 May 2021',
	);
	await release.getByText('Sources of 10.15.7').click();
	expect(await release.getByRole('link', { name: 'AppleDB' }).getAttribute('href')).toStartWith('https://');
	await release.getByText('Confidence in the day: high.').waitFor();
	await page.goto(`${v.live.address}/release/14`);
	const latest = page.locator('tbody', { hasText: '14.8.9' });
	await latest.waitFor();
	expect(await latest.getByRole('row').first().textContent()).toBe(
		'14.8.96 August 20261 CVE, 1 exploited · Apple’s article about 14.8.9',
	);
	expect(await latest.getByRole('link', { name: 'Apple’s article' }).getAttribute('href')).toBe(
		'https://support.apple.com/148172',
	);
	await latest.getByText('CVEs of 14.8.9').click();
	await latest.getByText('CVE-2026-65400').waitFor();
	// Nothing is so narrow that it grows tall.
	const tallest = await page.evaluate<number>(
		`Math.max(...[...document.querySelectorAll('.release-table tr')].map((row) => row.getBoundingClientRect().height))`,
	);
	expect(tallest).toBeLessThan(200);
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
	expect(await page.title()).toBe('Release 7.5 · pointrelease');
	await close();
});

test('a longer version shows its major, a major that never was is not found', async () => {
	const first = await v.open('/release/10.15.7');
	await first.page.getByRole('heading', { name: 'macOS 10.15' }).waitFor();
	await first.close();
	const { page, close } = await v.open('/release/10.16', { expected: /status of 404/ });
	await page.getByRole('heading', { name: 'Not found' }).waitFor();
	await page.getByRole('link', { name: 'All majors by their time' }).waitFor();
	await page.getByRole('link', { name: '10.15', exact: true }).click();
	await page.getByRole('heading', { name: 'macOS 10.15' }).waitFor();
	await close();
});
