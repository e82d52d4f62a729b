import { afterAll, beforeAll, expect, test } from 'bun:test';
import { expectNoBarrier } from './barriers.ts';
import { drawn, hold, show, until, type Visit, visit } from './browser.ts';

let v: Visit;
beforeAll(async () => {
	v = await visit();
});
afterAll(() => v.end());

const refused = /status of 403/;

test('without a key every view asks for one, and appears once it is entered', async () => {
	const { page, close } = await v.open('/mac/J293AP', { key: null });
	await page.getByLabel('License key').fill(v.live.key);
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: 'MacBook Pro (13-inch, M1, 2020)' }).waitFor();
	expect(page.url()).toBe(`${v.live.address}/mac/J293AP`);
	await page.reload();
	await page.getByRole('heading', { name: 'MacBook Pro (13-inch, M1, 2020)' }).waitFor();
	await close();
});

test('a wrong key is not stored, and the page says what is wrong with it', async () => {
	const { page, close } = await v.open('/', { key: null, expected: refused });
	await page.getByLabel('License key').fill('AAAA-BBBB-CCCC-DDDD');
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.getByText('That key was not accepted: the license key is not valid.').waitFor();
	expect(await page.evaluate("localStorage.getItem('pointrelease.key')")).toBeNull();
	await close();
});

test('from 30 days before its end, the page shows when the license ends and where to renew it', async () => {
	for (const [days_left, shown] of [
		[31, 0],
		[30, 1],
		[0, 1],
	] as const) {
		const { page, close } = await v.open('/docs');
		const address = page.url();
		// A request of the document that is left would never be finished.
		await page.goto('about:blank');
		await page.route('**/license', (route) =>
			route.fulfill({ json: { ends_on: '2027-01-31', days_left, renew_url: 'https://shop.example/renew' } }),
		);
		const [license] = await Promise.all([page.waitForResponse('**/license'), page.goto(address)]);
		await license.finished();
		await drawn(page);
		await until(
			async () => (await page.getByText('Your license ends on 31 January 2027.').count()) === shown,
		);
		expect(await page.getByRole('link', { name: 'Renew it' }).count()).toBe(shown);
		await close();
	}
});

test('text that is typed while a key is checked is not selected afterwards', async () => {
	const { page, close } = await v.open('/', { key: null, expected: refused });
	const field = page.getByLabel('License key');
	const held = await hold(page, '**/releases');
	await field.fill('AAAA-BBBB-CCCC-DDDD');
	await field.press('Enter');
	await held.asked;
	await field.fill(v.live.key.slice(0, -1));
	await held.letGo();
	await page.getByText('That key was not accepted: the license key is not valid.').waitFor();
	await page.keyboard.type(v.live.key.slice(-1));
	expect(await field.inputValue()).toBe(v.live.key);
	await close();
});

test('while a key is checked the page says so and keeps the focus, and another key can be tried', async () => {
	const { page, close } = await v.open('/', { key: null, expected: refused });
	const field = page.getByLabel('License key');
	const button = page.getByRole('button', { name: 'Sign in' });
	const held = await hold(page, '**/releases', 1);
	await field.fill('AAAA-BBBB-CCCC-DDDD');
	await button.focus();
	await page.keyboard.press('Enter');
	await held.asked;
	await page.getByText('Checking the key…').waitFor();
	expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Sign in');
	await field.fill(v.live.key);
	await field.press('Enter');
	await page.getByRole('heading', { name: 'What Macs run today' }).waitFor();
	await held.letGo();
	expect(await page.evaluate("localStorage.getItem('pointrelease.key')")).toBe(v.live.key);
	expect(await field.count()).toBe(0);
	await close();
});

test('an answer for a forgotten key is not shown for the next key', async () => {
	const { page, close } = await v.open('/release/14');
	const other = 'AAAA-BBBB-CCCC-DDDD';
	const asked: string[] = [];
	await page.route('**/*', async (route) => {
		const headers = await route.request().allHeaders();
		if (headers.authorization !== other) return route.fallback();
		asked.push(new URL(route.request().url()).pathname);
		await route.continue({ headers: { ...headers, authorization: v.live.key } });
	});
	const held = await hold(page, '**/boards/J313AP', 1);
	await page.getByRole('heading', { name: 'macOS 14 Sonoma' }).waitFor();
	await show(page, '/mac/J313AP', '.skeleton');
	await held.asked;
	await page.getByRole('button', { name: 'Forget key' }).click();
	await show(page, '/release/14', '#key');
	await page.getByLabel('License key').fill(other);
	await page.getByLabel('License key').press('Enter');
	await page.getByRole('heading', { name: 'macOS 14 Sonoma' }).waitFor();
	await held.letGo();
	await show(page, '/mac/J313AP', 'h1:has-text("MacBook Air (M1, 2020)")');
	await until(async () => asked.includes('/boards/J313AP'));
	await close();
});

