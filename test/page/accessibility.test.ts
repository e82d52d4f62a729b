import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { barriers, expectNoBarrier, overflowing } from './barriers.ts';
import { desktop, drawn, type Look, openFromMenu, phone, show, until, type Visit, visit } from './browser.ts';
import { expectKeyboardReaches } from './keyboard.ts';

let v: Visit;
beforeAll(async () => {
	v = await visit();
});
afterAll(() => v.end());

const views: [name: string, path: string, ready: string][] = [
	['start', '/', '.data-state p'],
	['results', '/?q=macbook', '.results li'],
	['nothing found', '/?q=Quadrra', 'h1:has-text("Quadrra")'],
	['Mac', '/mac/J293AP?on=14.7.2', '.verdict .steps'],
	['Mac of many names', '/mac/A1002', 'h1:has-text("eMac")'],
	['release', '/release/14', 'h1:has-text("macOS 14")'],
	['one release', '/release/26.6', 'h1:has-text("macOS 26.6")'],
	['no such release', '/release/14.8.6', '.trouble .chips'],
	['releases', '/release', '.majors-chart svg'],
	['CVE', '/cve/CVE-2026-65400?mac=J293AP&on=14.7.2', '.headline.behind'],
	['missing fixes', '/mac/J293AP?on=26.6&show=fixes', '.cves'],
	['compare', '/compare?mac=J293AP:14.7.2&mac=M0001A&mac=Mac14,2&mac=A1047', '.compare-table'],
	['everything', '/all', '.squares'],
	['everything, zoomed', '/all?since=1984&zoom=4', '.matrix-labels text:has-text("Macintosh Plus")'],
	['what a major drops', '/all?major=26', '.major-changes'],
	['one of the machines of a number', '/mac/M3076?machine=Macintosh+Quadra+630', 'h1:has-text("Quadra 630")'],
	['fleet', '/fleet', '.drop'],
	['API description', '/docs', '.operation'],
	['an operation of it', '/docs#getAdvice', '.operation[open] pre'],
	['unknown Mac', '/mac/J31AP', '.trouble'],
	['no such page', '/nowhere', 'h1:has-text("Page not found")'],
];

describe('has no barrier, fits the screen and can be reached with the keyboard, large and dark or small and light', () => {
	let look: Look;
	beforeAll(async () => {
		// All views share one page. Whether they jump while loading is tested elsewhere, with a page for each.
		look = await v.open('/', { expected: /status of 404/, mayJump: true });
	});
	afterAll(() => look.close());

	test.each(views)('%s', async (_, path, ready) => {
		await show(look.page, path, ready);
		await expectNoBarrier(look.page);
		await expectKeyboardReaches(look.page);
	});

	test('no key', async () => {
		await show(look.page, '/', '.data-state p');
		await look.page.setViewportSize(desktop);
		await look.page.getByRole('button', { name: 'Forget key' }).click();
		await look.page.getByText('The key was removed from this browser.').waitFor();
		await expectNoBarrier(look.page);
	});
});

test('nothing is wider than the narrowest phone', async () => {
	const { page, close } = await v.open('/', {
		viewport: { width: 320, height: 700 },
		isMobile: true,
		mayJump: true,
	});
	for (const [path, ready] of [
		['/', '.data-state p'],
		['/?q=iMac', '.results li'],
		['/mac/Mac-827FAC58A8FDFA22?on=13.6.1', '.verdict .steps'],
		['/release/10.4', '.release-table'],
		['/release', '.major-table'],
		['/all?major=26', '.major-changes'],
		['/release/26.6', 'h1:has-text("macOS 26.6")'],
		['/cve/CVE-2026-65400?mac=J293AP&on=14.7.2', '.headline.behind'],
		['/compare?mac=J293AP:14.7.2&mac=M0001A&mac=Mac14,2', '.compare-table'],
		['/kit', '.kit h1'],
		['/fleet', '.drop'],
		['/docs', '.operation'],
		['/nowhere', 'h1:has-text("Page not found")'],
	] as const) {
		await show(page, path, ready);
		expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 320]);
		expect([path, await page.evaluate(overflowing)]).toEqual([path, []]);
	}
	await close();
});

