import { until, visit } from '../../test/page/browser.ts';
import { findChromium } from '../../test/page/chromium.ts';
import { type Measure, median } from '../subject.ts';

const macs = 10_000;
const scrolls = 120;

/** How soon the page shows the report of a dropped inventory, and how evenly its table scrolls; nothing without a browser. */
export async function measurePage(turns: number): Promise<Measure[]> {
	if ((await findChromium()) === null) {
		console.log('  no Chromium is installed: the page is left out');
		return [];
	}
	const site = await visit();
	const buffer = Buffer.from(inventory());
	const [waits, frames]: [number[], number[]] = [[], []];
	try {
		for (let turn = 0; turn < turns; turn++) {
			const { page, close } = await site.open('/fleet');
			await page.getByLabel(/Drop an inventory/).waitFor();
			// The clock of the page itself: what driving it from outside takes does not count.
			await page.evaluate(`
				const waiting = new MutationObserver(() => {
					if (!document.querySelector('.fleet-report')) return;
					waiting.disconnect();
					requestAnimationFrame(() => { window.shownAt = performance.now(); });
				});
				waiting.observe(document.body, { childList: true, subtree: true });
				addEventListener('change', () => { window.droppedAt = performance.now(); }, { capture: true, once: true });
			`);
			const input = page.getByLabel(/Drop an inventory/);
			await input.setInputFiles({ name: 'fleet.csv', mimeType: 'text/csv', buffer });
			await until(async () => (await page.evaluate('window.shownAt !== undefined')) === true);
			waits.push(Number(await page.evaluate('window.shownAt - window.droppedAt')));
			frames.push(Number(await page.evaluate(scrollThrough)));
			await close();
		}
	} finally {
		await site.end();
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

/** Scrolls from the top to the end and gives the longest time between two frames. */
const scrollThrough = `new Promise((done) => {
	const part = document.querySelector('.fleet-scroll');
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

function inventory(): string {
	const models = ['Mac14,2', 'MacBookPro18,3', 'Macmini9,1', 'iMac21,1', 'MacBookAir10,1', 'MacBookPro16,1'];
	const versions = ['27.2', '26.7.2', '26.3.1', '15.8.2', '15.3', '14.7.2', '13.6', '12.7.6'];
	let text = 'Computer Name,Serial Number,Model Identifier,Operating System Version,Last Check-in\n';
	for (let mac = 0; mac < macs; mac++)
		text += `MacBook of employee ${mac},C02${String(mac).padStart(9, '0')},"${models[mac % 6]}",${versions[mac % 8]},2026-11-01T08:15:02Z\n`;
	return text;
}