test('the base64 form from the mail, lower case and other dashes are accepted too', async () => {
	const forms = [
		btoa(v.live.key),
		` ${v.live.key.toLowerCase()} `,
		`\u00a0${v.live.key.replaceAll('-', '–')}\u200b`,
	];
	const { page, close } = await v.open('/', { key: null });
	for (const form of forms) {
		await page.getByLabel('License key').fill(form);
		await page.keyboard.press('Enter');
		await page.getByLabel('Search for a Mac').waitFor();
		expect(await page.evaluate("localStorage.getItem('pointrelease.key')")).toBe(v.live.key);
		await page.getByRole('button', { name: 'Forget key' }).click();
	}
	await close();
});

test('a key that cannot be sent counts as a wrong key, not as a failure of the service', async () => {
	const { page, close } = await v.open('/', { key: null, expected: refused });
	for (const key of ['ДДДД-ДДДД-ДДДД-ДДДД', 'A'.repeat(100_000)]) {
		await page.getByLabel('License key').fill(key);
		await page.keyboard.press('Enter');
		await page.getByText('That key was not accepted: a license key looks like').waitFor();
		// Another refusal in between, so that the next message belongs to the next key.
		await page.getByLabel('License key').fill('AAAA-BBBB-CCCC-DDDD');
		await page.keyboard.press('Enter');
		await page.getByText('That key was not accepted: the license key is not valid.').waitFor();
	}
	await close();
});

test('a key that is no longer accepted is asked for again, with the reason', async () => {
	const { page, close } = await v.open('/all', { key: 'AAAA-BBBB-CCCC-DDDD', expected: refused });
	await page.getByText('This key is no longer accepted').waitFor();
	expect(await page.getByLabel('Search for a Mac').count()).toBe(0);
	expect(await page.getByRole('button', { name: 'Forget key' }).count()).toBe(0);
	await page.getByLabel('License key').fill(v.live.key);
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: 'Macs that run 10.13 or later' }).waitFor();
	await page.getByRole('button', { name: 'Forget key' }).waitFor();
	await close();
});

test('a key can be forgotten, and Undo restores it and the view', async () => {
	const { page, close } = await v.open('/release/14');
	await page.getByRole('button', { name: 'Forget key' }).click();
	await page.getByText('The key was removed from this browser.').waitFor();
	await page.getByLabel('License key').waitFor();
	expect(await page.evaluate("localStorage.getItem('pointrelease.key')")).toBeNull();
	await page.getByRole('button', { name: 'Undo' }).click();
	await page.getByRole('heading', { name: 'macOS 14 Sonoma' }).waitFor();
	expect(await page.evaluate("localStorage.getItem('pointrelease.key')")).toBe(v.live.key);
	await close();
});

test('the first visit says where a key comes from, shows the form in the mail, and has no barrier', async () => {
	const { page, close } = await v.open('/', { key: null });
	await page.getByText('You get the key by mail from the operator of this service.').waitFor();
	await page.getByLabel('License key').fill(btoa(v.live.key));
	await page.getByText('This is the base64 form from the mail; it is decoded here.').waitFor();
	expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
	await page.getByLabel('License key').fill('');
	await expectNoBarrier(page);
	await close();
});

test('while the service is unreachable the page says so, and tries again', async () => {
	const { page, close } = await v.open('/', { expected: /ERR_FAILED/ });
	await page.getByRole('heading', { name: 'What Macs run today' }).waitFor();
	await page.route('**/boards/**', (route) => route.abort());
	await page.getByLabel('Search for a Mac').fill('J313');
	await page.getByLabel('Search for a Mac').press('Enter');
	await page.getByRole('heading', { name: 'The service cannot be reached' }).waitFor();
	await page.unroute('**/boards/**');
	await page.getByRole('button', { name: 'Try again' }).press('Enter');
	await page.getByRole('heading', { name: 'MacBook Air (M1, 2020)' }).waitFor();
	expect(await page.evaluate<string>('document.activeElement.id')).toBe('content');
	await close();
});

test('the message for a failing service differs from the one for an unreachable service', async () => {
	const { page, close } = await v.open('/', { expected: /status of 503/ });
	const body = JSON.stringify({ detail: 'the service is starting: try again in a second' });
	await page.route('**/search*', (route) => route.fulfill({ status: 503, body }));
	await page.getByLabel('Search for a Mac').fill('air');
	await page.getByLabel('Search for a Mac').press('Enter');
	await page.getByRole('heading', { name: 'That did not work' }).waitFor();
	await page.getByText('The service is starting').waitFor();
	await close();
});

