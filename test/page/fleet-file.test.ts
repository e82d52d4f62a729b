import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { runHere } from '../cli/run-here.ts';
import { asOf } from '../fleet/fleet-of.ts';
import { longestWait } from '../patience.ts';
import { buildPage, desktop, drawn, phone, until } from './browser.ts';
import { openChromium } from './chromium.ts';

let browser: Browser;
let folder = '';
/** The summary that the command printed beside the last report. */
let printed = '';
beforeAll(async () => {
	await buildPage();
	browser = await openChromium();
	folder = mkdtempSync(join(tmpdir(), 'fleet-file-'));
});
afterAll(async () => {
	await browser.close();
	rmSync(folder, { recursive: true });
});

/** The page that `fleet --html` writes for an inventory. */
async function openReport(inventory: string, ...words: string[]): Promise<Page> {
	const [from, to] = [join(folder, 'inventory'), join(folder, 'report.html')];
	writeFileSync(from, inventory);
	const { stdout } = await runHere(['fleet', from, '--html', to, '--as-of', asOf, ...words], {
		POINTRELEASE_STATE: join(folder, 'state'),
	});
	printed = stdout;
	const page = await browser.newPage({ viewport: desktop });
	page.setDefaultTimeout(longestWait);
	await page.goto(`file://${to}`);
	// The table has every column until its width is known.
	await drawn(page);
	return page;
}

/** The cells of a column, from top to bottom. */
async function cellsOf(page: Page, title: string): Promise<string[]> {
	await drawn(page);
	const titles = () => page.locator('.fleet-macs thead th').allTextContents();
	if (!(await titles()).includes(title)) await page.getByLabel('All columns').check();
	expect(await titles()).toContain(title);
	const place = (await titles()).indexOf(title) + 1;
	return await page.locator(`.fleet-macs tbody tr:not(.gap) td:nth-child(${place})`).allTextContents();
}

const openCharts = (page: Page) => page.getByRole('tab', { name: 'Charts' }).click();

