import { afterAll, beforeAll, expect, test } from 'bun:test';
import { show, type Visit, visit } from './browser.ts';
import { cutOnPaper } from './paper.ts';

let v: Visit;
beforeAll(async () => {
	v = await visit();
});
afterAll(() => v.end());

const views: [path: string, ready: string][] = [
	['/', '.data-state p'],
	['/?q=macbook', '.results li'],
	['/mac/J293AP?on=14.7.2', '.headline'],
	['/release/14', '.release-table'],
	['/release', '.major-table'],
	['/kit', '.kit h1'],
	['/docs', '.operation'],
	['/cve/CVE-2026-65400', '.fix-table'],
	['/release/14.8.9', '.cves'],
	['/compare?mac=J293AP&mac=M0001A', '.compare-table'],
	['/all', '.squares'],
	['/fleet', '.drop'],
];

/** The colors of all visible text and backgrounds. */
const colors = `[...document.body.querySelectorAll('*')]
	.filter((element) => element.checkVisibility() && !(element instanceof SVGElement && element.tagName !== 'text'))
	.flatMap((element) => {
		const { color, fill, backgroundColor } = getComputedStyle(element);
		const text = element.tagName === 'text' ? fill : color;
		const paper = element.closest('.span-line') ? 'rgb(255, 255, 255)' : backgroundColor;
		return [text, paper];
	})`;

test('on paper every view is black on white, even in dark mode, has no controls, and nothing is cut', async () => {
	const { page, close } = await v.open('/', { colorScheme: 'dark', mayJump: true });
	for (const [path, ready] of views) {
		await page.emulateMedia({ media: 'screen' });
		await page.evaluate('dispatchEvent(new Event("afterprint"))');
		await show(page, path, ready);
		await page.emulateMedia({ media: 'print' });
		await page.evaluate('dispatchEvent(new Event("beforeprint"))');
		const used = new Set(await page.evaluate<string[]>(colors));
		const allowed = ['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'];
		expect([path, [...used].filter((color) => !allowed.includes(color))]).toEqual([path, []]);
		expect([path, await page.getByRole('button').count()]).toEqual([path, 0]);
		expect([path, await page.evaluate(cutOnPaper())]).toEqual([path, []]);
		if (path === '/?q=macbook') await page.getByText(/^The first 50 of \d+ results\.$/).waitFor();
	}
	await close();
});

test('on paper the picture of everything has every label on each of its pages', async () => {
	const { page, close } = await v.open('/all?since=1984', { mayJump: true });
	await page.locator('.squares').waitFor();
	await page.emulateMedia({ media: 'print' });
	const pages = page.locator('.printed-picture svg');
	expect(await pages.count()).toBe(0);
	await page.evaluate('dispatchEvent(new Event("beforeprint"))');
	expect(await pages.count()).toBe(4);
	expect(await pages.locator('text').count()).toBe(304 + 4 * 51);
	expect(await pages.last().isVisible()).toBe(true);
	expect(await page.locator('.matrix').isVisible()).toBe(false);
	await close();
});
