import { afterAll, beforeAll, expect, test } from 'bun:test';
import { drawn, phone, savedBy, show, until, type Visit, visit } from './browser.ts';

let v: Visit;
beforeAll(async () => {
	v = await visit();
});
afterAll(() => v.end());

test('one picture shows every machine against every major', async () => {
	const { page, close } = await v.open('/all?since=1984');
	const picture = page.getByRole('img', { name: /^\d+ Macs and \d+ major versions$/ });
	await picture.waitFor();
	expect(await picture.getAttribute('aria-label')).toBe('304 Macs and 51 major versions');
	expect(await page.locator('.squares path').count()).toBe(3);
	await close();
});

test('the newest Mac and major come first, over the whole width, or the oldest if chosen', async () => {
	const { page, close } = await v.open('/all?since=1984&zoom=4', { viewport: { width: 1800, height: 900 } });
	const label = page.locator('.matrix-labels text').first();
	const column = page.locator('.matrix-header text').first();
	await label.waitFor();
	expect([await label.textContent(), await column.textContent()]).toEqual(['Mac Studio (M5 Max)', '27']);
	expect((await page.locator('.matrix-area').boundingBox())!.width).toBeGreaterThan(1700);
	// The header stays in place while the picture scrolls.
	const place = async () => (await page.locator('.matrix-header').boundingBox())!.y;
	const before = await place();
	await page.evaluate(`document.querySelector('.matrix-area').scrollTo(0, 2000)`);
	expect(await place()).toBe(before);
	await page.getByText('Filters', { exact: true }).click();
	await page.getByLabel('Order').selectOption('oldest');
	await page.waitForURL('**/all?since=1984&zoom=4&order=oldest');
	expect([await label.textContent(), await column.textContent()]).toEqual(['Macintosh 128K', '0.97']);
	await close();
});

test('a major shows what it drops and what is new, by a click above its column or on its name', async () => {
	const { page, close } = await v.open('/all?since=1984');
	const header = (await page.locator('.matrix-header').boundingBox())!;
	await page.mouse.click(header.x + 4, header.y + 20);
	await page.waitForURL('**/all?since=1984&major=27');
	const panel = page.locator('.major-changes');
	await panel.getByRole('link', { name: 'macOS 27 Golden Gate' }).waitFor();
	const drops = await panel.getByRole('heading', { name: /^Drops \d+ Macs$/ }).textContent();
	expect(await panel.getByRole('list').first().getByRole('listitem').count()).toBe(
		Number(/\d+/.exec(drops!)![0]),
	);
	expect(await panel.getByRole('list').last().textContent()).toContain('Mac mini (M6)');
	await page.getByLabel('Compare with previous version').selectOption('10.15');
	await page.waitForURL('**/all?since=1984&major=10.15');
	await panel.getByRole('heading', { name: 'macOS 10.15 Catalina' }).waitFor();
	await panel.getByRole('link', { name: 'macOS 10.15 Catalina' }).click();
	await page.waitForURL('**/release/10.15');
	await close();
});

test('the current selection is saved as a table and as a standalone picture', async () => {
	const { page, close } = await v.open('/all?find=J313AP');
	const save = (name: string) => savedBy(page, page.getByRole('button', { name, exact: true }));
	const [first, row, end] = (await save('CSV')).split('\r\n');
	expect(first).toBe(
		'name,board_ids,model_identifiers,introduced,first_major,last_major,support_ends,27,26,15,14,13,12,11',
	);
	expect(row).toBe(
		'"MacBook Air (M1, 2020)",J313AP,"MacBookAir10,1",2020-11-17,11,27,2029-09 (expected),yes,yes,yes,yes,yes,yes,yes',
	);
	expect(end).toBe('');
	const svg = await save('SVG');
	expect(svg).toStartWith('<svg xmlns="http://www.w3.org/2000/svg"');
	expect(svg).toContain('>MacBook Air (M1, 2020)</text>');
	expect(svg).not.toContain('var(');
	await close();
});

