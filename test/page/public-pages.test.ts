import { afterAll, beforeAll, expect, test } from 'bun:test';
import { expectNoBarrier } from './barriers.ts';
import { hold, show, type Visit, visit } from './browser.ts';
import { expectKeyboardReaches } from './keyboard.ts';

let v: Visit;
beforeAll(async () => {
	v = await visit({ PUBLIC_PAGES: 'on', PUBLIC_URL: 'https://macs.example' });
});
afterAll(() => v.end());

test('without a key a page stays as the server rendered it: search, check and links work, and only sign-in asks for the key', async () => {
	const { page, close } = await v.open('/', { key: null });
	await page.getByLabel('Search for a Mac').fill('air m1');
	await page.getByLabel('Search for a Mac').press('Enter');
	await page.getByRole('link', { name: 'MacBook Air (M1, 2020)' }).click();
	await page.getByLabel('Installed version').fill('14.7.2');
	await page.getByRole('button', { name: 'Check' }).click();
	await page.locator('.headline', { hasText: 'Update to 27.2' }).waitFor();
	expect(page.url()).toBe(`${v.live.address}/mac/J313AP?on=14.7.2`);
	for (const [path, ready] of [
		['/mac/J293AP?on=14.7.2', '.headline'],
		['/release/14', '.release-table'],
		['/compare?mac=J293AP:14.7.2&mac=M0001A', '.compare-table'],
		// Filtered to seven of a thousand rows, because the rules check each.
		['/all?runs=26&not=27', '.listing'],
	] as const) {
		await page.goto(v.live.address + path);
		await page.locator(ready).first().waitFor();
		await expectNoBarrier(page);
		await expectKeyboardReaches(page);
	}
	await page.getByRole('button', { name: 'Menu', exact: true }).click();
	await page.getByRole('link', { name: 'Sign in' }).click();
	await page.getByLabel('License key').fill(v.live.key);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.locator('.data-state p').first().waitFor();
	expect(page.url()).toBe(`${v.live.address}/`);
	await close();
});

test('a fleet report is open to everybody, with the sample, and its links lead to public pages', async () => {
	const { page, close } = await v.open('/fleet', { key: null, mayJump: true });
	await page.getByRole('button', { name: 'Try it with a sample of 40 Macs' }).click();
	await page.getByRole('heading', { name: 'Fleet report: sample.csv' }).waitFor();
	await page.getByRole('combobox', { name: 'Policy' }).selectOption('n-1');
	await page.getByText('miss the policy').first().waitFor();
	await page.locator('.fleet-macs tbody a').first().click();
	await page.locator('.headline').waitFor();
	expect(new URL(page.url()).pathname).toStartWith('/mac/');
	await page.goto(`${v.live.address}/fleet`);
	await page.getByLabel('Search for a Mac').fill('air m1');
	await page.getByLabel('Search for a Mac').press('Enter');
	await page.getByRole('link', { name: 'MacBook Air (M1, 2020)' }).waitFor();
	await close();
});

test('the page of a Mac has its feed and its calendar, for people and for their programs', async () => {
	const { page, close } = await v.open('/mac/J313AP', { key: null, javaScriptEnabled: false });
	const links = await page
		.locator('link[rel=alternate]')
		.evaluateAll((all) =>
			all.map((link) => (link as unknown as { getAttribute(name: string): string }).getAttribute('href')),
		);
	expect(links).toEqual(['/boards/J313AP/releases.atom', '/boards/J313AP/releases.ics']);
	const atom = await page.getByRole('link', { name: 'Atom feed' }).getAttribute('href');
	const feed = await fetch(v.live.address + atom);
	expect([feed.status, await feed.text()]).toEqual([200, expect.stringContaining('MacBook Air (M1, 2020)')]);
	await close();
});

test('a comparison that was entered without a key is the same with one', async () => {
	const { page, close } = await v.open('/compare', { key: null });
	await page.getByLabel('First Mac').fill('air m1 14.7.2');
	await page.getByRole('button', { name: 'Add' }).click();
	// Wait for the next page: the previous one has the same fields, and would lose what is typed.
	await page.locator('.compare-table thead th').first().waitFor();
	await page.getByLabel('Add a Mac').fill('macbook air');
	await page.getByRole('button', { name: 'Add' }).click();
	await page.waitForURL(/mac=.+&mac=macbook\+air/);
	// Several Macs match the name, and both pages ask which one is meant.
	const question = (on: typeof page) => on.getByRole('region', { name: 'Which macbook air?' });
	const choices = async (on: typeof page) => {
		await question(on).waitFor();
		return question(on).getByRole('link').allTextContents();
	};
	const offered = await choices(page);
	expect(offered.length).toBeGreaterThan(1);
	const asked = await v.open(page.url().slice(v.live.address.length), {
		mayJump: true,
		expected: /status of 404/,
	});
	expect(await choices(asked.page)).toEqual(offered);
	await asked.close();
	await question(page).getByRole('link').first().click();
	await question(page).waitFor({ state: 'detached' });
	const columns = async (on: typeof page) => {
		await on.locator('.compare-table').waitFor();
		return (await on.locator('.compare-table thead th').allTextContents()).map((text) =>
			text.replace(/Remove.*/, ''),
		);
	};
	const without = (await columns(page)).filter(Boolean);
	expect(without).toEqual(['MacBook Air (M1, 2020)', offered[0]!]);
	const other = await v.open(page.url().slice(v.live.address.length), {
		mayJump: true,
		expected: /status of 404/,
	});
	expect(await columns(other.page)).toEqual(without);
	await other.page.getByRole('cell', { name: 'Update to 27.2' }).waitFor();
	await other.close();
	await close();
});

test('with a key, a search that begins before the script is loaded continues in the app', async () => {
	const { page, close } = await v.open('/livez', { mayJump: true });
	const held = await hold(page, '**/assets/page-*.js');
	await page.goto(`${v.live.address}/release/14`, { waitUntil: 'commit' });
	await page.getByLabel('Search for a Mac').fill('air m1');
	await held.letGo();
	await page.getByRole('heading', { name: '1 Mac for “air m1”' }).waitFor();
	await page.keyboard.type(' 14.7.2');
	await page.getByRole('option', { name: 'Runs 14.7.2' }).waitFor();
	expect(await page.getByLabel('Search for a Mac').inputValue()).toBe('air m1 14.7.2');
	await close();
});

test('with a key the app replaces the public page', async () => {
	const { page, close } = await v.open('/mac/J293AP?on=14.7.2', { mayJump: true });
	await page.locator('.time-chart svg').waitFor();
	await show(page, '/', '.data-state p');
	await close();
	const signedIn = await v.open('/sign-in');
	await signedIn.page.locator('.data-state p').first().waitFor();
	await signedIn.close();
});

test('fleet, kit and the API need the key', async () => {
	for (const path of ['/boards/J293AP', '/items/J293AP:14', '/releases', '/search?q=x', '/kit/index.json'])
		expect([path, (await fetch(v.live.address + path)).status]).toEqual([path, 403]);
	for (const path of ['/fleet', '/kit'])
		expect(await (await fetch(v.live.address + path)).text()).not.toContain('data-public');
});
