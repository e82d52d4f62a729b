import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { drawn } from '../page/browser.ts';
import { picture } from '../page/looks.ts';
import { desktop, openConsolePage, phone } from './console-page.ts';
import { makeLink } from './console-service.ts';
import { openScene } from './scene.ts';

/** The views of the console by the words after the `#`, each with what a person does before looking. */
const views: readonly (readonly [name: string, hash: string, act?: (page: Page) => Promise<unknown>])[] = [
	['needs-you', '#/needs-you'],
	['licenses', '#/licenses'],
	['issue', '#/licenses', (page) => page.getByRole('button', { name: 'Issue a license' }).click()],
	['orders', '#/orders'],
	['order', '#/orders/cs_held'],
	['data', '#/data'],
	['mail', '#/mail'],
	['fleet', '#/fleet', (page) => page.locator('.fleet-report').waitFor()],
	['service', '#/service'],
];

/** Takes pictures of the console into a folder, at both widths and in both color schemes. */
export async function takeConsoleLooks(browser: Browser, folder: string): Promise<void> {
	const scene = await openScene();
	const reachable = [
		...views,
		['license', `#/licenses/${scene.first.id}`] as const,
		[
			'item',
			'#/data',
			(page: Page) =>
				page
					.getByRole('link', { name: /^Review / })
					.first()
					.click(),
		] as const,
	];
	try {
		for (const [size, viewport] of [
			['wide', desktop],
			['narrow', phone],
		] as const) {
			const { page, close } = await openConsolePage(browser, scene, { viewport });
			for (const [name, hash, act] of reachable) {
				await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
				await page.locator('main h1').first().waitFor();
				await page.waitForLoadState('networkidle');
				await act?.(page);
				await page.locator('.skeleton').waitFor({ state: 'detached' });
				await inBothSchemes(page, join(folder, `console-${name}-${size}`));
			}
			// From another page: the code is behind the `#`, which alone loads nothing.
			await page.goto('about:blank');
			await page.goto(await makeLink(scene.service));
			await page.getByRole('button', { name: 'Sign in' }).waitFor();
			await inBothSchemes(page, join(folder, `console-sign-in-${size}`));
			await close();
		}
	} finally {
		await scene.end();
	}
}

async function inBothSchemes(page: Page, path: string): Promise<void> {
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
		await drawn(page);
		await picture(page, `${path}-${colorScheme}.png`);
	}
}
