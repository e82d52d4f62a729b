import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Visit, visit } from './browser.ts';

let v: Visit;
beforeAll(async () => {
	v = await visit();
});
afterAll(() => v.end());

interface Major {
	major: string;
	system_name: string;
	release_name: string | null;
	latest_version: string;
	latest_security_article: string | null;
	exploited_closed: number | null;
	support: string;
	late_releases: { version: string }[];
}

interface Releases {
	majors: Major[];
	newest_macs: { name: string }[];
	recent: { kind: string; version: string | null }[];
}

async function readReleases(): Promise<Releases> {
	const response = await fetch(`${v.live.address}/releases`, { headers: { Authorization: v.live.key } });
	return (await response.json()) as Releases;
}

test('the start is today: every supported major with its latest release, what ended, and what is new', async () => {
	const { majors, newest_macs: macs, recent } = await readReleases();
	const supported = majors.filter(({ support }) => support !== 'ended').reverse();
	const { page, close } = await v.open('/');
	const cards = page.getByRole('list', { name: 'Supported major versions' }).getByRole('listitem');
	await cards.first().waitFor();
	expect(await cards.count()).toBe(3);
	for (const [at, major] of supported.entries()) {
		const card = cards.nth(at);
		const text = await card.textContent();
		expect(text).toContain(`${major.system_name} ${major.release_name}`);
		expect(text).toContain(`${major.latest_version}26 October 2026, out for `);
		expect(text).toContain(
			`Exploited vulnerabilities fixednone in ${major.latest_version}, ${major.exploited_closed} since`,
		);
		expect(text).toContain(at === 0 ? 'Current' : 'Maintained');
		expect(text).toContain(`Expected to end about September ${2029 - at}`);
		expect(await card.getByRole('link', { name: 'Apple’s article' }).getAttribute('href')).toBe(
			major.latest_security_article,
		);
		// A major of a few weeks is as wide as any other.
		const { width } = (await card.locator('.span-line').boundingBox())!;
		expect(width).toBeGreaterThan(200);
	}
	await page.getByText('11.7.11 was released on 2 February 2026, after end of support').waitFor();
	await page.getByText('10.15.8 was released on 2 February 2026, after end of support').waitFor();
	for (const { name } of macs) expect(await page.getByRole('link', { name, exact: true }).count()).toBe(1);
	for (const { version } of recent.filter(({ kind }) => kind === 'release'))
		await page.getByText(`${version} was released`).waitFor();
	expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
		'macOS 27 Golden Gate',
		'macOS 26 Tahoe',
		'macOS 15 Sequoia',
		'Changes in the last month',
		'Newest Macs',
		'Unsupported No longer updated',
		'The data',
		'Subscribe',
	]);
	await page.getByText('Live data is off').waitFor();
	await cards.first().getByRole('link', { name: 'macOS 27 Golden Gate' }).click();
	await page.getByRole('heading', { level: 1, name: 'macOS 27 Golden Gate' }).waitFor();
	await close();
});

test('every feed that is followed tells how it is, and a word of doubt has a sign of doubt', async () => {
	const { page, close } = await v.open('/');
	await page.route('**/dataset', (route) =>
		route.fulfill({
			json: {
				data_version: '2026-11-16-aaaaaaaaaaaa',
				data_changed: new Date(Date.now() - 3 * 86_400_000).toISOString(),
				following: true,
				feeds: [
					{ feed: 'apple', state: 'fresh', last_answer: new Date(Date.now() - 300_000).toISOString() },
					{ feed: 'sofa', state: 'stale', last_answer: null, failures: 4, problem: 'no answer within 20 s' },
					{ feed: 'appledb', state: 'waiting', last_answer: null },
				],
			},
		}),
	);
	await page.reload();
	const rows = page.locator('.data-state li');
	await rows.first().waitFor();
	expect(await rows.allTextContents()).toEqual([
		'Apple’s update serviceUp to date 5 minutes ago',
		'SOFA 4 failures: no answer within 20 sStale ',
		'AppleDBWaiting ',
	]);
	expect(await rows.locator('.badge').evaluateAll((all) => all.map(({ className }) => className))).toEqual([
		'badge current',
		'badge behind',
		'badge neutral',
	]);
	await page.getByText('Last changed 3 days ago').waitFor();
	await close();
});

test('the foot tells how old the data is, and when the vendor is silent or says nothing new', async () => {
	const { page, close } = await v.open('/release');
	const foot = page.locator('footer p').last();
	const told = async (state: { stale: boolean; frozen: boolean }) => {
		await page.unrouteAll();
		await page.route('**/readyz', (route) =>
			route.fulfill({ json: { data_changed: '2026-11-16T18:38:00Z', ...state } }),
		);
		await page.reload();
		await foot.getByText('Data of 2026-11-16.').waitFor();
		return foot.textContent();
	};
	expect(await told({ stale: false, frozen: false })).toBe('Data of 2026-11-16.');
	expect(await told({ stale: true, frozen: false })).toBe(
		'Data of 2026-11-16. Stale: Apple’s update service has not answered for a day. Newer releases may be missing.',
	);
	expect(await told({ stale: false, frozen: true })).toBe(
		'Data of 2026-11-16. Frozen: Apple’s update service has not changed for days. Newer releases may be missing.',
	);
	await close();
});

test('every major has a bar as wide as its number, and stands below in words, newest first, with the three states of the whole page', async () => {
	const { majors } = await readReleases();
	const { page, close } = await v.open('/release');
	const rows = page.locator('.major-table tbody tr');
	await rows.first().waitFor();
	expect(await rows.count()).toBe(majors.length);
	expect(await rows.first().textContent()).toBe(
		'macOS 27 Golden Gate27.2 26 October 2026Current until about September 2029',
	);
	expect(await page.getByRole('row', { name: 'macOS 14 Sonoma' }).textContent()).toBe(
		'macOS 14 Sonoma14.8.9 6 August 2026Unsupported since 14 September 2026',
	);
	// Of the first decades no day is claimed.
	expect(await rows.last().textContent()).toBe('System 0.970.97 1984Unsupported last update 1984');
	expect(await rows.locator('.badge.current').count()).toBe(3);
	expect(await rows.locator('.badge.ended').count()).toBe(majors.length - 3);
	// No bar of the chart is narrower than its number.
	await page.locator('.major').first().waitFor();
	const narrow = await page.evaluate<string[]>(`[...document.querySelectorAll('.major')]
		.filter((major) => major.querySelector('.span').getBoundingClientRect().width < 15)
		.map(({ textContent }) => textContent)`);
	expect(narrow).toEqual([]);
	expect(await page.locator('.major').count()).toBe(majors.length);
	await close();
});

test('addresses to subscribe to that the service does not tell are asked for again', async () => {
	const { page, close } = await v.open('/', { expected: /ERR_FAILED/ });
	await page.route('**/subscription', (route) => route.abort());
	const card = page.locator('.subscribe');
	await card.getByRole('button').click();
	await card.getByText('The service cannot be reached.').waitFor();
	await page.unroute('**/subscription');
	const json = { atom: null, calendar: null, can_change: true };
	await page.route('**/subscription', (route) => route.fulfill({ json }));
	await card.getByRole('button', { name: 'Try again' }).click();
	await card.getByRole('button', { name: 'Create addresses' }).waitFor();
	await close();
});
