import { afterAll, beforeAll, expect, test } from 'bun:test';
import { expectNoBarrier } from './barriers.ts';
import { type Visit, visit } from './browser.ts';
import { expectKeyboardReaches } from './keyboard.ts';

let v: Visit;
beforeAll(async () => {
	// No mail is sent, because no address has a license.
	v = await visit({ LOST_KEY: 'on', SMTP_URL: 'smtp://127.0.0.1:9' });
});
afterAll(() => v.end());

test.each([true, false])('requests a lost key, with or without JavaScript: %p', async (javaScriptEnabled) => {
	const { page, close } = await v.open('/lost-key', {
		key: null,
		javaScriptEnabled,
		expected: /status of 400/,
		mayJump: true,
	});
	const note = page.locator('#email-note');
	expect(await page.title()).toBe('Lost your license key? · pointrelease');
	// The browser itself rejects text that is not an address.
	await page.getByLabel('Email address').fill('nobody');
	await page.getByRole('button', { name: 'Send my keys' }).click();
	expect(await note.innerText()).toContain('at most three times a day');
	// An address that only the service rejects gets its error on the page.
	await page.getByLabel('Email address').fill('a(b)@example.com');
	await page.locator('form').evaluate((form) => form.setAttribute('novalidate', ''));
	await page.getByRole('button', { name: 'Send my keys' }).click();
	await page.getByText('This is not an email address.').waitFor();
	if (javaScriptEnabled) await expectNoBarrier(page);
	await page.getByLabel('Email address').fill('customer@example.com');
	await page.getByLabel('Email address').press('Enter');
	await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
	expect(page.url()).toBe(`${v.live.address}/lost-key`);
	if (javaScriptEnabled) await expectNoBarrier(page);
	// Both cases get the same document, which has no script.
	expect(await page.locator('script').count()).toBe(0);
	await page.getByRole('link', { name: 'Try another address' }).click();
	await page.getByLabel('Email address').waitFor();
	if (javaScriptEnabled) {
		await expectNoBarrier(page);
		await expectKeyboardReaches(page);
	}
	await close();
});

test('the prompt for the key links to the form', async () => {
	const { page, close } = await v.open('/sign-in', { key: null, mayJump: true });
	await page.getByRole('link', { name: 'Have it sent again' }).click();
	await page.getByLabel('Email address').waitFor();
	await page.goBack();
	await page.getByLabel('License key').waitFor();
	await expectNoBarrier(page);
	await close();
});
