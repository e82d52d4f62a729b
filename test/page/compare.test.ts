import { afterAll, beforeAll, expect, test } from 'bun:test';
import { hold, openFromMenu, show, type Visit, visit } from './browser.ts';

let v: Visit;
beforeAll(async () => {
	v = await visit();
});
afterAll(() => v.end());

test('a comparison shows the Macs that exist, and names the one that does not', async () => {
	const { page, close } = await v.open('/compare?mac=J313AP&mac=FOO99&mac=Mac14,2', {
		mayJump: true,
		expected: /status of 404/,
	});
	await page.getByText('There is no board "FOO99".').waitFor();
	const columns = page.getByRole('columnheader');
	await columns.nth(1).waitFor();
	expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
	await page.getByRole('link', { name: 'Remove “FOO99” from the comparison' }).click();
	await page.waitForURL(`${v.live.address}/compare?mac=J313AP&mac=Mac14%2C2`);
	await page.getByText('There is no board "FOO99".').waitFor({ state: 'detached' });
	expect(await columns.count()).toBe(2);
	await close();
});

test('a comparison asks which Mac a name means; on a phone three fit side by side, and one command asks for all', async () => {
	const { page, close } = await v.open('/', { mayJump: true, expected: /status of 404/ });
	await page.setViewportSize({ width: 390, height: 844 });
	await openFromMenu(page, 'Compare');
	await page.getByLabel('First Mac').fill('macbook pro 16 2019');
	await page.getByLabel('First Mac').press('Enter');
	await page.getByText('Which “macbook pro 16 2019”?').waitFor();
	await page.getByRole('link', { name: 'MacBook Pro (16-inch, 2019)', exact: true }).click();
	await page.waitForURL('**/compare?mac=Mac-E1008331FDC96864');
	for (const [at, name] of ['air m1 14.7.2', 'mac pro 2019'].entries()) {
		await page.getByLabel('Add a Mac').fill(name);
		await page.getByLabel('Add a Mac').press('Enter');
		await page
			.getByRole('columnheader')
			.nth(at + 1)
			.waitFor();
	}
	const third = (await page.getByRole('columnheader').nth(2).boundingBox())!;
	expect(third.x + third.width).toBeLessThanOrEqual(390);
	const { address } = v.live;
	expect(await page.getByLabel('As a command').inputValue()).toBe(
		`curl -H "Authorization: $KEY" '${address}/boards/Mac-E1008331FDC96864' '${address}/advice/J313AP:14.7.2' '${address}/boards/Mac-27AD2F918AE68F61'`,
	);
	await close();
});

test('a comparison never shows the previous Mac in the column of another one', async () => {
	const { page, close } = await v.open('/compare?mac=J313AP&mac=Mac14,2', { mayJump: true, expected: /429/ });
	const columns = page.getByRole('columnheader');
	await columns.nth(1).waitFor();
	const held = await hold(page, '**/boards/J137AP');
	await show(page, '/compare?mac=J137AP&mac=Mac14,2', '.skeleton');
	await held.asked;
	expect(await columns.count()).toBe(0);
	await held.letGo();
	await page.getByRole('columnheader', { name: 'iMac Pro' }).waitFor();
	expect(await columns.count()).toBe(2);
	const tooMany = { status: 429, headers: { 'retry-after': '7' }, body: '{}' };
	await page.route('**/search*', (route) => route.fulfill(tooMany));
	await page.getByLabel('Add a Mac').fill('mac pro 2019');
	await page.getByLabel('Add a Mac').press('Enter');
	await page.getByText('Too many requests. Try again in 7 s.').waitFor();
	await page.unroute('**/search*');
	await page.getByLabel('Add a Mac').press('Enter');
	await page.getByRole('columnheader', { name: 'Mac Pro (2019)' }).waitFor();
	await close();
});

test('a Mac that is found late is added to the current comparison, and does not lead back to it', async () => {
	const { page, close } = await v.open('/compare?mac=J313AP&mac=Mac14,2', { mayJump: true });
	const field = page.getByLabel('Add a Mac');
	const add = async (name: string) => {
		const held = await hold(page, `**/search?q=${encodeURIComponent(name)}&*`);
		await field.fill(name);
		await field.press('Enter');
		await held.asked;
		return held;
	};
	await page.getByRole('columnheader').nth(1).waitFor();
	const first = await add('mac pro 2019');
	await field.press('Enter');
	await page.getByRole('link', { name: 'Remove MacBook Air (M1, 2020)' }).click();
	await page.waitForURL('**/compare?mac=Mac14%2C2');
	await field.fill('imac p');
	await first.letGo();
	await page.getByRole('columnheader', { name: 'Mac Pro (2019)' }).waitFor();
	expect(await page.getByRole('columnheader').count()).toBe(2);
	expect(await field.inputValue()).toBe('imac p');
	const second = await add('iMac Pro');
	await page.getByRole('link', { name: 'Releases' }).click();
	await page.getByRole('heading', { name: 'Choose a major version' }).waitFor();
	await second.letGo();
	expect(page.url()).toBe(`${v.live.address}/release`);
	await close();
});
