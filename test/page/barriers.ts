import { expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { isFull } from '../size.ts';
import { desktop, drawn, phone } from './browser.ts';

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/**
 * Every violation that axe-core reports in the page or in a part of it, one line each. Rules that pass stay in the
 * browser: transferring them takes longer than checking them.
 */
export async function barriers(page: Page, part = 'html'): Promise<string[]> {
	// The policy of a report allows no inline script, so the rules are injected by Playwright.
	if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
	return await page.evaluate<string[]>(`axe.run(${JSON.stringify(part)}, {
		resultTypes: ['violations'],
		// Part of WCAG 2.2 AA, but off by default.
		rules: { 'target-size': { enabled: true } },
	})
		.then(({ violations }) => violations.map(({ id, help, nodes }) => id + ': ' + help + ': ' + nodes[0].html))`);
}

/** Both sizes and both color schemes, each once: colors do not depend on the size. */
const screens = [
	['desktop', desktop, 'dark'],
	['phone', phone, 'light'],
] as const;

/** Cards with content wider than themselves: it may stick out of its card although the page fits the screen. */
export const overflowing = `[...document.querySelectorAll('.card')]
	.filter((card) => card.scrollWidth > card.clientWidth)
	.map((card) => card.innerText.slice(0, 60))`;

let looks = 0;

/**
 * Expects no violation, and nothing wider than the screen, on both screens. The page is loaded once, because loading
 * takes longer than checking. The rules take half a second for a view: in a usual run they alternate between the
 * screens.
 */
export async function expectNoBarrier(page: Page, part = 'html'): Promise<void> {
	const ruled = screens[looks++ % screens.length]![0];
	for (const [size, viewport, colorScheme] of screens) {
		// Without transitions: the rules would measure colors halfway.
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
		await page.setViewportSize(viewport);
		await drawn(page);
		if (isFull || size === ruled) expect([size, await barriers(page, part)]).toEqual([size, []]);
		const width = await page.evaluate<number>('document.documentElement.scrollWidth');
		expect([size, width <= viewport.width]).toEqual([size, true]);
		expect([size, await page.evaluate(overflowing)]).toEqual([size, []]);
	}
}
