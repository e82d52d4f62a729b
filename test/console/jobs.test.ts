import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { expectNoBarrier } from '../page/barriers.ts';
import { buildPage } from '../page/browser.ts';
import { openChromium } from '../page/chromium.ts';
import { expectKeyboardReaches } from '../page/keyboard.ts';
import { cases, isFull } from '../size.ts';
import { type ConsolePage, desktop, openConsolePage, phone } from './console-page.ts';
import { openScene, type Scene } from './scene.ts';

const screens = [
	['a desktop', desktop],
	['a phone', phone],
] as const;

/** Opens a view by the navigation; a phone has it behind the menu. */
async function open(page: Page, name: string): Promise<void> {
	const menu = page.getByRole('button', { name: 'Menu', exact: true });
	if (await menu.isVisible()) await menu.click();
	await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click();
}

/** Finds a license by typing into the box of every view, which needs no click: the box is focused with Tab. */
async function find(page: Page, text: string): Promise<void> {
	const box = page.getByRole('searchbox');
	await box.focus();
	await box.fill(text);
	await box.press('Enter');
}

const button = (page: Page, name: string | RegExp) =>
	page.getByRole('button', { name, exact: typeof name === 'string' });

describe.each(cases([], screens))('the jobs of a day on %s, with their clicks', (_, viewport) => {
	let scene: Scene;
	let browser: Browser;
	let opened: ConsolePage;
	let page: Page;

	beforeAll(async () => {
		await buildPage();
		[scene, browser] = await Promise.all([openScene(), openChromium()]);
		opened = await openConsolePage(browser, scene, { viewport });
		page = opened.page;
	});
	afterAll(async () => {
		await opened?.close();
		await browser?.close();
		await scene?.end();
	});

	/** The clicks of a job that begins at the first view. */
	const job = async (work: () => Promise<void>) => {
		await page.evaluate("location.hash = '#/needs-you'");
		await page.getByRole('heading', { name: 'Needs you' }).waitFor();
		await page.locator('.todo, .band.current').first().waitFor();
		const before = await opened.clicks();
		await work();
		return (await opened.clicks()) - before;
	};
	/** What the notice at the foot says. */
	const said = (words: string | RegExp) => page.getByRole('status').getByText(words).waitFor();

	test('issue a license: its mail is shown before, its key once, and the key works', async () => {
		const isPhone = viewport === phone;
		const clicks = await job(async () => {
			await open(page, 'Licenses');
			await button(page, 'Issue a license').click();
			await page.getByLabel('Email address').fill('new@example.com');
			await page.getByLabel('Note for yourself').fill('by the console');
			await page.getByLabel('Preview of the mail').getByText('(the key)').first().waitFor();
			await button(page, 'Issue and mail the key').click();
			await page.getByText('The key is shown only now.').waitFor();
		});
		expect(clicks).toBe(isPhone ? 4 : 3);
		const key = await page.getByLabel('Key', { exact: true }).inputValue();
		expect(key).toMatch(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/);
		expect((await scene.service.get('/items/26', key)).status).toBe(200);
		await page.getByRole('link', { name: 'Open the license' }).click();
		await page.getByText(/Mail: the key/).waitFor();
		await page.getByText(`sent to ${scene.mailbox.address}`).waitFor();
		expect(scene.mailbox.envelopes.at(-1)!.rcptTo[0]!.address).toBe('new@example.com');
		expect(await page.content()).not.toContain(key);
		const { stdout } = await scene.service.command('license', 'audit', '--json');
		expect(JSON.parse(stdout).at(-1)).toMatchObject({ what: 'issue', who: 'console:anna' });
	});

	test('revoke a license, and undo it', async () => {
		const { id, key } = scene.second;
		const clicks = await job(async () => {
			await find(page, key);
			await button(page, 'Revoke').click();
			await page.locator('.panel').getByRole('button', { name: 'Revoke' }).click();
			await said(/^Revoked/);
		});
		expect(clicks).toBe(2);
		// What was searched for was a key: it is in no address.
		expect([page.url().includes(id), page.url().includes(key)]).toEqual([true, false]);
		expect((await scene.service.get('/items/26', key)).status).toBe(403);
		await button(page, 'Undo').click();
		await said('The key works again.');
		expect((await scene.service.get('/items/26', key)).status).toBe(200);
	});

	test('extend a license by a month and a year, and undo it', async () => {
		const head = page.locator('.license-state');
		const clicks = await job(async () => {
			await find(page, scene.first.email);
			await button(page, '+1 year').click();
			await said('Extended by a year.');
		});
		expect(clicks).toBe(1);
		const later = await head.innerText();
		await button(page, 'Undo').click();
		await said('The last day is what it was.');
		expect(await head.innerText()).not.toBe(later);
		await button(page, '+1 month').click();
		await said('Extended by a month.');
	});

	test('see who uses what, and who ends soon', async () => {
		const sort = async (by: string) => {
			await page.getByLabel('Sort').selectOption(by);
			await page.locator('[aria-busy="true"]').waitFor({ state: 'hidden' });
			return page.locator('table.licenses tbody tr').first().innerText();
		};
		await job(async () => {
			await open(page, 'Licenses');
			await page.locator('table.licenses').waitFor();
			expect(await sort('use')).toContain('customer0@example.com');
			// The license of customer1 was extended before.
			expect(await sort('end')).toContain('customer2@example.com');
		});
		await find(page, 'Mac lab');
		await page.getByText('Found for “Mac lab”').waitFor();
		await page.locator('[aria-busy="true"]').waitFor({ state: 'hidden' });
		expect(await page.locator('table.licenses tbody tr').count()).toBe(6);
	});

	test('apply a held order by the rule of another product, which is kept', async () => {
		const clicks = await job(async () => {
			await page.locator('.entry', { hasText: 'cs_held' }).getByRole('link', { name: 'Decide' }).click();
			const order = page.getByRole('article', { name: 'Order cs_held' });
			await order
				.getByLabel('What was bought')
				.selectOption({ label: 'yearly: 1 license for 365 days, renews' });
			await order.getByRole('button', { name: 'Apply' }).click();
			await said('cs_held is applied.');
		});
		expect(clicks).toBe(3);
		await page.getByText('Site license counts as yearly').waitFor();
		const { stdout } = await scene.service.command('license', 'orders', 'cs_held', '--json');
		expect(JSON.parse(stdout)).toMatchObject([{ state: 'paid', licenses: [expect.any(String)] }]);
	});

	test('release held data: the sources and what would change are shown before, and it can be undone', async () => {
		const clicks = await job(async () => {
			await page.locator('.entry', { hasText: '27.3' }).getByRole('link', { name: 'Review' }).click();
			await page.getByRole('heading', { name: 'What the sources say' }).waitFor();
			await page
				.getByText(/Next release: none → 27\.3/)
				.first()
				.waitFor();
			await page
				.getByText(/Advice: Up to date → Update to 27\.3/)
				.first()
				.waitFor();
			await button(page, 'Accept').click();
			await said(/^Accepted/);
		});
		expect(clicks).toBe(2);
		const next = async () => (await scene.service.get('/items/J293AP:27.2', scene.first.key)).json();
		expect(await next()).toMatchObject([{ version: '27.3' }]);
		await button(page, 'Undo: 27.3').click();
		await said('The decision is undone.');
		await page.locator('.entry', { hasText: '27.3' }).waitFor();
	});

	test('send a mail again that was given up', async () => {
		scene.mailbox.messages.length = 0;
		const clicks = await job(async () => {
			await page.getByRole('link', { name: 'See mail' }).click();
			await button(page, `Send again to ${scene.lost.email}`).click();
			await said(/is on its way/);
		});
		expect(clicks).toBe(2);
		await find(page, scene.lost.id);
		await page.getByText(`sent to ${scene.mailbox.address}`).first().waitFor();
	});

	test('another address: both get a mail about it', async () => {
		const { envelopes } = scene.mailbox;
		await find(page, scene.hostileNote.id);
		await button(page, 'Change address').click();
		await page.getByLabel('New email address').fill('moved@example.com');
		await button(page, 'Change').click();
		await said(/Both addresses get a mail/);
		await page.getByText(/Mail: to the address before/).waitFor();
		await page.getByText(`sent to ${scene.mailbox.address}`).nth(1).waitFor();
		const to = envelopes.map(({ rcptTo }) => rcptTo[0]!.address);
		expect(to).toContain('moved@example.com');
		expect(to).toContain(scene.hostileNote.email);
	});

	test('health, backups and the watch are one click away from everywhere', async () => {
		const clicks = await job(async () => {
			await open(page, 'Service');
			await page.getByText('never backed up yet').waitFor();
			await page.getByRole('heading', { name: 'Settings in force' }).waitFor();
		});
		expect(clicks).toBe(viewport === phone ? 2 : 1);
		expect(await page.content()).not.toContain('mail-password');
		await open(page, 'Fleet');
		await page.getByText('The watch works.').waitFor();
		await page.locator('.fleet-report table').getByText('Design-1', { exact: true }).waitFor();
	});

	test('somebody who may only read sees everything and finds no button that changes something', async () => {
		const reader = await openConsolePage(browser, scene, { viewport }, '--read');
		await open(reader.page, 'Licenses');
		await reader.page.locator('table.licenses').waitFor();
		for (const name of ['Issue a license', 'Revoke', 'Apply', 'Send a test mail'])
			expect(await button(reader.page, name).count()).toBe(0);
		await find(reader.page, scene.first.id);
		await reader.page.getByRole('heading', { name: 'What happened' }).waitFor();
		expect(await reader.page.locator('.license-actions').count()).toBe(0);
		await reader.close();
	});
});