test('the header of a phone is one line of at most 64 px, and its menu opens, closes and leads to every view', async () => {
	const { page, close } = await v.open('/release', { viewport: phone, mayJump: true });
	const header = page.locator('.top');
	await header.waitFor();
	for (const width of [320, 390, 640, 890]) {
		await page.setViewportSize({ width, height: 700 });
		const [height, inside, needed] = await header.evaluate((top) => [
			top.clientHeight,
			top.clientWidth,
			top.scrollWidth,
		]);
		expect([width, height! <= 64, needed]).toEqual([width, true, inside!]);
	}
	await page.setViewportSize(phone);
	const menu = page.getByRole('button', { name: 'Menu', exact: true });
	const views = page.getByRole('navigation', { name: 'Views' });
	await menu.press('Enter');
	await views.waitFor();
	expect(await barriers(page)).toEqual([]);
	await page.keyboard.press('Escape');
	await views.waitFor({ state: 'hidden' });
	expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Menu');
	expect(await openFromMenu(page, 'Compare')).toBe(2);
	await page.getByRole('heading', { name: 'Compare Macs' }).waitFor();
	await views.waitFor({ state: 'hidden' });
	await close();
});

test('the navigation of a wide window is one line without a menu', async () => {
	const { page, close } = await v.open('/all', { mayJump: true });
	const names = page.getByRole('navigation', { name: 'Views' });
	await names.waitFor();
	for (const width of [1000, 1024, 1440]) {
		await page.setViewportSize({ width, height: 700 });
		const [height, inside, needed] = await names.evaluate((nav) => [
			nav.clientHeight,
			nav.clientWidth,
			nav.scrollWidth,
		]);
		expect([width, height! < 44, needed]).toEqual([width, true, inside!]);
	}
	await close();
});

test('a long word is broken before it widens the page of a phone', async () => {
	const { page, close } = await v.open('/', {
		viewport: phone,
		isMobile: true,
		expected: /status of 40/,
		mayJump: true,
	});
	for (const [path, shown] of [
		[`/?q=${'W'.repeat(90)}`, 'h1.small'],
		[`/mac/J293AP?on=${'W'.repeat(60)}`, '.words.wrong'],
		[`/mac/${'W'.repeat(300)}`, '.trouble p'],
		['/', '.data-state p'],
		[`/release/${'W'.repeat(300)}`, '.trouble p'],
	] as const) {
		await show(page, path, shown);
		const width = await page.evaluate('document.documentElement.scrollWidth');
		expect([shown, width]).toEqual([shown, phone.width]);
	}
	await close();
});

test('no two labels of a time axis touch, on screens of any width', async () => {
	const { page, close } = await v.open('/release', { mayJump: true });
	// Long after the last release there is no mark of today.
	await page.clock.setFixedTime('2026-11-19T12:00:00Z');
	for (const width of [320, 390, 1280]) {
		await page.setViewportSize({ width, height: 700 });
		await page.locator('.axis .today').waitFor();
		await drawn(page);
		await until(async () =>
			page.evaluate<boolean>(`(() => {
				const boxes = [...document.querySelectorAll('.axis text')].map((label) => label.getBoundingClientRect());
				boxes.sort((a, b) => a.left - b.left);
				return boxes.length > 1 && boxes.slice(1).every((box, index) => box.left - boxes[index].right >= 3);
			})()`),
		);
	}
	await close();
});

