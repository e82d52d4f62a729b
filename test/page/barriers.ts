import { expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { sized } from '../size.ts';
import { desktop, drawn, phone } from './browser.ts';

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/**
 * Everything axe-core finds in the page or in a part of it, one line each. What it found in order stays in the browser:
 * to hand that over took longer than to look for it.
 */
export async function barriers(page: Page, part = 'html'): Promise<string[]> {
	// The policy of a report lets no script in: the rules are run from outside of it.
	if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
	return await page.evaluate<string[]>(`axe.run(${JSON.stringify(part)}, { resultTypes: ['violations'] })
		.then(({ violations }) => violations.map(({ id, help, nodes }) => id + ': ' + help + ': ' + nodes[0].html))`);
}

/** Every view in both sizes and both schemes, each pair once: colors do not depend on the size. */
const screens = [
	['desktop', desktop, 'dark'],
	['phone', phone, 'light'],
] as const;

/** Cards that hold something wider than they are: a page that fits the screen may still show it beside its frame. */
export const overflowing = `[...document.querySelectorAll('.card')]
	.filter((card) => card.scrollWidth > card.clientWidth)
	.map((card) => card.innerText.slice(0, 60))`;

const isFull = sized(0, 1) === 1;
let looks = 0;

/**
 * No barrier, and on either screen nothing wider than it. One page is shown on both: to load it takes longer than to
 * look at it. Rules take half a second for a view: in the usual run they take turns with the screens.
 */
export async function expectNoBarrier(page: Page, part = 'html'): Promise<void> {
	const ruled = screens[looks++ % screens.length]![0];
	for (const [size, viewport, colorScheme] of screens) {
		// Wait for the end of transitions: colors in between would be judged wrongly.
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
		await page.setViewportSize(viewport);
		await drawn(page);
		if (isFull || size === ruled) expect([size, await barriers(page, part)]).toEqual([size, []]);
		const width = await page.evaluate<number>('document.documentElement.scrollWidth');
		expect([size, width <= viewport.width]).toEqual([size, true]);
		expect([size, await page.evaluate(overflowing)]).toEqual([size, []]);
	}
}
