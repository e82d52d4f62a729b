import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { cases } from '../size.ts';
import { type Look, openFromMenu, phone, show, until, type Visit, visit } from './browser.ts';

// What visitors ask first, each from the start page with a limit on clicks, and the exact words of the answer. More tasks are in
// `tasks.test.ts`; those with an inventory are in `fleet-tasks.test.ts`.
let v: Visit;
beforeAll(async () => {
	v = await visit({ PUBLIC_PAGES: 'on', SUBSCRIPTIONS: 'on' });
});
afterAll(() => v.end());

/** `stories.test.ts` asks most of it on a desktop, so a usual run asks it on a phone. */
const screens: [name: string, viewport: typeof phone][] = [
	['a desktop', { width: 1440, height: 900 }],
	['a phone', phone],
];

describe.each(cases(screens.slice(1), screens))('on %s', (_, viewport) => {
	let look: Look;
	let page: Page;
	let clicks = 0;
	beforeAll(async () => {
		look = await v.open('/', {
			viewport,
			mayJump: true,
			permissions: ['clipboard-read', 'clipboard-write'],
			expected: /status of 404/,
		});
		page = look.page;
	});
	beforeEach(async () => {
		await show(page, '/', '.data-state p');
		clicks = 0;
	});
	afterAll(() => look.close());

	const click = async (what: Locator) => {
		await what.click();
		clicks++;
	};
	/** Types a question into the search field and presses Enter. */
	const ask = async (question: string) => {
		const field = page.getByRole('combobox', { name: 'Search for a Mac' });
		await field.fill(question);
		await field.press('Enter');
	};
	const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
	const text = (words: string) => page.getByText(words).first().waitFor();

	test('can my 2017 iMac run macOS 15: a verdict for each, without a click', async () => {
		await ask('Can my 2017 iMac run macOS 15?');
		await text('No: its last is 13.7.8');
		expect(await page.getByText('No: its last is 13.7.8').count()).toBe(3);
		expect(await page.getByText('Yes, 15.8.2').count()).toBe(1);
	});

	test('the same on the page of a Mac: each major version says yes, no or last', async () => {
		await ask('iMac18,3');
		await heading('iMac (Retina 5K, 27-inch, 2017)');
		const cells = page.getByRole('list', { name: 'Can it run' }).getByRole('listitem');
		expect((await cells.allTextContents()).slice(0, 5)).toEqual([
			'27 no',
			'26 no',
			'15 no',
			'14 no',
			'13 last',
		]);
	});

	test('which Macs lost support this year', async () => {
		await ask('which macs lost support this year');
		await heading('Every Mac since 1984');
		expect(new URL(page.url()).searchParams.get('ends')).toBe(String(new Date().getUTCFullYear()));
	});

	test('what to install on an M1 Air with 14.5', async () => {
		await ask('what should I install on my M1 Air 14.5');
		await page.locator('.headline', { hasText: 'Update to 27.2' }).waitFor();
		expect(clicks).toBe(0);
	});

	test('when 10.6.8 came out', async () => {
		await ask('when did 10.6.8 come out');
		await heading('Mac OS X 10.6.8');
		await text('23 June 2011');
	});

	test('a PowerBook by its nickname', async () => {
		await ask('pismo');
		await heading('PowerBook G3 (FireWire, Pismo)');
	});

	test('what was current on 1 July 2012', async () => {
		await ask('macOS on 1 July 2012');
		await heading('Mac OS X 10.7.4');
		await show(page, '/', '.data-state p');
		await page.getByLabel('As of').fill('2012-07-01');
		await heading('What Macs ran');
		await text('10.7.4');
	});

	test('a serial number says what to search for, and no other Mac', async () => {
		await ask('serial C02XK0ADJG5H');
		await text('C02XK0ADJG5H looks like a serial number');
		expect(await page.locator('.results li').count()).toBe(0);
	});

	test('the number on the case', async () => {
		await ask('A2337');
		await heading('MacBook Air (M1, 2020)');
	});

	test('the requirements of macOS 26, and the oldest Mac for it', async () => {
		await ask('macOS 26 requirements');
		await heading('Every Mac since 1984');
		expect(new URL(page.url()).searchParams.get('runs')).toBe('26');
		await page.getByRole('combobox', { name: 'Search for a Mac' }).fill('oldest Mac for macOS 26');
		await text('Oldest: MacBook Pro (16-inch, 2019)');
		// In the view itself, too.
		await page.getByRole('combobox', { name: 'Search for a Mac' }).press('Enter');
		await page.locator('.tally').getByText('shown. Oldest: MacBook Pro (16-inch, 2019)').waitFor();
	});

	test('what a release fixes, exploited vulnerabilities first', async () => {
		await ask('26.7.1');
		await heading('macOS 26.7.1');
		await text('CVE-2026-86950');
		const cves = await page.getByRole('link', { name: /^CVE-/ }).allTextContents();
		expect(cves[0]).toBe('CVE-2026-86950');
	});

	test('a request for the API, copied with one click', async () => {
		await ask('A2337');
		await heading('MacBook Air (M1, 2020)');
		await click(page.getByRole('button', { name: 'Copy curl' }));
		const read = () => page.evaluate<string>('navigator.clipboard.readText()');
		await until(async () => (await read()).startsWith('curl '));
		expect([await read(), clicks]).toEqual([expect.stringContaining('/boards/J313AP'), 1]);
	});

	test('a feed of one Mac, one click from its page', async () => {
		await ask('A2337');
		const feed = page.getByRole('link', { name: 'Atom feed' });
		const address = await feed.getAttribute('href');
		expect([address, (await fetch(v.live.address + address)).status]).toEqual([
			'/boards/J313AP/releases.atom',
			200,
		]);
	});

	test('declarations for n-1, from the menu', async () => {
		clicks += await openFromMenu(page, 'Deploy');
		await page.getByRole('combobox', { name: 'Policy' }).selectOption('n-1');
		clicks++;
		await page.getByRole('button', { name: 'Download everything as ZIP' }).first().waitFor();
		expect(clicks).toBeLessThanOrEqual(3);
	});
});
