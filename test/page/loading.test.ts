import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Visit, visit } from './browser.ts';

let v: Visit;
beforeAll(async () => {
	v = await visit();
});
afterAll(() => v.end());

/** A first visit with an empty cache: all bytes that the page received, headers included, by address. */
async function firstVisit(path: string, heading: string) {
	const { page, close } = await v.open('/livez', { mayJump: true });
	const session = await page.context().newCDPSession(page);
	await session.send('Network.enable');
	const asked = new Map<string, string>();
	const arrived = new Map<string, number>();
	session.on('Network.requestWillBeSent', ({ requestId, request }) => {
		asked.set(requestId, new URL(request.url).pathname);
	});
	session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		const name = asked.get(requestId);
		// Only a browser with windows requests the icon of the tab. Responses to the previous page have no name.
		if (name === undefined || name === '/assets/icon.svg') return;
		arrived.set(name, (arrived.get(name) ?? 0) + encodedDataLength);
	});
	await page.goto(v.live.address + path);
	await page.getByRole('heading', { level: 1, name: heading }).waitFor();
	await page.waitForLoadState('networkidle');
	await close();
	return arrived;
}

/** In units of 1,000 bytes, like developer tools. */
const budgets: [path: string, heading: string, kilobytes: number][] = [
	['/', 'What', 35],
	// 1 KB of it are the names of the policies.
	['/mac/J293AP?on=14.7.2', 'MacBook Pro', 50],
	['/mac/Mac-7BA5B2DFE22DDD8C', 'Mac mini', 49],
	['/release/26', '26', 58],
	['/all', 'Macs that run 10.13 or later', 60],
];

test.each(budgets)('a first visit to %p is within its budget', async (path, heading, kilobytes) => {
	const arrived = await firstVisit(path, heading);
	const sum = [...arrived.values()].reduce((all, bytes) => all + bytes, 0);
	expect([...arrived.keys()].some((name) => name.startsWith('/assets/page-'))).toBe(true);
	const list = [...arrived].map(([name, bytes]) => `${bytes} ${name}`);
	if (sum > kilobytes * 1_000) throw new Error(`${sum} bytes:\n${list.join('\n')}`);
});

test.each([
	['fleet', '/fleet', 'Fleet', '.drop', 'borderTopStyle', 'dashed'],
	['everything', '/all', 'Compatibility', '.matrix-labels', 'position', 'sticky'],
	['docs', '/docs', 'API', '.operation', 'borderTopStyle', 'solid'],
	['kit', '/kit', 'Deploy', '.kit-files li', 'borderTopStyle', 'solid'],
])(
	'the view %s has its styles, whether it is opened first or from another view',
	async (name, path, link, part, property, value) => {
		for (const first of [path, '/']) {
			const { page, close } = await v.open(first, { mayJump: true });
			const styles = page.locator(`link[href="/assets/${name}.css"]`);
			if (first === '/') {
				await page.locator('.data-state p').first().waitFor();
				expect(await styles.count()).toBe(0);
				await page.getByRole('link', { name: link }).click();
			}
			await page.locator(part).first().waitFor();
			const style = await page.evaluate<string>(
				`getComputedStyle(document.querySelector('${part}')).${property}`,
			);
			expect(style).toBe(value);
			expect(await styles.count()).toBe(1);
			await close();
		}
	},
);

test('a page that is older than the service says so when a view is gone, and reloads itself', async () => {
	const { page, close } = await v.open('/', { expected: /Failed to load resource/ });
	await page.route('**/assets/everything-*.js', (route) => route.fulfill({ status: 403 }));
	await page.getByRole('link', { name: 'Compatibility' }).click();
	await page.getByRole('heading', { name: 'This view could not be loaded' }).waitFor();
	await page.unroute('**/assets/everything-*.js');
	await page.getByRole('button', { name: 'Load the page again' }).click();
	await page.getByRole('heading', { name: 'Macs that run 10.13 or later' }).waitFor();
	await close();
});
