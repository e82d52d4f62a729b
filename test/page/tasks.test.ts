import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { cases } from '../size.ts';
import { type Look, openFromMenu, phone, savedBy, show, until, type Visit, visit } from './browser.ts';

// Common tasks, each from the start page, with a limit on keys and clicks: ten here, and the two with an inventory in
// `fleet-tasks.test.ts`.
let v: Visit;
beforeAll(async () => {
	v = await visit({ PUBLIC_PAGES: 'on' });
});
afterAll(() => v.end());

/** A phone needs all that a desktop needs, and its menu: a usual run has the phone. */
const screens: [name: string, viewport: typeof phone][] = [
	['a desktop', { width: 1440, height: 900 }],
	['a phone', phone],
];

describe.each(cases(screens.slice(1), screens))('on %s', (_, viewport) => {
	let look: Look;
	let page: Page;
	let [keys, clicks] = [0, 0];
	beforeAll(async () => {
		look = await v.open('/', {
			viewport,
			mayJump: true,
			permissions: ['clipboard-read', 'clipboard-write'],
			// Requests for incomplete versions are expected.
			expected: /status of 404/,
		});
		page = look.page;
	});
	beforeEach(async () => {
		await show(page, '/', '.data-state p');
		[keys, clicks] = [0, 0];
	});
	afterAll(() => look.close());

	async function type(text: string, enter = true): Promise<void> {
		await page.keyboard.type(text);
		if (enter) await page.keyboard.press('Enter');
		keys += text.length + (enter ? 1 : 0);
	}

	async function click(what: Locator): Promise<void> {
		await what.click();
		clicks++;
	}

	/** Types into the search field, which `/` focuses from anywhere. */
	async function search(text: string): Promise<void> {
		await page.keyboard.press('/');
		keys++;
		await type(text);
	}

	const headline = (words: string) => page.locator('.headline', { hasText: words }).waitFor();

	test('a: what to do about my Mac on this version, in at most 20 keystrokes', async () => {
		await search('air m1 14.7.2');
		await headline('Update to 27.2');
		expect([keys <= 20, clicks]).toEqual([true, 0]);
	});

	test('b: how long is this Mac supported, in one search', async () => {
		await search('mac pro late 2013');
		await headline('Unsupported since 16 September 2024');
		expect(clicks).toBe(0);
	});

	test('c: is this CVE fixed on my Mac, in one search', async () => {
		await search('CVE-2026-65400');
		await page.getByRole('heading', { level: 1, name: 'CVE-2026-65400' }).waitFor();
		await click(page.getByLabel('Mac', { exact: true }));
		await type('air m1', false);
		await page.keyboard.press('Tab');
		await type('14.7.2', false);
		await headline('Not fixed: update to 27.2');
		expect(clicks).toBe(1);
	});

	test('d: which Macs lose support within a year, as a list for a spreadsheet', async () => {
		clicks += await openFromMenu(page, 'Compatibility');
		await click(page.getByText('Filters', { exact: true }));
		await page.getByRole('combobox', { name: 'Support', exact: true }).selectOption('year');
		clicks++;
		await page.waitForURL('**/all?ends=year');
		const table = await savedBy(page, page.getByRole('button', { name: 'CSV', exact: true }));
		clicks++;
		const [, ...rows] = table.trim().split('\r\n');
		expect(rows.length).toBeGreaterThan(0);
		const now = new Date();
		const inAYear = `${now.getUTCFullYear() + 1}${now.toISOString().slice(4, 7)}`;
		const end = (row: string) => /,(\d{4}-\d\d) \(expected\),/.exec(row)?.[1] ?? 'none';
		expect(rows.filter((row) => end(row) > inAYear)).toEqual([]);
		expect(clicks).toBe(viewport === phone ? 5 : 4);
	});

	test('e: what does this release fix, in one search', async () => {
		await search('14.8.9');
		await page.getByRole('heading', { name: '1 CVE fixed, 1 exploited' }).waitFor();
		await page.getByRole('link', { name: 'CVE-2026-65400' }).waitFor();
		expect(clicks).toBe(0);
	});

	test('f: a link for a colleague without a key, in at most 2 clicks', async () => {
		await search('air m1 14.7.2');
		await headline('Update to 27.2');
		await click(page.getByRole('button', { name: 'Copy link' }));
		const read = () => page.evaluate<string>('navigator.clipboard.readText()');
		await until(async () => (await read()).startsWith(v.live.address));
		const link = await read();
		expect(clicks).toBeLessThanOrEqual(2);
		const colleague = await v.open(link.slice(v.live.address.length), {
			key: null,
			javaScriptEnabled: false,
		});
		await colleague.page.locator('.headline', { hasText: 'Update to 27.2' }).waitFor();
		await colleague.page.context().close();
	});

	test('g: which Macs did the newest major version drop', async () => {
		clicks += await openFromMenu(page, 'Compatibility');
		const choose = (label: RegExp, major: string) =>
			page.locator('.filters label', { hasText: label }).locator('select').selectOption(major);
		await page.getByText('Filters', { exact: true }).click();
		await choose(/^Runs/, '26');
		await choose(/^Does not run/, '27');
		await page.getByText(/^7 Macs .*shown\. Oldest: /).waitFor();
		expect(new URL(page.url()).search).toBe('?runs=26&not=27');
	});

	test('h: a Nudge configuration without any setup, in 2 clicks, 3 on a phone', async () => {
		clicks += await openFromMenu(page, 'Deploy');
		const copy = page.getByRole('button', { name: 'Copy nudge.json' });
		await Promise.all([copy.getByText('Copied').waitFor(), click(copy)]);
		const { osVersionRequirements } = JSON.parse(
			await page.evaluate<string>('navigator.clipboard.readText()'),
		);
		expect(osVersionRequirements.length).toBeGreaterThan(0);
		expect(clicks).toBe(viewport === phone ? 3 : 2);
	});

	test('i: two Macs side by side, in at most 3 clicks', async () => {
		await search('air m1');
		await click(page.getByRole('link', { name: 'Compare with another Mac' }));
		await click(page.getByLabel('Add a Mac'));
		await type('mac pro 2019');
		await page.getByRole('columnheader', { name: 'Mac Pro (2019)' }).waitFor();
		expect(await page.getByRole('rowheader').first().textContent()).toBe('Status');
		expect(clicks).toBeLessThanOrEqual(3);
		const saved = JSON.parse(await savedBy(page, page.getByRole('button', { name: 'Save JSON' })));
		expect(saved.map(({ mac }: { mac: { name: string } }) => mac.name)).toEqual([
			'MacBook Air (M1, 2020)',
			'Mac Pro (2019)',
		]);
	});

	test('j: a release that does not exist leads to its neighbors', async () => {
		await search('14.8.6');
		await click(page.getByRole('link', { name: '14.8.7', exact: true }));
		await page.getByRole('heading', { level: 1, name: 'macOS 14.8.7' }).waitFor();
		expect(clicks).toBe(1);
	});
});
