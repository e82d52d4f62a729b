import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { longestWait } from '../patience.ts';
import { runCommand } from '../process.ts';
import { expectNoBarrier } from './barriers.ts';
import { buildPage, drawn, until } from './browser.ts';
import { openChromium } from './chromium.ts';
import { cutOnPaper } from './paper.ts';

let browser: Browser;
let folder = '';
beforeAll(async () => {
	await buildPage();
	browser = await openChromium();
	folder = mkdtempSync(join(tmpdir(), 'fleet-page-'));
});
afterAll(async () => {
	await browser.close();
	rmSync(folder, { recursive: true });
});

describe('the report of many Macs in a file', () => {
	async function writeReport(rows: number, html: string) {
		const csv = join(folder, `${rows}.csv`);
		let text = 'Name,Serial,Model Identifier,OS Version,Last Check-in,Safari Version\n';
		const versions = ['27.2', '26.7.2', '15.3', '14.7.2', '12.7.6'];
		for (let row = 0; row < rows; row++)
			text += `${row === 0 ? '<script>alert(1)</script>' : `mac ${row}`},S${row},"Mac14,2",${versions[row % 5]},2026-10-01,26.5.${row % 3}\n`;
		writeFileSync(csv, text);
		const { stderr } = await runCommand(
			['fleet', csv, '--html', html, '--behind', '1', '--grace-days', '14'],
			{
				POINTRELEASE_STATE: join(folder, 'state'),
			},
		);
		expect(stderr).toBe('');
	}

	async function openReport(rows: number) {
		const html = join(folder, `${rows}.html`);
		if (!existsSync(html)) await writeReport(rows, html);
		const context = await browser.newContext({ offline: true });
		const page = await context.newPage();
		page.setDefaultTimeout(longestWait);
		const faults: string[] = [];
		page.on('console', (message) => faults.push(message.text()));
		page.on('pageerror', (error) => faults.push(error.message));
		page.on('request', (request) => {
			if (!request.url().startsWith('file:')) faults.push(request.url());
		});
		await page.goto(`file://${html}`);
		await drawn(page);
		return { page, html, faults, close: () => context.close() };
	}

	describe('of three hundred Macs', () => {
		let page: Page;
		let opened: Awaited<ReturnType<typeof openReport>>;
		beforeAll(async () => {
			opened = await openReport(300);
			page = opened.page;
		});
		afterAll(async () => {
			await opened.close();
			expect(opened.faults).toEqual([]);
		});

		test('works offline, names its data and rules, and shows HTML in names as text', async () => {
			expect(readFileSync(opened.html, 'utf8')).not.toContain('<script>alert');
			const head = await page.locator('.fleet-head').innerText();
			expect(head).toContain('at most 1 major version behind, 14 days to install');
			expect(head).toMatch(/Data\s*2026-\d\d-\d\d-[0-9a-f]{12}/);
			await page.getByLabel('Find').fill('<script>');
			await page.getByRole('cell', { name: '<script>alert(1)</script>' }).waitFor();
			await page.getByLabel('Find').fill('');
		});

		test('cuts no label of a chart, and the status of a Mac comes right after its name', async () => {
			await page.getByRole('tab', { name: 'Charts' }).click();
			expect(await page.getByRole('figure').count()).toBe(await page.getByText('As a table').count());
			const cut = await page.locator('.fleet-chart text').evaluateAll((all) =>
				all
					.filter((label) => {
						const [box, picture] = [label, label.closest('svg')!].map((part) => part.getBoundingClientRect());
						return box!.left < picture!.left || box!.right > picture!.right;
					})
					.map(({ textContent }) => textContent),
			);
			expect(cut).toEqual([]);
			await page.getByRole('tab', { name: 'Charts' }).press('ArrowLeft');
			expect((await page.locator('.fleet-macs th').allTextContents()).slice(0, 3)).toEqual([
				'Name',
				'Status',
				'Model',
			]);
		});

		test('a bar filters the table, and a Mac that meets the policy has no deadline', async () => {
			await page.getByRole('tab', { name: 'Charts' }).click();
			await page.getByRole('button', { name: /^26\.7\.2 ?60$/ }).press('Enter');
			await page.getByText('60 of 300 shown', { exact: true }).waitFor();
			// The table gets the focus after it is drawn.
			await page.locator('[aria-label="Table of Macs"]:focus').waitFor();
			await page.getByLabel('All columns').check();
			const place = (await page.locator('.fleet-macs th').allTextContents()).indexOf('Deadline') + 1;
			const deadlines = page.locator(`.fleet-macs tbody tr:not(.gap) td:nth-child(${place})`);
			expect(new Set(await deadlines.allTextContents())).toEqual(new Set(['']));
			await page.getByLabel('All columns').uncheck();
			await page.getByRole('button', { name: 'Version: 26.7.2' }).click();
			await page.getByText('300 of 300 shown', { exact: true }).waitFor();
		});

		test('on a phone name, status and action are visible without horizontal scrolling', async () => {
			const before = page.viewportSize()!;
			await page.setViewportSize({ width: 390, height: 844 });
			await until(async () => (await page.locator('.fleet-macs th').count()) === 3);
			expect(await page.locator('.fleet-macs th').allTextContents()).toEqual([
				'Name',
				'Status',
				'What to do',
			]);
			const [seen, whole] = (await page
				.locator('.fleet-scroll')
				.evaluate((part) => [part.clientWidth, part.scrollWidth])) as [number, number];
			expect(whole).toBeLessThanOrEqual(seen);
			await page.setViewportSize(before);
			await until(async () => (await page.locator('.fleet-macs th').count()) > 5);
		});

		test('is green only where Macs are current: an unsupported system may meet a policy', async () => {
			await page.getByRole('tab', { name: 'Charts' }).click();
			const fills = (part: string) =>
				page.evaluate<string[]>(
					`[...document.querySelectorAll('${part}')].map((bar) => getComputedStyle(bar).fill)`,
				);
			const [green] = await fills('.bar.current');
			expect(await page.locator('.bar.good').count()).toBeGreaterThan(0);
			expect(await fills('.bar:not(.current)')).not.toContain(green!);
			await page.getByRole('tab', { name: 'Macs' }).click();
		});

		test('prints every Mac, with the column headers on every sheet', async () => {
			await page.evaluate('dispatchEvent(new Event("beforeprint"))');
			await page.emulateMedia({ media: 'print' });
			expect(await page.locator('.fleet-macs tbody tr:not(.gap)').count()).toBe(300);
			// Its sheets are in landscape format.
			expect(await page.evaluate(cutOnPaper(980))).toEqual([]);
			// Buttons in the repeated header would be missing on later sheets.
			expect(await page.locator('.fleet-macs thead button').count()).toBe(0);
			await page.emulateMedia({ media: 'screen' });
			await page.evaluate('dispatchEvent(new Event("afterprint"))');
			expect(await page.locator('.fleet-macs tbody tr:not(.gap)').count()).toBeLessThan(100);
		});

		test('has no barrier and fits the screen, large and dark or small and light', async () => {
			await expectNoBarrier(page);
		});
	});

	test('sorts and filters ten thousand Macs, and renders only the visible ones', async () => {
		const { page, faults, close } = await openReport(10_000);
		const rows = page.locator('.fleet-macs tbody tr:not(.gap)');
		expect(await rows.count()).toBeLessThan(100);
		const version = page.getByRole('button', { name: 'Version', exact: true });
		const first = () => rows.first().locator('td').nth(3).textContent();
		// The worst first: overdue Macs that miss fixes of exploited vulnerabilities.
		expect(await first()).toBe('14.7.2');
		for (const expected of ['12.7.6', '27.2', '14.7.2']) {
			await version.press('Enter');
			expect(await first()).toBe(expected);
		}
		const exploited = page.getByRole('button', { name: 'Exposed (fix available)', exact: true });
		await exploited.click();
		expect(await page.locator('th', { has: exploited }).getAttribute('aria-sort')).toBe('descending');
		await page.getByLabel('Find').fill('mac 9999');
		await page.getByText('1 of 10,000').waitFor();
		await page.getByLabel('Find').fill('');
		await page.getByRole('button', { name: '6,000 miss the policy', exact: true }).click();
		await page.getByText('6,000 of 10,000 shown').waitFor();
		await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
		await until(async () => (await rows.last().getAttribute('aria-rowindex')) === '6001');
		expect(faults).toEqual([]);
		await close();
	});

	test('prints the first thousand of many Macs, and says so', async () => {
		const { page, faults, close } = await openReport(1_200);
		await page.evaluate('dispatchEvent(new Event("beforeprint"))');
		expect(await page.locator('.fleet-macs tbody tr').count()).toBe(1_000);
		await page.getByText('The first 1,000 of 1,200 Macs.').waitFor();
		await page.evaluate('dispatchEvent(new Event("afterprint"))');
		await page.getByText('The first 1,000 of 1,200 Macs.').waitFor({ state: 'detached' });
		expect(faults).toEqual([]);
		await close();
	});
});
