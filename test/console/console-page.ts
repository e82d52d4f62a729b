import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { longestWait } from '../patience.ts';
import { makeLink } from './console-service.ts';
import type { Scene } from './scene.ts';

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** A page of the console in a browser of its own, signed in; what its scripts and its network do is watched. */
export interface ConsolePage {
	readonly page: Page;
	/** Clicks so far, counted where the person clicks; choices of a list count, typing and Enter do not. */
	clicks(): Promise<number>;
	/** Closes it; throws if it wrote to the console, asked another host, or ran what a stranger wrote. */
	close(): Promise<void>;
}

/** Counts presses of the pointer by a person, and choices of a list, which Playwright makes without one. */
const countClicks = `
	window.clicks = Number(sessionStorage.getItem('clicks') ?? 0);
	const count = () => sessionStorage.setItem('clicks', String(++window.clicks));
	addEventListener('pointerdown', count, { capture: true });
	addEventListener('change', ({ target }) => target.tagName === 'SELECT' && count(), { capture: true });
`;

export async function openConsolePage(
	browser: Browser,
	{ service }: Pick<Scene, 'service'>,
	context: BrowserContextOptions = {},
	...words: string[]
): Promise<ConsolePage> {
	const browsing = await browser.newContext({ viewport: desktop, ...context });
	await browsing.addInitScript(countClicks);
	const page = await browsing.newPage();
	page.setDefaultTimeout(longestWait);
	const faults: string[] = [];
	page.on('console', (message) => {
		// The first look for a session of this browser finds none.
		if (!/status of 401/.test(message.text())) faults.push(`console: ${message.text()}`);
	});
	page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
	page.on('request', (request) => {
		if (!request.url().startsWith(`${service.console}/console`)) faults.push(`asked ${request.url()}`);
	});
	await page.goto(await makeLink(service, ...words));
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.getByRole('heading', { name: 'Needs you' }).waitFor();
	await page.evaluate("window.clicks = 0; sessionStorage.setItem('clicks', '0')");
	return {
		page,
		clicks: () => page.evaluate<number>('window.clicks'),
		async close() {
			if (await page.evaluate("'hacked' in window")) faults.push('a script of a stranger ran');
			await browsing.close();
			if (faults.length > 0) throw new Error(faults.join('\n'));
		},
	};
}
