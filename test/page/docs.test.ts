import { afterAll, beforeAll, expect, test } from 'bun:test';
import { hold, type Visit, visit } from './browser.ts';

let v: Visit;
beforeAll(async () => {
	v = await visit();
});
afterAll(() => v.end());

test('the API description is readable without a key, with every operation and the way to the other views', async () => {
	const { page, close } = await v.open('/docs', { key: null });
	await page.getByText('/advice/{board_version}').waitFor();
	const { paths } = await (await page.request.get(`${v.live.address}/openapi.json`)).json();
	const operations = Object.values<object>(paths).flatMap((methods) => Object.keys(methods));
	expect(await page.locator('.operation').count()).toBe(operations.length);
	await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Releases' }).waitFor();
	await close();
});

test('an operation is read and tried with the key of the page, at an address of its own', async () => {
	const { page, close } = await v.open('/docs', { expected: /status of 404/ });
	await page.getByText('/boards/{board_id}', { exact: true }).click();
	const operation = page.locator('#getBoard');
	await operation.getByText('Example answer').waitFor();
	const slow = await hold(page, '**/boards/J313AP');
	await operation.getByLabel('board_id').fill('J313AP');
	await operation.getByRole('button', { name: 'Send' }).click();
	await operation.getByText('Sending…').waitFor();
	await slow.letGo();
	await operation.getByText('200 OK').waitFor();
	expect(await operation.locator('.try-answer pre').textContent()).toContain('MacBook Air (M1, 2020)');
	await operation.getByLabel('board_id').fill('J31');
	await operation.getByRole('button', { name: 'Send' }).click();
	await operation.getByText('404 Not Found').waitFor();
	// An answer that was overtaken by a later one does not take its place.
	const held = await hold(page, '**/boards/J293AP');
	await operation.getByLabel('board_id').fill('J293AP');
	await operation.getByRole('button', { name: 'Send' }).click();
	await held.asked;
	await operation.locator('.try-answer[aria-busy="true"]', { hasText: '404 Not Found' }).waitFor();
	await operation.getByLabel('board_id').fill('J137AP');
	await operation.getByRole('button', { name: 'Send' }).click();
	await operation.getByText('200 OK').waitFor();
	await held.letGo();
	expect(await operation.locator('.try-answer').getAttribute('aria-busy')).toBe('false');
	expect(await operation.locator('.try-answer pre', { hasText: '"iMac Pro' }).count()).toBe(1);
	expect(page.url()).toBe(`${v.live.address}/docs#getBoard`);
	await close();
	const linked = await v.open('/docs#getBoard');
	await linked.page.locator('#getBoard[open]').getByText('Example answer').waitFor();
	await linked.close();
});
