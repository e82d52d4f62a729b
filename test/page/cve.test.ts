import { afterAll, beforeAll, expect, test } from 'bun:test';
import { hold, show, until, type Visit, visit } from './browser.ts';

let v: Visit;
beforeAll(async () => {
	v = await visit();
});
afterAll(() => v.end());

test('a Mac and its version are told fixed, missing or not stated, at an address of their own', async () => {
	const { page, close } = await v.open('/cve/CVE-2026-65400', { expected: /status of 404/ });
	await page.getByLabel('Mac', { exact: true }).fill('air m1');
	await page.getByLabel('Installed version').fill('14.7.2');
	await page
		.getByText('14.7.2 does not have the fix for CVE-2026-65400. Update to 14.8.9 or later.')
		.waitFor();
	expect(await page.locator('.headline').textContent()).toBe('Missing');
	expect(page.url()).toBe(`${v.live.address}/cve/CVE-2026-65400?mac=air+m1&on=14.7.2`);
	await page.getByLabel('Installed version').fill('14.8.9');
	await page.locator('.headline.current', { hasText: 'Fixed' }).waitFor();
	await page.getByLabel('Installed version').fill('13.7.8');
	await page.locator('.headline.neutral', { hasText: 'Not stated' }).waitFor();
	await page.getByLabel('Installed version').fill('10.15.7');
	await page
		.locator('.words.wrong', { hasText: 'J313AP does not support 10.15. MacBook Air (M1, 2020)' })
		.waitFor();
	await page.getByLabel('Mac', { exact: true }).fill('FOO');
	await page.locator('.words.wrong', { hasText: 'There is no board "FOO".' }).waitFor();
	await close();
});

test('the count of exploited vulnerabilities of a Mac opens them', async () => {
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
	await page.locator('.headline', { hasText: 'Missing' }).waitFor();
	await show(page, '/mac/J293AP?on=14.8.9', '.steps');
	await page.getByText('1 more is fixed only in newer versions').waitFor();
	// CVE-2026-20643 is what the response fixes.
	await show(page, '/mac/J293AP?on=14.8.8&show=fixes', '.cves');
	const held = await hold(page, '**/exposure/J293AP:26.3.1*');
	await show(page, '/mac/J293AP?on=26.3.1%20(a)&show=fixes', 'h2:text-is("Missing fixes: 548")');
	await held.asked;
	// Under their number, those of the version before are never shown.
	expect(await page.locator('.cves').count()).toBe(0);
	await held.letGo();
	await until(async () => (await page.locator('.cves a').count()) === 548);
	expect(await page.getByRole('link', { name: 'CVE-2026-20643' }).count()).toBe(0);
	await close();
});

test('a check that the service does not answer says so and is asked again, and an earlier one is marked', async () => {
	const { page, close } = await v.open('/cve/CVE-2026-65400?mac=J293AP&on=14.7.2', {
		expected: /ERR_FAILED/,
	});
	const verdict = page.locator('.verdict');
	await verdict.getByText('Missing').waitFor();
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
