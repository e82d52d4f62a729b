import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import { expectNoBarrier } from './barriers.ts';
import { drawn, fileSavedBy, type Look, phone, savedBy, show, until, type Visit, visit } from './browser.ts';
import { expectKeyboardReaches } from './keyboard.ts';

const sample = join(import.meta.dir, '../../examples/jamf-pro.csv');
// The tasks of an admin with an inventory, for example: drop it, and send the Macs that miss the policy to a
// colleague with two clicks.
let v: Visit;
beforeAll(async () => {
	v = await visit();
});
afterAll(() => v.end());

describe.each([
	['a desktop', { width: 1440, height: 900 }],
	['a phone', phone],
])('an admin with an export, on %s', (_, viewport) => {
	let look: Look;
	let page: Page;
	let clicks = 0;
	beforeAll(async () => {
		look = await v.open('/fleet?policy=n-1', {
			viewport,
			mayJump: true,
			permissions: ['clipboard-read', 'clipboard-write'],
		});
		page = look.page;
		await page.getByLabel(/Drop an inventory/).setInputFiles(sample);
		await page.getByRole('heading', { name: 'Fleet report: jamf-pro.csv' }).waitFor();
	});
	afterAll(() => look.close());

	const click = async (what: Locator) => {
		await what.click();
		clicks++;
	};
	const tile = (name: RegExp) => page.locator('.fleet-tiles').getByRole('button', { name });
	const names = (csv: string) =>
		csv
			.trim()
			.split('\r\n')
			.slice(1)
			.map((row) => row.split(',')[2]);

	test('sees the report at once: sentence and tiles need no scrolling, and the upload is reduced to one line', async () => {
		const sentence = (await page.locator('.fleet-headline').boundingBox())!;
		expect(sentence.y).toBeLessThan(viewport.height / 2);
		const last = (await tile(/meet the policy$/).boundingBox())!;
		expect(last.y + last.height).toBeLessThan(viewport.height);
		expect(await page.locator('.drop').count()).toBe(0);
		expect(await page.evaluate<string>('document.activeElement.textContent')).toBe(
			'Fleet report: jamf-pro.csv',
		);
		expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
			'Summary',
			'Macs',
			'About this report',
		]);
	});

	test('finds every Mac in one part of the bar, and nothing moves when the policy changes', async () => {
		const sum = async () =>
			(await page.locator('.stack strong').allTextContents()).reduce((all, text) => all + Number(text), 0);
		expect(await sum()).toBe(40);
		await page.evaluate(`window.shifted = 0; window.shifts = [];
			new PerformanceObserver((list) => {
				for (const entry of list.getEntries()) {
					window.shifted += entry.value;
					window.shifts.push(...entry.sources.map(({ node }) => node?.className || node?.nodeName));
				}
			}).observe({ type: 'layout-shift' })`);
		for (const name of ['No policy', 'latest', 'n-1']) {
			await page.getByLabel('Policy').selectOption({ label: name });
			await until(async () => (await page.locator('[aria-busy="true"]').count()) === 0);
			await drawn(page);
			expect(await sum()).toBe(40);
		}
		const [shifted, parts] = await page.evaluate<[number, string[]]>('[window.shifted, window.shifts]');
		expect([shifted <= 0.05, shifted, parts]).toEqual([true, shifted, parts]);
	});

	test('sees which tab is selected also in forced colors', async () => {
		await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
		const lines = await page.evaluate<string[]>(
			"[...document.querySelectorAll('[role=tab]')].map((tab) => getComputedStyle(tab).borderBottomColor)",
		);
		expect(lines[0]).not.toBe(lines[1]!);
		expect(lines[1]).toBe(lines[2]!);
		await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' });
	});

	test('sends the Macs that miss the policy to a colleague, worst first, with two clicks', async () => {
		clicks = 0;
		const missed = tile(/miss the policy$/);
		await click(missed);
		expect(await missed.getAttribute('aria-pressed')).toBe('true');
		const count = await missed.locator('strong').textContent();
		const saved = await savedBy(page, page.getByRole('button', { name: `Save these ${count}`, exact: true }));
		clicks++;
		expect(clicks).toBe(2);
		const order = names(saved);
		expect(order).toHaveLength(Number(count));
		const rows = page.locator('.fleet-macs tbody tr:not(.gap) td:first-child a');
		const onScreen = await rows.allTextContents();
		expect(order.slice(0, 10)).toEqual(onScreen.slice(0, 10));
		// Overdue for longest, with exploited vulnerabilities: first.
		expect(order[0]).toBe('Lab-03');
	});

	test('copies the same as text, and saves these Macs as a workbook', async () => {
		const [, ...lines] = (await copied()).trim().split('\n');
		expect(lines).toHaveLength(
			Number(
				await tile(/miss the policy$/)
					.locator('strong')
					.textContent(),
			),
		);
		expect(lines[0]).toMatch(
			/^Lab-03 · iMac .* · 14\.7\.2 · Update to 15\.8\.2, then replace · overdue \d+ days · 6 exploited vulnerabilities · 1 fixed only in newer versions/,
		);
		const menu = page.locator('.menu summary');
		await menu.click();
		const { name, bytes } = await fileSavedBy(page, page.getByRole('button', { name: 'Save these as XLSX' }));
		expect(name).toMatch(/^fleet-\d{4}-\d\d-\d\d-\d+-macs\.xlsx$/);
		const sheets = unzipSync(bytes);
		expect(Object.keys(sheets).filter((path) => path.includes('sheet'))).toEqual([
			'xl/worksheets/sheet1.xml',
		]);
	});

	test('sends the ten worst to the boss with one click, and only the selected Macs once there are some', async () => {
		const read = () => page.evaluate<string>('navigator.clipboard.readText()');
		await page.getByRole('button', { name: 'Copy the 10 worst' }).click();
		await until(async () => (await read()).split('\n').length === 12);
		const [head, first, ...others] = (await read()).trim().split('\n');
		expect(head).toStartWith('10 of 40 Macs · jamf-pro.csv · ');
		expect(first).toMatch(/^Lab-03 · /);
		expect(others).toHaveLength(9);
		// Sales-08 was copied after Lab-03, but is selected first.
		await page.getByRole('checkbox', { name: 'Select Sales-08' }).check();
		await page.getByRole('checkbox', { name: 'Select Lab-03' }).check();
		const saved = await savedBy(page, page.getByRole('button', { name: 'Save selected (2)' }));
		expect(names(saved)).toEqual(['Lab-03', 'Sales-08']);
		await page.getByRole('button', { name: 'Copy selected (2)' }).click();
		await until(async () => (await read()).startsWith('2 of 40 Macs'));
		expect(page.url()).toContain('/fleet');
		await page.getByRole('checkbox', { name: 'Select all' }).check();
		await page.getByRole('button', { name: 'Save selected (18)' }).waitFor();
		await page.getByRole('checkbox', { name: 'Select all' }).uncheck();
		await page.getByRole('button', { name: 'Save these 18' }).waitFor();
	});

	test('reads name, version, model and what to do of a Mac without a table that scrolls by itself', async () => {
		const row = page.locator('.fleet-macs tbody tr:not(.gap)').first();
		const words = await row.innerText();
		for (const word of ['Lab-03', '14.7.2', 'iMac (Retina 5K, 27-inch, 2019)', 'Update to 15.8.2'])
			expect(words).toContain(word);
		const [inside, needed] = await page
			.locator('.fleet-scroll')
			.evaluate((part) => [part.clientHeight, part.scrollHeight]);
		expect(needed).toBe(inside!);
	});

	async function copied(): Promise<string> {
		await page.locator('.menu summary').click();
		await page.getByRole('button', { name: 'Copy as text' }).click();
		await page.locator('.menu summary', { hasText: 'Copied' }).waitFor();
		return page.evaluate<string>('navigator.clipboard.readText()');
	}

	test('opens a Mac with its version and policy, and returns to the same rows and files', async () => {
		clicks = 0;
		await click(page.getByRole('link', { name: 'Lab-03' }));
		await page.waitForURL(/\/mac\/[^?]+\?on=14\.7\.2&policy=n-1$/);
		await page.locator('.headline', { hasText: 'Update to 15.8.2' }).waitFor();
		expect(clicks).toBe(1);
		await page.goBack();
		await page.getByRole('button', { name: /^Save these 18$/ }).waitFor();
		expect(await tile(/miss the policy$/).getAttribute('aria-pressed')).toBe('true');
		// The files are still there, so the policy can be changed.
		await page.getByLabel('Policy').selectOption('latest');
		await page.locator('.fleet-head', { hasText: 'latest, the newest major version' }).waitFor();
		await page.getByLabel('Policy').selectOption('n-1');
		await page.locator('.fleet-head', { hasText: 'n-1, at most' }).waitFor();
	});

	test('reaches tiles, tabs, drawer and menu with the keyboard, each with a name for screen readers', async () => {
		await tile(/exposed \(fix available\)$/).press('Enter');
		expect(await tile(/exposed \(fix available\)$/).getAttribute('aria-pressed')).toBe('true');
		expect(await tile(/miss the policy$/).getAttribute('aria-pressed')).toBe('false');
		await page.getByRole('tab', { name: 'Macs' }).press('ArrowRight');
		expect(await page.getByRole('tab', { name: 'Charts', selected: true }).count()).toBe(1);
		expect(await page.getByRole('tabpanel', { name: 'Charts' }).count()).toBe(1);
		await page.keyboard.press('ArrowRight');
		await page.getByRole('tabpanel', { name: 'History' }).getByText('Macs updated in time').waitFor();
		expect(new URL(page.url()).searchParams.get('tab')).toBe('history');
		await page.keyboard.press('ArrowRight');
		const drawer = page.getByRole('button', { name: 'Columns', exact: true });
		await drawer.press('Enter');
		expect(await drawer.getAttribute('aria-expanded')).toBe('true');
		await page.getByRole('region', { name: 'Columns and comparison' }).getByLabel('Count by').waitFor();
		await page.getByText('Columns recognized: 7 of 7. Check').waitFor();
		const menu = page.locator('.menu');
		await menu.locator('summary').press('Enter');
		const card = (await menu.locator('.card').boundingBox())!;
		expect([card.x >= 0, card.x + card.width <= viewport.width]).toEqual([true, true]);
		await page.getByRole('button', { name: 'Save all as JSON' }).focus();
		await page.keyboard.press('Escape');
		expect(await menu.getAttribute('open')).toBeNull();
		expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('SUMMARY');
		await menu.locator('summary').press('Enter');
		await expectNoBarrier(page);
		// The menu closes when the focus leaves it.
		await page.keyboard.press('Escape');
		await expectKeyboardReaches(page);
		await page.setViewportSize(viewport);
		await drawer.click();
	});
});

