import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Visit, visit } from './browser.ts';

let v: Visit;
beforeAll(async () => {
	v = await visit();
});
afterAll(() => v.end());

test('the API description is readable, with every operation', async () => {
	const { page, close } = await v.open('/docs', { key: null, mayJump: true });
	await page.getByText('/advice/{board_version}').waitFor();
	const { paths } = await (await page.request.get(`${v.live.address}/openapi.json`)).json();
	expect(await page.locator('.opblock').count()).toBe(Object.keys(paths).length);
	await close();
});

test('an operation is tried with the key of the page, against this service', async () => {
	const { page, close } = await v.open('/docs', { mayJump: true });
	await page.getByText('/boards/{board_id}', { exact: true }).click();
	await page.getByPlaceholder('board_id').fill('J313AP');
	await page.getByRole('button', { name: 'Execute' }).click();
	await page.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
	await page.locator('.live-responses-table', { hasText: 'MacBook Air (M1, 2020)' }).waitFor();
	await close();
});
