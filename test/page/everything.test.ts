import { afterAll, beforeAll, expect, test } from 'bun:test';
import { phone, until, type Visit, visit } from './browser.ts';

let v: Visit;
beforeAll(async () => {
	v = await visit();
});
afterAll(() => v.end());

test('every machine stands against every major in one picture', async () => {
	const { page, close } = await v.open('/all');
	const picture = page.getByRole('img', { name: /^\d+ machines against \d+ majors$/ });
	await picture.waitFor();
	expect(await picture.getAttribute('aria-label')).toBe('312 machines against 51 majors');
	expect(await page.locator('.squares path').count()).toBe(3);
	await close();
});

test('it is filtered by text and kind, and the address keeps both', async () => {
	const { page, close } = await v.open('/all');
	await page.getByRole('searchbox', { name: 'Filter' }).fill('powerbook');
	await page.getByText('41 Macs shown').waitFor();
	await page.getByLabel('Kind').selectOption('intel');
	await page.getByText('No Mac fits the filter').waitFor();
	expect(page.url()).toBe(`${v.live.address}/all?find=powerbook&kind=intel`);
	await page.getByRole('searchbox', { name: 'Filter' }).fill('');
	await page.getByText(/^\d+ Macs shown$/).waitFor();
	await close();
});

test('both identifiers of a T2 Mac are one line of its kind', async () => {
	const { page, close } = await v.open('/all?kind=t2');
	await page.getByText('16 Macs (33 board IDs) shown').waitFor();
	await close();
	const intel = await v.open('/all?kind=intel&find=iMac%20Pro');
	await intel.page.getByText('No Mac fits the filter').waitFor();
	await intel.close();
});

test('it is zoomed until names can be read, and back', async () => {
	const { page, close } = await v.open('/all');
	const named = page.locator('.matrix-labels text', { hasText: 'Macintosh Plus' });
	await page.locator('.squares').waitFor();
	expect(await named.count()).toBe(0);
	for (let level = 0; level < 3; level++) await page.getByRole('button', { name: 'Zoom in' }).click();
	await named.first().waitFor();
	await page.getByRole('button', { name: 'Fit' }).click();
	await named.first().waitFor({ state: 'detached' });
	await close();
});

test('a zoom that nobody can choose is the nearest one', async () => {
	for (const [zoom, height] of [
		['2.7', 312 * 15],
		['99', 312 * 22],
		['1e999', 312 * 22],
		['-3', null],
		['x', null],
	] as const) {
		const { page, close } = await v.open(`/all?zoom=${zoom}`);
		const picture = page.locator('.squares');
		await picture.waitFor();
		if (height !== null) expect([zoom, await picture.getAttribute('height')]).toEqual([zoom, String(height)]);
		expect(await page.content()).not.toContain('NaN');
		await close();
	}
});

test('zooming keeps what is in the middle in the middle', async () => {
	const { page, close } = await v.open('/all?zoom=2');
	await page.locator('.squares').waitFor();
	const middle = (row: number) =>
		page.evaluate<number>(
			`(() => { const area = document.querySelector('.matrix-area'); return (area.scrollTop + (area.clientHeight - 46) / 2) / ${row}; })()`,
		);
	await page.evaluate(`document.querySelector('.matrix-area').scrollTop = 1400`);
	// The page hears of it with the next picture.
	await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
	const before = await middle(9);
	await page.getByRole('button', { name: 'Zoom in' }).click();
	await page.waitForURL('**/all?zoom=3');
	expect(Math.abs((await middle(15)) - before)).toBeLessThan(1);
	await page.getByRole('button', { name: 'Zoom out' }).click();
	await page.waitForURL('**/all?zoom=2');
	expect(Math.abs((await middle(9)) - before)).toBeLessThan(1);
	await close();
});

