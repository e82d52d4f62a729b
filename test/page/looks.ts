import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Live } from '../live.ts';
import { longestWait } from '../patience.ts';
import { drawn } from './browser.ts';
import { drop, fileField, menuItem, openDrawer } from './fleet-view.ts';

/** A view as a person looks at it before a release, at both widths and in both color schemes. */
interface Look {
	readonly name: string;
	readonly path: string;
	/** A selector of a part that appears last. */
	readonly ready: string;
	/** What a person does before looking. */
	act?(page: Page): Promise<unknown>;
	/** False for a visitor without a key. */
	readonly key?: false;
	readonly context?: BrowserContextOptions;
	/** Whether the look is at the window alone: a panel covers what is below. */
	readonly window?: true;
	/** What fails meanwhile, by the pattern of its address. */
	readonly failing?: readonly [address: string, status: number | 'offline'];
}

const sample = new URL('../../examples/jamf-pro.csv', import.meta.url).pathname;
const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
/** A page longer than this is cut: what is below repeats what is above. */
const longest = 5_000;

const type = (text: string) => async (page: Page) => {
	await page.locator('#search').fill(text);
	await page.locator('#search').click();
	await page.locator('.search-panel:visible').first().waitFor();
};
const openSample = async (page: Page) => {
	await fileField(page).setInputFiles(sample);
	await page.locator('.fleet-report').waitFor();
	await drawn(page);
};
const onSample = (act: (page: Page) => Promise<unknown>) => async (page: Page) => {
	await openSample(page);
	await act(page);
	await drawn(page);
};
const openTab = (name: string) => onSample((page) => page.getByRole('tab', { name }).click());

const fleet = { path: '/fleet?policy=n-1', ready: '.drop' } as const;
const mac = { path: '/mac/J293AP?on=14.7.2', ready: '.headline' } as const;
const cve = { path: '/cve/CVE-2026-65400?mac=air+m1&on=14.7.2', ready: '.headline' } as const;
const compared =
	'/compare?mac=J313AP:14.7.2&mac=Mac-27AD2F918AE68F61&mac=J293AP:26.7.2&mac=Mac-551B86E5744E2388';
const forced = { context: { forcedColors: 'active' } } as const;
const scriptless = { key: false, context: { javaScriptEnabled: false } } as const;

