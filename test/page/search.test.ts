import { afterAll, beforeAll, expect, test } from 'bun:test';
import { expectNoBarrier } from './barriers.ts';
import { until, type Visit, visit } from './browser.ts';

let v: Visit;
beforeAll(async () => {
	v = await visit();
});
afterAll(() => v.end());

test('results appear under the field while typing, by kind and each with its answer', async () => {
	const { page, close } = await v.open('/release/14');
	await page.getByRole('heading', { level: 1, name: 'macOS 14' }).waitFor();
	const field = page.getByRole('combobox', { name: 'Search for a Mac' });
	await field.pressSequentially('m1 air sonoma', { delay: 20 });
	const option = page
		.getByRole('group', { name: 'Macs' })
		.getByRole('option', { name: 'MacBook Air (M1, 2020)' });
	await option.getByText('Yes, 14.8.9, unsupported since 14 September 2026').waitFor();
	expect(await field.getAttribute('aria-expanded')).toBe('true');
	await expectNoBarrier(page);
	// The view stays until something is chosen.
	expect(page.url()).toBe(`${v.live.address}/release/14`);
	await option.click();
	await page.getByRole('heading', { name: 'MacBook Air (M1, 2020)' }).waitFor();
	expect(page.url()).toBe(`${v.live.address}/mac/J313AP?runs=14`);
	expect(await page.getByRole('listbox').count()).toBe(0);
	await page.goBack();
	await page.getByRole('heading', { level: 1, name: 'macOS 14' }).waitFor();
	await close();
});

test('the panel names the list of all results, that there are none, and that the service is away', async () => {
	const { page, close } = await v.open('/', { expected: /ERR_FAILED/ });
	const field = page.getByLabel('Search for a Mac');
	await field.fill('macbook');
	await page.getByRole('option', { name: /^All \d{3} results$/ }).click();
	await page.getByRole('heading', { name: 'for “macbook”' }).waitFor();
	expect(page.url()).toBe(`${v.live.address}/?q=macbook`);
	await page.route('**/search*', (route) => route.abort(), { times: 1 });
	await field.fill('air');
	await page.getByRole('status').filter({ hasText: 'The service cannot be reached.' }).waitFor();
	await field.fill('tangerine');
	await page.getByRole('status').filter({ hasText: 'No results for “tangerine”' }).waitFor();
	await field.press('Escape');
	expect(await field.inputValue()).toBe('');
	await close();
});

test('Macs that were opened come back in the empty field, and kept ones on the start page, until the key is forgotten', async () => {
	const { page, close } = await v.open('/mac/J313AP?on=14.7.2');
	await page.getByRole('button', { name: 'Add to My Macs' }).click();
	await page.goto(`${v.live.address}/mac/M0001A`);
	await page.getByRole('heading', { level: 1 }).waitFor();
	await page.goto(`${v.live.address}/`);
	const kept = page.locator('.my-macs li');
	await kept.getByText('Update to 27.2').waitFor();
	expect(await kept.getByRole('link').allTextContents()).toEqual(['MacBook Air (M1, 2020)']);
	await page.keyboard.press('/');
	await page.getByLabel('Search for a Mac').click();
	const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
	await recent.first().waitFor();
	expect(await recent.allTextContents()).toEqual(['Macintosh Plus', 'MacBook Air (M1, 2020)14.7.2']);
	await page.keyboard.press('Escape');
	await kept.getByRole('button', { name: 'Remove MacBook Air (M1, 2020)' }).click();
	await until(async () => (await kept.count()) === 0);
	await page.getByRole('button', { name: 'Forget key' }).click();
	expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
	await close();
});

test('results that exceed a page can be paged to the last', async () => {
	const { page, close } = await v.open('/?q=macbook');
	const heading = page.getByRole('heading', {
		name: /^\d{3} Macs? .*for “macbook”$|^\d{3} results for “macbook”$/,
	});
	await heading.waitFor();
	const total = Number.parseInt((await heading.textContent())!, 10);
	const results = page.locator('.results > li');
	while ((await results.count()) < total) {
		const before = await results.count();
		await page.getByRole('button', { name: 'Show more' }).click();
		await until(async () => (await results.count()) > before);
	}
	expect(await results.count()).toBe(total);
	expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
	await close();
});

test('releases, builds and CVEs are found too, and link to their pages', async () => {
	const { page, close } = await v.open('/?q=Sonoma');
	await page.getByRole('link', { name: 'macOS 14 Sonoma' }).click();
	await page.getByRole('heading', { level: 1, name: 'macOS 14' }).waitFor();
	await page.goto(`${v.live.address}/?q=19H1217`);
	await page.getByRole('link', { name: 'Security Update 2021-003' }).click();
	await page.getByRole('heading', { level: 1, name: 'macOS 10.15.7' }).waitFor();
	await page.getByLabel('Search for a Mac').fill('cve-2026-65400');
	await page.getByLabel('Search for a Mac').press('Enter');
	await page.getByRole('heading', { level: 1, name: 'CVE-2026-65400' }).waitFor();
	// A release that does not exist offers its neighbors, and a version stays with its Mac.
	await page.getByLabel('Search for a Mac').fill('14.8.6');
	await page.getByLabel('Search for a Mac').press('Enter');
	await page.getByRole('heading', { name: 'No results for “14.8.6”' }).waitFor();
	await page.getByRole('link', { name: '14.8.5' }).click();
	await page.getByRole('heading', { level: 1, name: 'macOS 14.8.5' }).waitFor();
	await page.getByLabel('Search for a Mac').fill('PowerBook 10.4.6');
	await page.getByLabel('Search for a Mac').press('Enter');
	await page
		.getByRole('link', { name: /^PowerBook G4/ })
		.first()
		.click();
	await page.getByText('Update to 10.5.8, the last release for this Mac').waitFor();
	await close();
});