test('text and kind filter the picture, and the address keeps both', async () => {
	const { page, close } = await v.open('/all');
	await page.getByText('Filters', { exact: true }).click();
	await page.getByRole('searchbox', { name: 'Filter' }).fill('powerbook');
	await page.getByText('41 Macs shown').waitFor();
	await page.getByLabel('Kind').selectOption('intel');
	await page.getByText('No Mac matches the filter').waitFor();
	expect(page.url()).toBe(`${v.live.address}/all?find=powerbook&kind=intel`);
	await page.getByRole('searchbox', { name: 'Filter' }).fill('');
	await page.getByText(/^\d+ Macs .*shown$/).waitFor();
	await close();
});

test('zooming in makes names readable, and Fit zooms out again', async () => {
	const { page, close } = await v.open('/all?since=1984');
	const named = page.locator('.matrix-labels text', { hasText: 'Macintosh Plus' });
	await page.locator('.squares').waitFor();
	expect(await named.count()).toBe(0);
	for (let level = 0; level < 3; level++) await page.getByRole('button', { name: 'Zoom in' }).click();
	await named.first().waitFor();
	await page.getByRole('button', { name: 'Fit' }).click();
	await named.first().waitFor({ state: 'detached' });
	await close();
});

test('an invalid zoom in the address becomes the nearest valid one', async () => {
	const { page, close } = await v.open('/all?since=1984', { mayJump: true });
	const fitting = await page.locator('.squares').getAttribute('height');
	for (const [zoom, height] of [
		['2.7', 304 * 15],
		['99', 304 * 22],
		['1e999', 304 * 22],
		['-3', fitting],
		['x', fitting],
	] as const) {
		await show(page, `/all?since=1984&zoom=${zoom}`, `.squares[height="${height}"]`);
		expect(await page.content()).not.toContain('NaN');
	}
	await close();
});

test('zooming keeps the center of the picture', async () => {
	const { page, close } = await v.open('/all?since=1984&zoom=2');
	await page.locator('.squares').waitFor();
	const middle = (row: number) =>
		page.evaluate<number>(
			`(() => { const area = document.querySelector('.matrix-area'); return (area.scrollTop + (area.clientHeight - 46) / 2) / ${row}; })()`,
		);
	await page.evaluate(`document.querySelector('.matrix-area').scrollTop = 1400`);
	// The page handles the scroll in the next frame.
	await drawn(page);
	const before = await middle(9);
	await page.getByRole('button', { name: 'Zoom in' }).click();
	await page.waitForURL('**/all?since=1984&zoom=3');
	expect(Math.abs((await middle(15)) - before)).toBeLessThan(1);
	await page.getByRole('button', { name: 'Zoom out' }).click();
	await page.waitForURL('**/all?since=1984&zoom=2');
	expect(Math.abs((await middle(9)) - before)).toBeLessThan(1);
	await close();
});

test('going back from a Mac restores the scroll position', async () => {
	const { page, close } = await v.open('/all?since=1984&zoom=4', { viewport: phone });
	await page.locator('.squares').waitFor();
	const place = () =>
		page.evaluate<[number, number]>(
			`(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft])(document.querySelector('.matrix-area') ?? {})`,
		);
	await page.evaluate(`document.querySelector('.matrix-area').scrollTo(600, 3000)`);
	await until(async () => (await place())[0] === 3000);
	// The names stay beside their rows, however far the picture is scrolled.
	const beside = await page.evaluate<number>(
		`(() => {
			const left = (part) => document.querySelector(part).getBoundingClientRect().left;
			return left('.matrix-labels') - left('.matrix-area');
		})()`,
	);
	expect(beside).toBeWithin(0, 12);
	await page.locator('.matrix-area').click({ position: { x: 250, y: 200 } });
	await page.locator('.time-chart svg').waitFor();
	await page.goBack();
	await until(async () => String(await place()) === '3000,600');
	await close();
});