test('the answer of a proxy is not shown as one of the service, and does not reject the key', async () => {
	const { page, close } = await v.open('/', { expected: /status of (?:502|403)/ });
	const said = { status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' };
	await page.route('**/search*', (route) => route.fulfill(said));
	await page.getByLabel('Search for a Mac').fill('air');
	await page.getByLabel('Search for a Mac').press('Enter');
	await page.getByText('The proxy in front of the service answered 502').waitFor();
	said.status = 403;
	await page.getByRole('button', { name: 'Try again' }).click();
	await page.getByText('A proxy on the way to the service answered 403.').waitFor();
	said.status = 200;
	await page.getByRole('button', { name: 'Try again' }).click();
	await page.getByText('login page or a proxy answered instead of the service').waitFor();
	await page.unroute('**/search*');
	await page.getByRole('button', { name: 'Try again' }).click();
	await page.getByRole('link', { name: 'MacBook Air (M1, 2020)' }).first().waitFor();
	await close();
});

test('an unknown address is reported, with and without a key, with links to other views', async () => {
	const { page, close } = await v.open('/mac', { key: null, expected: refused });
	await page.getByRole('heading', { name: 'Page not found' }).waitFor();
	await page.getByText('The address of a Mac ends with its name').waitFor();
	expect(await page.locator('.trouble .chip').allTextContents()).toEqual([
		'Start page',
		'Releases',
		'Compatibility',
		'Compare',
		'Fleet',
		'Deploy',
		'API',
	]);
	await page.goto(`${v.live.address}/J313AP`);
	await until(async () => (await page.title()) === 'Not found · pointrelease');
	await page.getByRole('link', { name: 'Search for “J313AP”' }).click();
	await page.getByLabel('License key').fill(v.live.key);
	await page.keyboard.press('Enter');
	await page.getByRole('link', { name: 'MacBook Air (M1, 2020)' }).waitFor();
	await page.goto(`${v.live.address}/release/14/x%2`);
	await page.getByRole('link', { name: 'Search for “14 x%2”' }).waitFor();
	await close();
});

test('a shared address shows its subject before sign-in', async () => {
	const { page, close } = await v.open('/mac/J313AP?on=14.7.2', { key: null });
	await page.getByRole('heading', { name: 'MacBook Air (M1, 2020): sign in to see it' }).waitFor();
	await page.goto(`${v.live.address}/release/15.3`);
	await page.getByRole('heading', { name: 'Release 15.3: sign in to see it' }).waitFor();
	await page.goto(`${v.live.address}/cve/CVE-2026-65400`);
	await page.getByRole('heading', { name: 'CVE-2026-65400: sign in to see it' }).waitFor();
	await close();
});

test('a forgotten key is gone in every tab, and an entered key unlocks all of them', async () => {
	const { page, close } = await v.open('/release', { mayJump: true });
	await page.getByRole('heading', { name: 'Choose a major version' }).waitFor();
	const other = await page.context().newPage();
	await other.goto(`${v.live.address}/release`);
	await other.getByRole('button', { name: 'Forget key' }).click();
	await page.getByLabel('License key').waitFor();
	await other.getByLabel('License key').fill(v.live.key);
	await other.keyboard.press('Enter');
	await page.getByRole('heading', { name: 'Choose a major version' }).waitFor();
	await other.close();
	await close();
});

test('failed requests are repeated when the browser is online again', async () => {
	const { page, close } = await v.open('/mac/J313AP', {
		mayJump: true,
		expected: /ERR_INTERNET_DISCONNECTED/,
	});
	await page.getByRole('heading', { name: 'MacBook Air (M1, 2020)' }).waitFor();
	await page.context().setOffline(true);
	await show(page, '/mac/Mac14,2', '.trouble h1:text-is("The service cannot be reached")');
	await page.context().setOffline(false);
	await page.getByRole('heading', { name: 'MacBook Air (M2, 2022)' }).waitFor();
	await close();
});

test('a model number of several Macs offers their names', async () => {
	const { page, close } = await v.open('/mac/A2338', { expected: /status of 404/ });
	await page.getByRole('heading', { level: 1, name: 'Which Mac?' }).waitFor();
	await page.getByRole('link', { name: 'MacBook Pro (13-inch, M1, 2020)' }).click();
	await page.waitForURL('**/mac/J293AP');
	await close();
});