test('a search without results suggests what to type instead', async () => {
	const { page, close } = await v.open('/?q=Quadrra');
	await page.getByRole('heading', { name: 'No results for “Quadrra”' }).waitFor();
	await page.getByRole('link', { name: 'quadra', exact: true }).click();
	await page.getByRole('heading', { name: 'for “quadra”' }).waitFor();
	await until(async () => (await page.getByLabel('Search for a Mac').inputValue()) === 'quadra');
	await close();
});

test('the copied command repeats the search, and a quote in it does not end the command', async () => {
	const { page, close } = await v.open(`/?q=${encodeURIComponent("13' air")}`);
	const command = page.getByLabel('As a command');
	await command.waitFor();
	expect(await command.inputValue()).toBe(
		`curl -H "Authorization: $KEY" '${v.live.address}/search?q=13%27%20air&limit=50'`,
	);
	await page.goto(`${v.live.address}/`);
	await command.waitFor();
	expect(await command.inputValue()).toBe(`curl -H "Authorization: $KEY" '${v.live.address}/releases'`);
	await close();
});

test('the search works by keyboard alone: slash, arrows, Enter, Escape', async () => {
	const { page, close } = await v.open('/all');
	await page.getByRole('heading', { name: 'Macs that run 10.13 or later' }).waitFor();
	await page.keyboard.press('/');
	await page.keyboard.type('mac mini m4');
	await page.getByRole('option').nth(1).waitFor();
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowUp');
	const field = page.getByLabel('Search for a Mac');
	expect(await field.getAttribute('aria-activedescendant')).toBe('search-option-0');
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { level: 1, name: 'Mac mini' }).waitFor();
	await page.keyboard.press('/');
	await page.keyboard.type('lisa');
	await page.getByRole('option').first().waitFor();
	await page.keyboard.press('Escape');
	await page.keyboard.press('Escape');
	expect(await field.inputValue()).toBe('');
	// In a list of results the arrows go from one to the next.
	await page.keyboard.type('iMac 2017');
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: 'for “iMac 2017”' }).waitFor();
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { level: 1, name: 'iMac (21.5-inch, 2017)' }).waitFor();
	await close();
});

test('Enter opens the result of the typed text, not of results still shown', async () => {
	const { page, close } = await v.open('/?q=M1+Air');
	await page.getByRole('link', { name: 'MacBook Air (M1, 2020)' }).waitFor();
	await page.getByLabel('Search for a Mac').fill('Quadra 700');
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { level: 1, name: 'Macintosh Quadra 700' }).waitFor();
	await page.keyboard.press('/');
	await page.keyboard.type('J293');
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { level: 1, name: 'MacBook Pro (13-inch, M1, 2020)' }).waitFor();
	await close();
});

test('Enter in the field opens the only result', async () => {
	const { page, close } = await v.open('/?q=J293');
	await page.getByRole('link', { name: 'MacBook Pro (13-inch, M1, 2020)' }).waitFor();
	await page.getByLabel('Search for a Mac').press('Enter');
	await page.getByRole('heading', { level: 1, name: 'MacBook Pro (13-inch, M1, 2020)' }).waitFor();
	await close();
});

test('Enter stays on the list of several Macs, which says of each whether it runs the major version', async () => {
	const { page, close } = await v.open('/');
	const field = page.getByLabel('Search for a Mac');
	const rows = async () =>
		(await page.locator('.results li').allTextContents()).map((text) => text.replace(/\s+/g, ' '));
	await field.fill('can my 2017 iMac run macOS 15');
	await field.press('Enter');
	await page
		.getByRole('heading', { name: '4 Macs (5 board IDs) for “can my 2017 iMac run macOS 15”' })
		.waitFor();
	const [first, , , last] = await rows();
	expect(first).toStartWith('iMac (21.5-inch, 2017)');
	expect(first).toEndWith('No: its last is 13.7.8');
	expect(last).toStartWith('iMac Pro (Retina 5K, 27-inch, Late 2017)');
	expect(last).toEndWith('Yes, 15.8.2');
	// A few moments later the list is still there.
	await field.press('Enter');
	await page.getByRole('link', { name: 'iMac (21.5-inch, 2017)' }).click();
	await page.locator('.headline', { hasText: 'No. Its last macOS is 13.7.8' }).waitFor();
	expect(await page.getByLabel('Installed version').inputValue()).toBe('');
	await close();
});

test('Enter never replaces the typed words', async () => {
	const { page, close } = await v.open('/');
	const field = page.getByLabel('Search for a Mac');
	for (const words of ['serial C02XK0ADJG5H', 'safari 18', 'Quadrra']) {
		await field.fill(words);
		await field.press('Enter');
		await page.getByRole('heading', { name: `No results for “${words}”` }).waitFor();
		expect([await field.inputValue(), new URL(page.url()).searchParams.get('q')]).toEqual([words, words]);
	}
	await close();
});