test('dark mode is dark, light mode is light, forced colors keep words and signs, and reduced motion stops all motion', async () => {
	const { page, close } = await v.open('/', { mayJump: true });
	await page.locator('.data-state p').first().waitFor();
	const paper = async (colorScheme: 'light' | 'dark') => {
		await page.emulateMedia({ colorScheme });
		const color = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
		return Number(/\d+/.exec(color)![0]);
	};
	expect(await paper('light')).toBeGreaterThan(200);
	expect(await paper('dark')).toBeLessThan(50);
	/** The colors of these parts, and the word and the sign of each state. */
	const told = (parts: string) =>
		page.evaluate<{ colors: string[]; states: string[] }>(`(() => {
			const all = [...document.querySelectorAll('${parts}')].filter((part) => part.checkVisibility());
			const style = (...part) => getComputedStyle(...part);
			const ink = (part) => style(part)[part instanceof SVGElement ? 'fill' : 'color'];
			const sign = (part) => style(part, '::before').content.charAt(1) + ' ' + part.textContent;
			return { colors: [...new Set(all.map(ink))].toSorted(), states: [...new Set(all.map(sign))] };
		})()`);
	const inks = async (scheme: 'light' | 'dark') => {
		await page.emulateMedia({ colorScheme: scheme, forcedColors: 'active' });
		return told('.badge');
	};
	const states = ['● Current', '● Maintained', '■ Unsupported'];
	expect(await inks('light')).toEqual({ colors: ['rgb(0, 0, 0)'], states });
	expect(await inks('dark')).toEqual({ colors: ['rgb(255, 255, 255)'], states });
	await show(page, '/mac/J293AP?on=14.7.2', '.mark.here');
	const marks = '.mark.plain, .mark.latest, .closes';
	expect((await told(marks)).colors).toEqual(['rgb(255, 255, 255)']);
	expect((await told('.verdict .headline')).states).toEqual(['■ Update to 27.2']);
	// With forced colors the legend would name colors that the picture does not have.
	await show(page, '/all?since=1984', '.squares');
	expect((await told('.squares path')).colors).toEqual(['rgb(255, 255, 255)']);
	expect(await page.locator('.legend').isVisible()).toBe(false);
	await page.emulateMedia({ forcedColors: 'none' });
	expect((await told('.squares path')).colors).toHaveLength(3);
	expect(await page.locator('.legend').isVisible()).toBe(true);
	/** The number of parts that change gradually. */
	const moving = async (reducedMotion: 'reduce' | 'no-preference') => {
		await page.emulateMedia({ reducedMotion });
		return page.evaluate<number>(`[...document.querySelectorAll('*')].filter((part) => {
			const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(part);
			return /[1-9]/.test(transitionDuration) || animationName !== 'none' || scrollBehavior === 'smooth';
		}).length`);
	};
	expect(await moving('no-preference')).toBeGreaterThan(5);
	expect(await moving('reduce')).toBe(0);
	await close();
});

test('every control of a Mac is reached with the Tab key, in reading order', async () => {
	const { page, close } = await v.open('/mac/J293AP');
	await page.locator('.time-chart svg').waitFor();
	const reached: string[] = [];
	for (let press = 0; press < 40; press++) {
		await page.keyboard.press('Tab');
		reached.push(
			await page.evaluate<string>(
				"(document.activeElement.getAttribute('aria-label') ?? document.activeElement.labels?.[0]?.innerText ?? document.activeElement.innerText ?? '').split('\\n')[0].trim()",
			),
		);
	}
	const order = ['Skip to content', 'Search for a Mac', 'Installed version', 'Policy'];
	const places = order.map((name) => reached.indexOf(name));
	expect(places).not.toContain(-1);
	expect(places).toEqual(places.toSorted((a, b) => a - b));
	expect(reached.some((name) => name.startsWith('Releases of MacBook Pro'))).toBe(true);
	expect(reached).toContain('Copy curl');
	await close();
});

test('a phone shows everything that a desktop shows, and a tap chooses a mark', async () => {
	const { page, close } = await v.open('/mac/M0001A', { viewport: phone, hasTouch: true, isMobile: true });
	await page.locator('.time-chart svg').waitFor();
	const mark = page.locator('.time-chart .mark').first();
	await mark.scrollIntoViewIfNeeded();
	const box = (await mark.boundingBox())!;
	await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
	await page.getByText('This Mac runs 3.0,').waitFor();
	await openFromMenu(page, 'Compatibility');
	await page.locator('.squares').waitFor();
	await close();
});