test('going back from a Mac shows the place that was left', async () => {
	const { page, close } = await v.open('/all?zoom=4', { viewport: phone });
	await page.locator('.squares').waitFor();
	const place = () =>
		page.evaluate<[number, number]>(
			`(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft])(document.querySelector('.matrix-area') ?? {})`,
		);
	await page.evaluate(`document.querySelector('.matrix-area').scrollTo(300, 3000)`);
	await until(async () => (await place())[0] === 3000);
	await page.locator('.matrix-area').click({ position: { x: 250, y: 200 } });
	await page.locator('.time-chart svg').waitFor();
	await page.goBack();
	await until(async () => String(await place()) === '3000,300');
	await close();
});

test('on a phone the whole picture fits, and no number above it is cut', async () => {
	const { page, close } = await v.open('/all', { viewport: phone });
	await page.locator('.squares').waitFor();
	const [height, room, cut] = await page.evaluate<[number, number, number]>(`(() => {
		const area = document.querySelector('.matrix-area');
		const first = document.querySelector('.matrix-header text').getBoundingClientRect();
		const header = document.querySelector('.matrix-header').getBoundingClientRect();
		return [area.scrollHeight, area.clientHeight, header.left - first.left];
	})()`);
	expect(height).toBeLessThanOrEqual(room);
	expect(cut).toBeLessThanOrEqual(0);
	await close();
});

test('with a finger the first tap reads a square and the second opens its Mac', async () => {
	const { page, close } = await v.open('/all', { viewport: phone, hasTouch: true, isMobile: true });
	await page.locator('.squares').waitFor();
	await page.evaluate('scrollTo(0, 400)');
	await page.getByText('Tap a square to read it').waitFor();
	const box = (await page.locator('.squares').boundingBox())!;
	await page.touchscreen.tap(box.x + 120, box.y + 100);
	await page.locator('.matrix .readout strong').waitFor();
	const name = await page.locator('.matrix .readout strong').textContent();
	expect(page.url()).toBe(`${v.live.address}/all`);
	await page.touchscreen.tap(box.x + 120, box.y + 102);
	await page.getByRole('heading', { level: 1, name: name!, exact: true }).waitFor();
	await close();
});

test('pointing at a square reads it, and a click opens its Mac', async () => {
	const { page, close } = await v.open('/all?find=J313AP');
	const box = (await page.locator('.squares').boundingBox())!;
	await page.mouse.move(box.x + 5, box.y + 5);
	await page.getByText('runs 11', { exact: true }).waitFor();
	await page.mouse.click(box.x + 5, box.y + 5);
	await page.getByRole('heading', { name: 'MacBook Air (M1, 2020)' }).waitFor();
	await close();
});

test('it is walked, zoomed and opened by keyboard alone', async () => {
	const { page, close } = await v.open('/all');
	await page.getByRole('group', { name: 'Machines against majors' }).focus();
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowRight');
	await page.locator('.matrix .readout strong').waitFor();
	const name = await page.locator('.matrix .readout strong').textContent();
	await page.keyboard.press('+');
	await page.waitForURL('**/all?zoom=1');
	await page.keyboard.press('0');
	await page.waitForURL('**/all');
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { level: 1, name: name! }).waitFor();
	await close();
});

test('no chart takes a shortcut of the browser', async () => {
	for (const [path, chart] of [
		['/all', '.matrix-area'],
		['/release/14', '.chart-area'],
	] as const) {
		const { page, close } = await v.open(path);
		await page.locator(chart).waitFor();
		const taken = await page.evaluate<string[]>(`(() => {
			const taken = [];
			for (const held of ['altKey', 'ctrlKey', 'metaKey'])
				for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home', '-', '0', '=', '+']) {
					const event = new KeyboardEvent('keydown', { key, [held]: true, bubbles: true, cancelable: true });
					if (!document.querySelector('${chart}').dispatchEvent(event)) taken.push(held + ' ' + key);
				}
			return taken;
		})()`);
		expect(taken).toEqual([]);
		await close();
	}
});