const looks: readonly Look[] = [
	{ name: 'start', path: '/', ready: '.data-state p' },
	{ name: 'start-as-of', path: '/?as_of=2012-07-01', ready: '.data-state p' },
	{ name: 'panel', path: '/', ready: '.data-state p', act: type('imac 2017 macos 15'), window: true },
	{ name: 'panel-mixed', path: '/', ready: '.data-state p', act: type('14.7'), window: true },
	{ name: 'panel-nothing', path: '/', ready: '.data-state p', act: type('qwertzuiop'), window: true },
	{ name: 'search', path: '/?q=powerbook', ready: '.results' },
	{ name: 'search-nothing', path: '/?q=serial+C02XK0ADJG5H', ready: '.results-view, .trouble' },
	{ name: 'mac', ...mac },
	{ name: 'mac-no-version', path: '/mac/Mac16,1', ready: '.headline' },
	{ name: 'mac-runs', path: '/mac/Mac-551B86E5744E2388?runs=15', ready: '.headline' },
	{ name: 'mac-custom', path: '/mac/J293AP?on=26.6&behind=1&grace_days=14', ready: '.headline' },
	{ name: 'mac-policy', path: '/mac/J293AP?on=26.6&policy=n-1', ready: '.headline' },
	{ name: 'mac-fixes', path: '/mac/J293AP?on=14.7.2&show=fixes', ready: '.cves:visible' },
	{ name: 'mac-current', path: '/mac/J293AP?on=26.7.2', ready: '.headline' },
	{ name: 'mac-wrong-version', path: '/mac/J293AP?on=nonsense', ready: '.verdict' },
	{ name: 'mac-as-of', path: '/mac/J293AP?on=11.2&as_of=2022-07-01', ready: '.headline' },
	{ name: 'mac-classic', path: '/mac/PowerBook3,1', ready: '.headline' },
	{ name: 'mac-shared', path: '/mac/Mac-27AD2F918AE68F61', ready: '.headline' },
	{ name: 'releases', path: '/release', ready: '.major-table' },
	{ name: 'major', path: '/release/14', ready: '.time-chart svg' },
	{ name: 'release', path: '/release/26.6.2', ready: '#cves' },
	{ name: 'release-classic', path: '/release/9.2.2', ready: 'h1' },
	{ name: 'cve', ...cve },
	{ name: 'cve-asks', path: '/cve/CVE-2025-43300', ready: 'h1' },
	{ name: 'cve-which', path: '/cve/CVE-2025-43300?mac=iMac+2017&on=13.5', ready: '.which-mac, .headline' },
	{ name: 'cve-unknown', path: '/cve/CVE-2025-99999', ready: '.trouble' },
	{ name: 'everything', path: '/all', ready: '.squares' },
	{
		name: 'everything-filters',
		path: '/all',
		ready: '.squares',
		act: (page) => page.locator('.filter-fold > summary').first().click(),
	},
	{ name: 'everything-major', path: '/all?major=27', ready: '.major-changes' },
	{ name: 'compare-empty', path: '/compare', ready: 'h1' },
	{ name: 'compare', path: compared, ready: '.compare-table' },
	{ name: 'fleet-empty', ...fleet },
	{ name: 'fleet', ...fleet, act: openSample },
	{ name: 'fleet-no-policy', path: '/fleet', ready: '.drop', act: openSample },
	{
		name: 'fleet-filtered',
		...fleet,
		act: onSample((page) => page.locator('.tile').first().click()),
	},
	{
		name: 'fleet-selected',
		...fleet,
		act: onSample(async (page) => {
			for (const at of [0, 1, 3]) await page.locator('.fleet-macs tbody input').nth(at).check();
		}),
	},
	{ name: 'fleet-drawer', ...fleet, act: onSample(openDrawer) },
	{ name: 'fleet-menu', ...fleet, act: onSample((page) => menuItem(page, 'Print')), window: true },
	{
		name: 'fleet-custom',
		...fleet,
		act: onSample((page) => page.getByLabel('Policy').selectOption('Custom')),
	},
	{
		name: 'fleet-all-columns',
		...fleet,
		act: onSample((page) => page.getByLabel('All columns').check()),
	},
	{ name: 'fleet-charts', ...fleet, act: openTab('Charts') },
	{ name: 'fleet-history', ...fleet, act: openTab('History') },
	{
		name: 'fleet-nothing-found',
		...fleet,
		act: onSample((page) => page.getByLabel('Find').fill('qwertz')),
	},
	{
		name: 'fleet-no-model',
		...fleet,
		act: async (page) => {
			await fileField(page).setInputFiles({
				name: 'people.csv',
				mimeType: 'text/csv',
				buffer: Buffer.from('Name,City\nAnna,Bern\nBert,Basel\n'),
			});
			await page.locator('.fleet-recognized').waitFor();
		},
	},
	{
		name: 'fleet-failed',
		...fleet,
		act: async (page) => {
			await drop(
				page,
				'a.csv',
				'Computer Name,Model Identifier,Operating System Version\na,"Mac14,2",26.7\n',
			);
			await fileField(page).setInputFiles({
				name: 'empty.csv',
				mimeType: 'text/csv',
				buffer: Buffer.from(''),
			});
			await page.getByText('empty.csv is empty').waitFor();
		},
	},
	{ name: 'deploy', path: '/kit', ready: '.kit h1' },
	{
		name: 'deploy-preview',
		path: '/kit',
		ready: '.kit-files',
		act: async (page) => {
			await page
				.getByRole('button', { name: /^Preview / })
				.first()
				.click();
			await page.locator('.kit-preview').waitFor();
		},
	},
	{
		name: 'deploy-custom',
		path: '/kit',
		ready: '.kit-files',
		act: async (page) => {
			await page.getByLabel('Policy').selectOption('Custom');
			await page.locator('.policy-terms').waitFor();
			await drawn(page);
		},
	},
	{ name: 'docs', path: '/docs', ready: '.operation' },
	{ name: 'docs-operation', path: '/docs#getBoard', ready: '.operation[open]' },
	{ name: 'sign-in', path: '/sign-in', ready: 'form', key: false },
	{
		name: 'sign-in-refused',
		path: '/sign-in',
		ready: 'form.key',
		key: false,
		act: async (page) => {
			await page.locator('.key input').first().fill('PR1-AAAA-BBBB');
			await page.locator('.key input').first().press('Enter');
			await page.locator('.note.wrong').waitFor();
		},
	},
	{ name: 'lost', path: '/nothing-here', ready: 'h1' },
	{ name: 'no-mac', path: '/mac/NOPE1AP', ready: '.trouble' },
	{ name: 'no-release', path: '/release/14.9.9', ready: '.trouble' },
	{
		name: 'unreachable',
		path: '/release/14',
		ready: '.trouble',
		failing: ['**/releases/**', 'offline'],
	},
	{ name: 'too-many', path: '/release/14', ready: '.trouble', failing: ['**/releases/**', 429] },
	{ name: 'fails', path: '/mac/J293AP', ready: '.trouble', failing: ['**/boards/**', 500] },
	{ name: 'public-start', path: '/', ready: 'h1', key: false },
	{ name: 'public-mac', ...mac, key: false },
	{ name: 'public-search', path: '/?q=imac+2017+macos+15', ready: '.results', key: false },
	{ name: 'public-everything', path: '/all', ready: 'h1', key: false },
	{ name: 'public-fleet', path: '/fleet', ready: '.drop', key: false },
	{ name: 'public-fleet-report', path: '/fleet', ready: '.drop', key: false, act: openSample },
	{ name: 'public-deploy', path: '/kit', ready: 'h1', key: false },
	{ name: 'scriptless-mac', ...mac, ...scriptless },
	{ name: 'scriptless-releases', path: '/release', ready: 'h1', ...scriptless },
	{ name: 'scriptless-cve', ...cve, ...scriptless },
	{ name: 'scriptless-compare', path: compared, ready: '.compare-table', ...scriptless },
	{ name: 'lost-key', path: '/lost-key', ready: 'h1', key: false },
	{ name: 'forced-start', path: '/', ready: '.data-state p', ...forced },
	{ name: 'forced-mac', ...mac, ...forced },
	{ name: 'forced-releases', path: '/release', ready: '.major-table', ...forced },
	{ name: 'forced-everything', path: '/all', ready: '.squares', ...forced },
	{ name: 'forced-fleet', ...fleet, ...forced, act: openSample },
	{ name: 'forced-fleet-charts', ...fleet, ...forced, act: openTab('Charts') },
	{ name: 'forced-deploy', path: '/kit', ready: '.kit-files', ...forced },
];

