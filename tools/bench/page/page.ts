import { desktop, type Visit, visit } from '../../../test/page/browser.ts';
import { findChromium } from '../../../test/page/chromium.ts';
import { pictures } from '../../../test/page/pictures.ts';
import { type Measure, median, type Subject } from '../subject.ts';
import { blockingOf, slow, watchTasks } from './blocking.ts';
import { measureFleetTable, measureManyMacs } from './fleet-table.ts';

/** How long each view, and the fleet report of many Macs, blocks a slow processor; empty without a browser. */
export const pageSubject: Subject = {
	name: 'page',
	long: true,
	async measure({ quick }) {
		if ((await findChromium()) === null) {
			console.log('  no Chromium is installed: the page is left out');
			return [];
		}
		const turns = quick ? 1 : 5;
		const site = await visit({ PUBLIC_PAGES: 'on' });
		try {
			return [
				...(await measureViews(site, turns)),
				...(await measureFleetTable(site, turns)),
				...(await measureManyMacs(site, quick ? 1 : 3)),
			];
		} finally {
			await site.end();
		}
	},
};

/** Every view that has a picture in the documents, opened by its address. */
async function measureViews(site: Visit, turns: number): Promise<Measure[]> {
	const views = new Map(
		pictures.flatMap(({ path, ready, key }) =>
			path === null || key === false ? [] : [[path, ready] as const],
		),
	);
	const measures: Measure[] = [];
	for (const [path, ready] of views) {
		const [totals, longest]: [number[], number[]] = [[], []];
		for (let turn = 0; turn < turns; turn++) {
			const { page, close } = await site.open('/sign-in', { viewport: desktop, mayJump: true });
			await page.addInitScript(watchTasks);
			await slow(page);
			await page.goto(site.live.address + path);
			await page.locator(ready).first().waitFor();
			const blocking = await blockingOf(page);
			totals.push(blocking.total);
			longest.push(blocking.longest);
			await close();
		}
		measures.push({
			name: `blocking time of ${path}, processor slowed four times`,
			values: [
				[median(totals), 'ms'],
				[median(longest), 'ms the longest task'],
			],
			aim: { most: 200 },
		});
	}
	return measures;
}
