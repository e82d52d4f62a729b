import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page, Request, Route } from 'playwright-core';
import { bundleFolder } from '../../src/page/assets.ts';
import { writePage } from '../../src/page/bundle.ts';
import { type Live, startLive } from '../live.ts';
import { daysMoved } from '../moved-clock.ts';
import { longestWait } from '../patience.ts';
import { openChromium } from './chromium.ts';

/** The service with a page built from the current sources, and a real Chromium. */
export interface Visit {
	live: Live;
	browser: Browser;
	open(path: string, options?: OpenOptions): Promise<Look>;
	end(): Promise<void>;
}

export interface OpenOptions extends BrowserContextOptions {
	/** The key stored in the browser: by default the valid one, none if null. */
	key?: string | null;
	/** Console messages that the test expects. */
	expected?: RegExp;
	/** The page may move its content while loading, as the renderer of the API description does. */
	mayJump?: boolean;
}

/** A page in a browser context of its own; its console, requests and layout are watched. */
export interface Look {
	page: Page;
	/** Closes it; throws if the page wrote to the console, contacted another host, or jumped. */
	close(): Promise<void>;
}

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 900 };

/** The least layout shift that counts. Text causes smaller ones, which nobody sees. */
const leastJump = 0.02;

let building: Promise<void> | undefined;

/** Builds the page from the current sources, once for all files of a process. */
export function buildPage(): Promise<void> {
	building ??= writePage(bundleFolder);
	return building;
}

export async function visit(env: Record<string, string> = {}): Promise<Visit> {
	await buildPage();
	const [live, browser] = await Promise.all([startLive(env), openChromium()]);
	return {
		live,
		browser,
		open: (path, options = {}) => look(live, browser, path, options),
		async end() {
			await browser.close();
			await live.stop();
		},
	};
}

async function look(live: Live, browser: Browser, path: string, options: OpenOptions): Promise<Look> {
	const { key = live.key, expected, mayJump = false, ...context } = options;
	const browsing = await browser.newContext({ viewport: desktop, ...context });
	if (daysMoved !== 0) await browsing.addInitScript(moveClock);
	await browsing.addInitScript(watchJumps);
	await browsing.addInitScript(clipboardOfPage);
	if (key !== null)
		await browsing.addInitScript(
			`if (location.protocol === 'http:') localStorage.getItem('pointrelease.key') ?? localStorage.setItem('pointrelease.key', ${JSON.stringify(key)})`,
		);
	const page = await browsing.newPage();
	page.setDefaultTimeout(longestWait);
	const faults: string[] = [];
	page.on('console', (message) => {
		if (!expected?.test(message.text())) faults.push(`console ${message.type()}: ${message.text()}`);
	});
	page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
	page.on('request', (request) => {
		if (!request.url().startsWith(`${live.address}/`)) faults.push(`asked another host: ${request.url()}`);
		if (key !== null && request.url().includes(key)) faults.push('the key is in an address');
	});
	await page.goto(live.address + path);
	return {
		page,
		async close() {
			const jump = Number(await page.evaluate('window.jumped ?? 0'));
			if (jump > leastJump && !mayJump) faults.push(`the page jumped by ${jump.toFixed(3)}`);
			await browsing.close();
			if (faults.length > 0) throw new Error(faults.join('\n'));
		},
	};
}

/**
 * Pages read back only what they copied themselves: all pages of the browser share one clipboard, and test files run
 * in parallel.
 */
const clipboardOfPage = `
	const { clipboard } = navigator;
	if (clipboard) {
		const write = clipboard.writeText.bind(clipboard);
		let copied = '';
		clipboard.writeText = async (text) => { await write(text); copied = text; };
		clipboard.readText = async () => copied;
		// Without the clipboard API the page copies its selection.
		addEventListener('copy', () => { copied = document.activeElement.value ?? String(getSelection()); });
	}
`;

/** Moves the clock of a page as far as that of its service. Under `faketime` itself, Chromium takes minutes for a page. */
const moveClock = `
	Date = class extends Date {
		constructor(...given) {
			given.length === 0 ? super(Date.now()) : super(...given);
		}
		static now() {
			return super.now() + ${daysMoved * 86_400_000};
		}
	};
`;

/**
 * Sums layout shifts until somebody types or clicks: later shifts are wanted. The browser itself ignores them only
 * for half a second, which may be too short on a busy machine.
 */
const watchJumps = `
	window.jumped = 0;
	let asked = Number.POSITIVE_INFINITY;
	for (const event of ['keydown', 'pointerdown', 'input', 'change'])
		addEventListener(event, () => { asked = Math.min(asked, performance.now()); }, { capture: true });
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) if (entry.startTime < asked) window.jumped += entry.value;
	}).observe({ type: 'layout-shift', buffered: true });
`;

/**
 * Opens another view in an open page, and waits for an element that the previous view lacks. Loading a page for each
 * view would take most of the time.
 */
export async function show(page: Page, path: string, ready: string): Promise<void> {
	await page.evaluate(
		`history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
	);
	await page.locator(ready).first().waitFor();
}

/** Clicks a link of the navigation; a narrow screen has it behind the menu. Returns the number of clicks. */
export async function openFromMenu(page: Page, name: string): Promise<number> {
	const menu = page.getByRole('button', { name: 'Menu', exact: true });
	const isNarrow = await menu.isVisible();
	if (isNarrow) await menu.click();
	await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click();
	return isNarrow ? 2 : 1;
}

/** The text of the file that a button saves. */
export async function savedBy(page: Page, button: Locator): Promise<string> {
	return (await fileSavedBy(page, button)).bytes.toString();
}

/**
 * The same as bytes, with the name of the file. Another process may have started the browser, so the file is fetched
 * with saveAs.
 */
export async function fileSavedBy(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
	const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-saved-'));
	await download.saveAs(join(folder, 'file'));
	const bytes = readFileSync(join(folder, 'file'));
	rmSync(folder, { recursive: true, force: true });
	return { name: download.suggestedFilename(), bytes };
}

/**
 * Waits until the page has reacted to a change of its width: it learns the width in the next frame, is drawn in the
 * one after that, and then runs timers.
 */
export async function drawn(page: Page): Promise<void> {
	await page.evaluate(
		'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
	);
}

/** Holds back answers until letGo(), so that a test decides which of two comes first; with `times`, only that many. */
export async function hold(page: Page, address: string, times?: number): Promise<Held> {
	const [asked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const held: Request[] = [];
	const wait = async (route: Route) => {
		held.push(route.request());
		asked.resolve();
		await go.promise;
		await route.fallback();
	};
	await page.route(address, wait, times === undefined ? {} : { times });
	return {
		asked: asked.promise,
		async letGo() {
			go.resolve();
			for (const request of held) await (await request.response())?.finished();
			await drawn(page);
		},
	};
}

interface Held {
	/** Resolves when the page has sent a request. */
	asked: Promise<void>;
	/** Resolves when the page has received every answer and is drawn. */
	letGo(): Promise<void>;
}

/** Waits for a condition that no locator can express. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
	const end = performance.now() + longestWait;
	while (!(await holds())) {
		if (performance.now() > end) throw new Error(`never held: ${holds}`);
		await Bun.sleep(20);
	}
}