test('prints forty Macs on at most four pages', async () => {
	const { page, close } = await v.open('/fleet?policy=n-1', { mayJump: true });
	await page.getByLabel(/Drop an inventory/).setInputFiles(sample);
	await page.getByRole('heading', { name: 'Fleet report: jamf-pro.csv' }).waitFor();
	const sheets = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)!.length;
	const printed = sheets(await page.pdf({ format: 'A4', preferCSSPageSize: true }));
	expect(printed).toBeGreaterThan(0);
	expect(printed).toBeLessThanOrEqual(4);
	await close();
});

test('filter, order and tab are in the address, and survive a reload', async () => {
	const { page, close } = await v.open('/fleet?policy=n-1&show=ended&sort=-version', { mayJump: true });
	await page.getByLabel(/Drop an inventory/).setInputFiles(sample);
	await page.getByText('6 of 40 shown').waitFor();
	const version = () => page.locator('.fleet-macs tbody tr td:nth-child(4)').allTextContents();
	const sorted = ['14.8.9', '14.8.9', '14.7.2', '13.7.8', '12.7.6', '12.7.6'];
	await until(async () => String(await version()) === String(sorted));
	await until(() => page.evaluate<boolean>("sessionStorage.getItem('pointrelease.fleet') !== null"));
	await page.reload();
	await page.getByText('6 of 40 shown').waitFor();
	await until(async () => String(await version()) === String(sorted));
	await show(page, '/fleet?policy=n-1&tab=charts', '.fleet-charts');
	await close();
});