test('on a phone the whole picture fits, and no number above it and no year beside it is cut off', async () => {
	const { page, close } = await v.open('/all?since=1984', { viewport: phone });
	await page.locator('.squares').waitFor();
	const [height, room, cut] = await page.evaluate<[number, number, number]>(`(() => {
		const area = document.querySelector('.matrix-area');
		const first = document.querySelector('.matrix-header text').getBoundingClientRect();
		const header = document.querySelector('.matrix-header').getBoundingClientRect();
		return [area.scrollHeight, area.clientHeight, header.left - first.left];
	})()`);
	expect(height).toBeLessThanOrEqual(room);
	expect(cut).toBeLessThanOrEqual(0);
	const years = await page.locator('.matrix-labels').evaluate((picture) => {
		const { bottom } = picture.getBoundingClientRect();
		return [...picture.querySelectorAll('text')].filter(
			(year) => year.getBoundingClientRect().bottom > bottom + 2,
		).length;
	});
	expect(years).toBe(0);
	await close();
});

test('on a touch screen the first tap reads a square and the second opens its Mac', async () => {
	const { page, close } = await v.open('/all?since=1984', {
		viewport: phone,
		hasTouch: true,
		isMobile: true,
	});
	await page.locator('.squares').waitFor();
	await page.evaluate('scrollTo(0, 400)');
	await page.getByText('Tap a square to read it').waitFor();
	const box = (await page.locator('.squares').boundingBox())!;
	await page.touchscreen.tap(box.x + 120, box.y + 100);
	await page.locator('.matrix .readout strong').waitFor();
	const name = await page.locator('.matrix .readout strong').textContent();
	expect(page.url()).toBe(`${v.live.address}/all?since=1984`);
	await page.touchscreen.tap(box.x + 120, box.y + 102);
	await page.getByRole('heading', { level: 1, name: name!, exact: true }).waitFor();
	await close();
});

test('hovering reads a square, and a click opens its Mac', async () => {
	const { page, close } = await v.open('/all?find=J313AP');
	const box = (await page.locator('.squares').boundingBox())!;
	await page.mouse.move(box.x + 5, box.y + 5);
	await page.getByText('runs 27', { exact: true }).waitFor();
	await page.mouse.click(box.x + 5, box.y + 5);
	await page.getByRole('heading', { name: 'MacBook Air (M1, 2020)' }).waitFor();
	await close();
});

test('the picture is explored, zoomed and opened with the keyboard alone', async () => {
	const { page, close } = await v.open('/all?since=1984');
	await page.getByRole('group', { name: 'Macs and major versions' }).focus();
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowRight');
	await page.locator('.matrix .readout strong').waitFor();
	const name = await page.locator('.matrix .readout strong').textContent();
	await page.keyboard.press('+');
	await page.waitForURL('**/all?since=1984&zoom=1');
	await page.keyboard.press('0');
	await page.waitForURL('**/all?since=1984');
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { level: 1, name: name! }).waitFor();
	await close();
});

test('no chart uses a keyboard shortcut of the browser', async () => {
	const { page, close } = await v.open('/', { mayJump: true });
	for (const [path, chart] of [
		['/all?since=1984', '.matrix-area'],
		['/release/14', '.chart-area'],
	] as const) {
		await show(page, path, chart);
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
	}
	await close();
});

test('the picture begins at 10.13 with a name and a row to hit for each Mac, and every Mac is one click away', async () => {
	const { page, close } = await v.open('/all');
	await page.getByRole('heading', { level: 1, name: 'Macs that run 10.13 or later' }).waitFor();
	const shown = async () => Number(/^\d+/.exec((await page.locator('.tally').textContent())!)![0]);
	const recent = await shown();
	expect(await page.locator('.matrix-labels text').count()).toBe(recent);
	expect(await page.locator('.matrix-header').getByText('10.13', { exact: true }).count()).toBe(1);
	expect(await page.locator('.matrix-header').getByText('10.12', { exact: true }).count()).toBe(0);
	await page.getByRole('link', { name: 'Show every Mac since 1984' }).click();
	await page.getByRole('heading', { level: 1, name: 'Every Mac since 1984' }).waitFor();
	expect([await shown(), recent < 304]).toEqual([304, true]);
	await close();
});
