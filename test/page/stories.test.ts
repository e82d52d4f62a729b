import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { cases } from '../size.ts';
import { type Look, phone, show, until, type Visit, visit } from './browser.ts';

// What a newcomer asks, typed as people type it, with the exact answer, on a desktop and on a phone.
let v: Visit;
beforeAll(async () => {
	v = await visit({ PUBLIC_PAGES: 'on' });
});
afterAll(() => v.end());

/** The tasks of visitors ask most of it on a phone, so a usual run asks it on a desktop. */
const screens: [name: string, viewport: typeof phone][] = [
	['a desktop', { width: 1440, height: 900 }],
	['a phone', phone],
];

describe.each(cases(screens.slice(0, 1), screens))('on %s', (_, viewport) => {
	let look: Look;
	let page: Page;
	beforeAll(async () => {
		look = await v.open('/', { viewport, mayJump: true, expected: /status of 404/ });
		page = look.page;
	});
	afterAll(() => look.close());

	/** Types a question on the start page; returns the options with their answers. */
	async function ask(question: string): Promise<string[]> {
		await show(page, '/', '.major-cards');
		const field = page.getByLabel('Search for a Mac');
		await field.fill(question);
		await page.locator('.search-panel[aria-busy=false] .option').first().waitFor();
		return page
			.getByRole('option')
			.evaluateAll((options) =>
				options.map((option) =>
					['.name', '.answer'].map((part) => option.querySelector(part)?.textContent).join(': '),
				),
			);
	}

	test('can my 2017 iMac run macOS 15: a no for each that cannot, and since when it is unsupported', async () => {
		expect(await ask('Can my 2017 iMac run macOS 15?')).toEqual([
			'iMac (21.5-inch, 2017): No: its last is 13.7.8',
			'iMac (Retina 4K, 21.5-inch, 2017): No: its last is 13.7.8',
			'iMac (Retina 5K, 27-inch, 2017): No: its last is 13.7.8',
			'iMac Pro (Retina 5K, 27-inch, Late 2017): Yes, 15.8.2',
		]);
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await page.locator('.headline', { hasText: 'No. Its last macOS is 13.7.8' }).waitFor();
		await page.getByText('Unsupported since 15 September 2025.').waitFor();
	});

	test('the page of a Mac says of each major version whether it runs it, and one click asks for one', async () => {
		await show(page, '/mac/Mac-BE088AF8C5EB4FA2', '.can-run');
		const cells = page.getByRole('list', { name: 'Can it run' }).getByRole('listitem');
		expect(await cells.allTextContents()).toEqual([
			'27 no',
			'26 no',
			'15 no',
			'14 no',
			'13 last',
			'12 yes',
			'11 yes',
			'10.15 yes',
			'10.14 yes',
			'10.13 yes',
			'1 older: yes',
		]);
		await cells.getByRole('link', { name: '26 no' }).click();
		await page.locator('.headline', { hasText: 'No. Its last macOS is 13.7.8' }).waitFor();
		await show(page, '/mac/M0001A', 'h1:has-text("Macintosh Plus")');
		expect((await cells.allTextContents()).slice(0, 6)).toEqual([
			'27 no',
			'26 no',
			'15 no',
			'14 no',
			expect.stringMatching(/^\d+ more: no$/),
			expect.stringMatching(/ last$/),
		]);
		await show(page, '/mac/J313AP', 'h1:has-text("MacBook Air")');
		expect((await cells.allTextContents())[0]).toBe('27 yes');
	});

	test.each([
		[
			'which macs lost support in 2026',
			'Macs whose support ends in 2026: Those whose last is 14, on 14 September 2026',
			'/all?ends=2026',
		],
		['macOS on 1 July 2012', 'Mac OS X 10.7.4: The latest of 10.7 on 1 July 2012', '/release/10.7.4'],
		[
			'macOS 26 system requirements',
			'Macs that run macOS 26 Tahoe: Oldest: MacBook Pro (16-inch, 2019)',
			'/all?runs=26',
		],
		[
			'which macs does 27 drop',
			'Macs that macOS 27 Golden Gate dropped: Macs whose last is 26',
			'/all?runs=26&not=27',
		],
		['Pismo', 'PowerBook G3 (FireWire, Pismo): Unsupported', null],
		['A2337', 'MacBook Air (M1, 2020): Supported, up to 27.2', '/mac/J313AP'],
		['when did 10.6.8 come out', 'Mac OS X 10.6.8: The latest of 10.6, unsupported', '/release/10.6.8'],
		['CVE-2025-43300 imac 2017', 'CVE-2025-43300 on iMac (21.5-inch, 2017): Fixed in 13.7.8', null],
	])('%s', async (question, answer, path) => {
		const [first] = await ask(question);
		expect(first).toBe(answer);
		if (path === null) return;
		await page.keyboard.press('Enter');
		await until(async () => page.url() === `${v.live.address}${path}`);
	});

	test('start page, releases and a Mac as of a day: what came later is not there', async () => {
		await show(page, '/', '.major-cards');
		await page.getByLabel('As of').fill('2012-07-01');
		await page.getByText('As known on 1 July 2012.').waitFor();
		await page.getByRole('heading', { name: 'What Macs ran' }).waitFor();
		await page
			.locator('.major-card', { hasText: 'Mac OS X 10.7 Lion' })
			.getByText('10.7.4')
			.first()
			.waitFor();
		await show(page, '/release?as_of=2012-07-01', '.major-table');
		await page.locator('.major-table tbody tr').first().getByText('10.7.4').waitFor();
		await show(page, '/mac/J313AP?as_of=2021-12-01', '.can-run');
		expect(
			await page.getByRole('list', { name: 'Can it run' }).getByRole('listitem').allTextContents(),
		).toEqual(['12 yes', '11 yes']);
		await page.locator('.headline', { hasText: 'Supported, up to 12.0.1' }).waitFor();
		await page.getByRole('link', { name: 'Show today' }).click();
		await page.locator('.headline', { hasText: 'Supported, up to 27.2' }).waitFor();
	});

	test('what should I install on my M1 Air with 14.5: what to do, on its page', async () => {
		await ask('what should I install on my m1 air 14.5');
		await page.keyboard.press('Enter');
		await page.locator('.headline', { hasText: 'Update to 27.2' }).waitFor();
	});

	test('a serial number finds no other Mac', async () => {
		await show(page, '/', '.major-cards');
		const field = page.getByLabel('Search for a Mac');
		await field.fill('serial C02XK0ADJG5H');
		await page.getByRole('status').filter({ hasText: 'No results for “serial C02XK0ADJG5H”' }).waitFor();
		await field.press('Enter');
		await page.getByRole('heading', { name: 'No results for “serial C02XK0ADJG5H”' }).waitFor();
	});
});