/** Takes pictures of all views, or of the named ones, at both widths and in both color schemes, into a folder. */
export async function takeLooks(
	browser: Browser,
	live: Live,
	folder: string,
	named: readonly string[],
): Promise<void> {
	mkdirSync(folder, { recursive: true });
	for (const look of looks.filter(({ name }) => named.length === 0 || named.includes(name)))
		try {
			await take(browser, live, folder, look);
		} catch (thrown) {
			console.error(`${look.name}: ${thrown}`);
			process.exitCode = 1;
		}
}

async function take(browser: Browser, live: Live, folder: string, look: Look): Promise<void> {
	for (const [size, viewport] of [
		['wide', wide],
		['narrow', narrow],
	] as const) {
		// The view is opened once at each width: color schemes change without a reload.
		const context = await browser.newContext({ viewport, ...look.context });
		if (look.key !== false)
			await context.addInitScript(`localStorage.setItem('pointrelease.key', ${JSON.stringify(live.key)})`);
		const page = await context.newPage();
		page.setDefaultTimeout(longestWait);
		if (look.failing) {
			const [address, status] = look.failing;
			await page.route(address, (route) =>
				route.request().resourceType() === 'document'
					? route.fallback()
					: status === 'offline'
						? route.abort()
						: route.fulfill({ status, headers: { 'retry-after': '7' }, body: '{}' }),
			);
		}
		await page.goto(live.address + look.path);
		await page.locator(look.ready).first().waitFor();
		await look.act?.(page);
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			if (look.context?.javaScriptEnabled !== false) await drawn(page);
			await picture(page, join(folder, `${look.name}-${size}-${colorScheme}.png`), look.window);
		}
		await context.close();
	}
}

/** The whole page up to `longest`, or its window. */
export async function picture(page: Page, path: string, window?: true): Promise<void> {
	const { width, height } = page.viewportSize()!;
	if (window) return void (await page.screenshot({ path }));
	const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
	const clip = { x: 0, y: 0, width, height: Math.max(height, Math.min(whole, longest)) };
	await page.screenshot({ path, fullPage: true, clip });
}