describe.skipIf(!isFull)('every view', () => {
	let scene: Scene;
	let browser: Browser;
	let opened: ConsolePage;
	beforeAll(async () => {
		await buildPage();
		[scene, browser] = await Promise.all([openScene(), openChromium()]);
		opened = await openConsolePage(browser, scene);
	});
	afterAll(async () => {
		await browser?.close();
		await scene?.end();
	});

	const views: readonly (readonly [hash: string, ready: string])[] = [
		['#/needs-you', '.todo'],
		['#/licenses', 'table.licenses'],
		['#/orders', '.held'],
		['#/data', '.entry'],
		['#/mail', '.entry'],
		['#/fleet', '.fleet-report table'],
		['#/service', '.findings'],
	];

	test('has no barrier and can be reached with the keyboard, large and dark or small and light', async () => {
		const { page } = opened;
		const licenses = [`#/licenses/${scene.first.id}`, `#/licenses/${scene.lost.id}`];
		for (const [hash, ready] of [...views, ...licenses.map((hash) => [hash, '.events'] as const)]) {
			await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
			await page.locator(ready).first().waitFor();
			await expectNoBarrier(page);
			await expectKeyboardReaches(page);
		}
	});

	test('the forms have no barrier', async () => {
		const { page } = opened;
		await page.evaluate("location.hash = '#/licenses'");
		await button(page, 'Issue a license').click();
		await expectNoBarrier(page);
		await page.evaluate(`location.hash = '#/licenses/${scene.first.id}'`);
		for (const name of ['Set the last day', 'Send again', 'Change address', 'Replace the key', 'Revoke']) {
			await button(page, name).first().click();
			await page.locator('.panel').waitFor();
			await expectNoBarrier(page);
			await page.keyboard.press('Escape');
			await page.locator('.panel').waitFor({ state: 'hidden' });
		}
	});

	test('shows what strangers wrote as text: notes, products, customers, answers of mail servers, names of Macs, feeds', async () => {
		const { page } = opened;
		const hostilePlaces: readonly (readonly [hash: string, inside: string])[] = [
			['#/needs-you', '.entry'],
			['#/licenses', 'table.licenses'],
			[`#/licenses/${scene.hostileNote.id}`, '.license-head'],
			['#/orders', '.held'],
			['#/data', '.entry'],
			['#/mail', '.entry'],
			['#/fleet', '.fleet-report table'],
			['#/service', '.findings'],
		];
		for (const [hash, inside] of hostilePlaces) {
			await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
			await page.locator(inside).getByText('<img src=x onerror').first().waitFor();
			expect([hash, await page.locator('main img').count()]).toEqual([hash, 0]);
		}
		// Closing throws if a script of a stranger ran.
		await opened.close();
	});
});
