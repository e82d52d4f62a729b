import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { until, type Visit } from '../../../test/page/browser.ts';
import { type Measure, median } from '../subject.ts';
import { blockingOf, slow, watchBlocking } from './blocking.ts';

const macs = 10_000;
const manyMacs = 100_000;
const scrolls = 120;

/** The time from dropping an inventory to the report, and how evenly its table scrolls. */
export async function measureFleetTable(site: Visit, turns: number): Promise<Measure[]> {
	const [waits, frames]: [number[], number[]] = [[], []];
	for (let turn = 0; turn < turns; turn++) {
		const { page, close } = await site.open('/fleet');
		waits.push(await drop(page, inventory(macs)));
		frames.push(Number(await page.evaluate(scrollThrough)));
		await close();
	}
	return [
		{
			name: `${macs} Macs on the page, from the drop to the report`,
			values: [[median(waits), 'ms']],
			must: { most: 1500 },
		},
		{
			name: 'longest frame while its table scrolls',
			values: [[median(frames), 'ms']],
			must: { most: 50 },
		},
	];
}

/**
 * A hundred thousand Macs with the processor slowed four times: the time until the table appears, and what blocks its
 * use.
 */
export async function measureManyMacs(site: Visit, turns: number): Promise<Measure[]> {
	const [waits, blocked, longest]: [number[], number[], number[]] = [[], [], []];
	const steps = new Map<string, number[]>();
	for (let turn = 0; turn < turns; turn++) {
		const { page, close } = await site.open('/fleet?policy=n-1');
		await slow(page);
		await page.getByLabel(/Drop an inventory/).waitFor();
		await watchBlocking(page);
		waits.push(await drop(page, inventory(manyMacs)));
		const { total, longest: longestTask } = await blockingOf(page);
		blocked.push(total);
		longest.push(longestTask);
		for (const [name, act] of uses) {
			await watchBlocking(page);
			await act(page);
			steps.set(name, [...(steps.get(name) ?? []), (await blockingOf(page)).total]);
		}
		await close();
	}
	return [
		{
			name: `${manyMacs} Macs, processor slowed four times, from the drop to the table`,
			values: [[median(waits), 'ms']],
			aim: { most: 2000 },
		},
		{
			name: 'blocking time meanwhile, and until nothing follows',
			values: [
				[median(blocked), 'ms'],
				[median(longest), 'ms the longest task'],
			],
		},
		...[...steps].map(([name, times]) => ({
			name: `blocking time of ${name}`,
			values: [[median(times), 'ms']] as const,
			aim: { most: 200 },
		})),
	];
}

/** Actions of a person on the table. */
const uses: readonly [name: string, act: (page: Page) => Promise<unknown>][] = [
	['a tile', (page) => page.locator('.fleet-tiles button').first().click()],
	['a letter in "Find"', (page) => page.getByLabel('Find').press('9')],
	['a sort', (page) => page.locator('.fleet-macs th button').first().click()],
	['the tab of charts', (page) => page.getByRole('tab', { name: 'Charts' }).click()],
];

/**
 * Milliseconds from the choice of a file to the report, by the clock of the page, without the overhead of the driver.
 */
async function drop(page: Page, text: string): Promise<number> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-page-'));
	const input = page.getByLabel(/Drop an inventory/);
	await input.waitFor();
	await page.evaluate(`
		const waiting = new MutationObserver(() => {
			if (!document.querySelector('.fleet-macs tbody td')) return;
			waiting.disconnect();
			requestAnimationFrame(() => { window.shownAt = performance.now(); });
		});
		waiting.observe(document.body, { childList: true, subtree: true });
		addEventListener('change', () => { window.droppedAt = window.watchedSince = performance.now(); }, { capture: true, once: true });
	`);
	// As a path, because transferring the bytes would block the page for long.
	writeFileSync(join(folder, 'fleet.csv'), text);
	await input.setInputFiles(join(folder, 'fleet.csv'));
	await until(async () => (await page.evaluate('window.shownAt !== undefined')) === true);
	rmSync(folder, { recursive: true });
	return Number(await page.evaluate('window.shownAt - window.droppedAt'));
}

/** Scrolls from the top to the end and returns the longest time between two frames. */
const scrollThrough = `new Promise((done) => {
	const part = document.scrollingElement;
	let [count, last, longest] = [0, performance.now(), 0];
	const step = (now) => {
		longest = count > 1 ? Math.max(longest, now - last) : 0;
		last = now;
		if (count++ === ${scrolls}) return done(longest);
		part.scrollTop = (part.scrollHeight * count) / ${scrolls};
		requestAnimationFrame(step);
	};
	requestAnimationFrame(step);
})`;

function inventory(rows: number): string {
	const models = ['Mac14,2', 'MacBookPro18,3', 'Macmini9,1', 'iMac21,1', 'MacBookAir10,1', 'MacBookPro16,1'];
	const versions = ['27.2', '26.7.2', '26.3.1', '15.8.2', '15.3', '14.7.2', '13.6', '12.7.6'];
	let text = 'Computer Name,Serial Number,Model Identifier,Operating System Version,Last Check-in\n';
	for (let mac = 0; mac < rows; mac++)
		text += `MacBook of employee ${mac},C02${String(mac).padStart(9, '0')},"${models[mac % 6]}",${versions[mac % 8]},2026-11-01T08:15:02Z\n`;
	return text;
}