describe('the report in a file', () => {
	test('names the incomplete export behind its shares, and offers nothing that a file cannot do', async () => {
		const results = [{ name: 'a', model: 'Mac14,2', osVersion: '27.2' }];
		const page = await openReport(JSON.stringify({ totalCount: 5000, results }), '--behind', '1');
		const words = await page.locator('.fleet-report').innerText();
		expect(words).toContain('The export is incomplete: it has 1 of 5,000 rows.');
		expect(words).toContain('100% of the Macs in it meet it.');
		expect(words).not.toContain('drop');
		await page.close();
	});

	test('a Mac that could not be judged shows the reason, and no deadline', async () => {
		const page = await openReport(
			`Name,Model,OS Version,Build
beta,"MacBookPro17,1",27.2,26B5101f
no such major,"MacBookPro17,1",99.9,
no such release,"MacBookPro17,1",14.7.99,
newer,"MacBookPro17,1",27.9,
late,"MacBookPro17,1",26.3,
`,
			'--behind',
			'1',
			'--grace-days',
			'14',
		);
		// Overdue and unsupported Macs are sorted before those that cannot be judged.
		expect(await cellsOf(page, 'Note')).toEqual([
			'',
			'14.7.99 is not a known release: which release is it?',
			expect.stringContaining('27.2 (26B5101f) is a beta.'),
			'There is no macOS 99.',
			'27.9 is newer than any known release: is the data up to date?',
		]);
		expect(await cellsOf(page, 'Deadline')).toEqual(['2026-03-18', '', '', '', '']);
		await page.close();
	});

	test('a click or a tap on why a Mac is late shows the reason in full and the next step', async () => {
		const page = await openReport(
			`Name,Model,OS Version,Last Check-in,Bootstrap Token Escrowed\nlate,"Mac14,2",14.7.2,2026-11-01,NOT_ESCROWED\nfine,"Mac14,2",27.2,2026-11-01,ESCROWED\n`,
			'--behind',
			'1',
		);
		const why = page.locator('.why-late');
		const sentence = page.locator('.why-late-words');
		for (const viewport of [desktop, phone]) {
			await page.setViewportSize(viewport);
			await until(async () => (await page.locator('.two-lines').count()) === (viewport === phone ? 2 : 0));
			expect(await why.count()).toBe(1);
			expect(await sentence.isVisible()).toBe(false);
			await why.click();
			expect(await sentence.innerText()).toBe(
				'Not heard from since 1 November 2026 (inventory, 1 November 2026). Find the Mac, or retire its record.',
			);
			await page.keyboard.press('Escape');
		}
		// On a phone the row itself has both.
		expect(await why.innerText()).toBe('not seen: Find the Mac, or retire its record.');
		await page.close();
	});

	test('the time since Macs are overdue has the same title and unit in the summary and on the page', async () => {
		const page = await openReport(
			'Name,Model,OS Version\nold,"MacBookPro17,1",11.7.10\nlate,"MacBookPro17,1",26.3\n',
			'--behind',
			'1',
			'--grace-days',
			'14',
		);
		const title = 'Time since the oldest missed deadline';
		expect(printed).toMatch(new RegExp(`\n${title}\n(?:  .*\n)*  over 365 days +1 `));
		await openCharts(page);
		await page
			.getByRole('figure', { name: title })
			.getByRole('button', { name: /^over 365 days ?1$/ })
			.click();
		await page.getByRole('button', { name: `${title}: over 365 days` }).waitFor();
		expect(await cellsOf(page, 'Deadline')).toEqual(['2022-11-07']);
		// Of the vulnerabilities that only newer versions fix, the table counts the exploited ones.
		expect(await cellsOf(page, 'Exposed (upgrade required)')).toEqual(['25']);
		await page.close();
	});

	test('the bars of exposure filter the table, and so does every count of Macs', async () => {
		const page = await openReport(`Name,Model,OS Version,Build,Last Check-in
missing,"MacBookPro17,1",26.3,,2026-11-15
dead,"MacBookPro17,1",11.7.10,,2026-11-15
odd,"MacBookPro17,1",99.9,,2026-11-15
beta,"MacBookPro17,1",27.2,26B5101f,2026-11-15
newer,"MacBookPro17,1",27.9,,2026-11-15
away,"MacBookPro17,1",27.0.1,,2026-10-16
`);
		const bar = (name: RegExp) =>
			page.getByRole('figure', { name: /^Exposure/ }).getByRole('button', { name });
		for (const [name, macs] of [
			[/^exposed \(fix available\) ?1$/, ['missing']],
			[/^exposed \(upgrade required\)/, ['dead']],
			[/^exposure not known/, ['odd', 'beta', 'newer']],
		] as const) {
			await openCharts(page);
			await bar(name).click();
			await until(async () => String((await cellsOf(page, 'Name')).toSorted()) === String(macs.toSorted()));
			await page.getByText(`${macs.length} of 6 shown`, { exact: true }).waitFor();
		}
		const chip = (name: string) => page.getByRole('button', { name, exact: true });
		for (const [name, macs] of [
			['1 on a beta', ['beta']],
			['1 newer than any known release', ['newer']],
			['1 not seen for 30 days', ['away']],
			['3 exposure not known', ['odd', 'beta', 'newer']],
			['1 unsupported', ['dead']],
		] as const) {
			await chip(name).click();
			expect(await chip(name).getAttribute('aria-pressed')).toBe('true');
			await until(async () => String((await cellsOf(page, 'Name')).toSorted()) === String(macs.toSorted()));
			await page.getByText(`${macs.length} of 6 shown`, { exact: true }).waitFor();
		}
		await chip('1 unsupported').press('Enter');
		await page.getByText('6 of 6 shown', { exact: true }).waitFor();
		await page.close();
	});

	test('shows the columns that fit, with kept columns beside the name, and prints all that say something', async () => {
		const page = await openReport(
			`Name,Model,OS Version,Owner,Team
one,"MacBookPro17,1",11.7.10,Anna Schmidt,Sales and Marketing
two,"MacBookPro17,1",99.9,Bert,Engineering
three,Mac Studio,26.3.2,,
four,"MacBookPro17,1",banana,,
`,
			'--keep',
			'Owner,Team',
			'--behind',
			'1',
			'--grace-days',
			'14',
		);
		const titles = () => page.locator('.fleet-macs thead th').allTextContents();
		const overflowing = () =>
			page.locator('.fleet-scroll').evaluate((part) => part.scrollWidth - part.clientWidth);
		const cut = () =>
			page
				.locator('.fleet-macs td.status')
				.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
		const judged = ['Status', 'Model', 'Version', 'What to do', 'Overdue', 'Exposed (fix available)'];
		expect((await titles()).slice(0, 9)).toEqual(['Name', 'Owner', 'Team', ...judged]);
		expect(await titles()).toContain('Exposed (upgrade required)');
		expect([await overflowing(), await cut()]).toEqual([0, 0]);
		expect(await page.locator('.fleet-macs td.status').allTextContents()).toEqual([
			// Every Mac Studio misses the policy, whichever this one is.
			'unsupported',
			'misses the policy',
			'unknown',
			'unreadable',
		]);
		await page.setViewportSize(phone);
		await until(async () => (await titles()).length === 3);
		expect([await overflowing(), await cut()]).toEqual([0, 0]);
		await page.getByLabel('All columns').check();
		const every = await titles();
		for (const title of ['Owner', 'Policy', 'Deadline', 'Serial number', 'Last seen', 'Note'])
			expect(every).toContain(title);
		await page.getByLabel('All columns').uncheck();
		await page.evaluate('dispatchEvent(new Event("beforeprint"))');
		// No Mac of this inventory has a Safari.
		const notOnPaper = ['Why late', 'Safari', 'Latest Safari'];
		expect(await titles()).toEqual(every.filter((title) => !notOnPaper.includes(title)));
		await page.close();
	});

	test('with many groups the chart says how many it leaves out, its table has all, and each can be selected', async () => {
		const macs = Array.from({ length: 30 }, (_, at) => `m${at},"Mac14,2",27.2,Team ${at % 25}`);
		const page = await openReport(
			`Name,Model,OS Version,Dept\n${macs.join('\n')}\n`,
			'--group-by',
			'Dept',
			'--behind',
			'1',
		);
		await openCharts(page);
		const chart = page.getByRole('figure', { name: /^By Dept/ });
		expect(await chart.locator('.bar-label').count()).toBe(17);
		expect((await chart.locator('.bar-label').allTextContents()).at(-1)).toBe('9 more');
		expect((await chart.locator('.bar-value').allTextContents()).at(-1)).toBe('9');
		expect(await chart.locator('tbody tr').count()).toBe(25);
		await page.getByRole('tab', { name: 'Macs' }).click();
		await page.getByLabel('Dept', { exact: true }).selectOption('Team 24');
		await page.getByText('1 of 30 shown', { exact: true }).waitFor();
		expect(await cellsOf(page, 'Name')).toEqual(['m24']);
		await page.getByRole('button', { name: 'Dept: Team 24' }).click();
		await page.getByText('30 of 30 shown', { exact: true }).waitFor();
		await page.close();
	});
});
