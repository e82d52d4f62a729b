import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { inventories } from '../fleet/fleet-of.ts';
import { runCommand } from '../process.ts';
import { expectNoBarrier } from './barriers.ts';
import { drawn, hold, savedBy, show, until, type Visit, visit } from './browser.ts';
import { expectKeyboardReaches } from './keyboard.ts';

let site: Visit;
let folder = '';
beforeAll(async () => {
	site = await visit();
	folder = mkdtempSync(join(tmpdir(), 'fleet-page-'));
});
afterAll(async () => {
	await site.end();
	rmSync(folder, { recursive: true });
});

/** Words that occur only in the inventory. */
const secrets = ['Zaphod', 'C02XQ4711', 'Anna’s'];
const table = `Computer Name,Serial Number,Model Identifier,Operating System Version
Zaphod <img src=x onerror=alert(1)>,C02XQ4711,"Mac14,2",26.7.2
Anna’s Mac,C02XQ4712,"MacBookPro16,1",14.7.2
`;

async function drop(page: Page, name: string, text: string | Buffer): Promise<void> {
	const buffer = typeof text === 'string' ? Buffer.from(text) : text;
	await fileField(page).setInputFiles({ name, mimeType: 'text/csv', buffer });
	await page.getByRole('heading', { name: `Fleet report: ${name}` }).waitFor();
}

/** Waits until the browser has stored the report for a reload, which happens in the background. */
async function untilKept(page: Page, before: string | null = null): Promise<void> {
	await until(async () => {
		const stored = await page.evaluate<string | null>("sessionStorage.getItem('pointrelease.fleet')");
		return stored !== null && stored !== before;
	});
}

/** The file input: for the first inventory, or for another one in its place. */
function fileField(page: Page): Locator {
	return page.locator('.fleet input[type="file"][multiple]').first();
}

/** An item of the menu beside "Save these". */
async function menuItem(page: Page, name: string): Promise<Locator> {
	const menu = page.locator('.menu');
	if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click();
	return page.getByRole('button', { name, exact: true });
}

async function openDrawer(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Columns', exact: true }).click();
}

/** Enters the term "behind" of a custom policy. */
async function typeBehind(page: Page, text: string): Promise<void> {
	const field = page.getByLabel('Major versions behind the newest');
	if ((await field.count()) === 0) await page.getByLabel('Policy').selectOption('Custom');
	await field.fill(text);
	await field.press('Enter');
}

/** Records every change of a fact in the head of the report; null while there is no report. */
async function watchFacts(page: Page, name: string): Promise<void> {
	await page.evaluate(`
		const fact = () =>
			[...document.querySelectorAll('.fleet-head dt')].find((term) => term.textContent === '${name}')
				?.nextSibling.textContent ?? null;
		window.facts = [fact()];
		new MutationObserver(() => {
			if (fact() !== window.facts.at(-1)) window.facts.push(fact());
		}).observe(document.body, { subtree: true, childList: true, characterData: true });
	`);
}

describe('the fleet view', () => {
	test('joins a file without models to one that has them, by serial number', async () => {
		const { page, close } = await site.open('/fleet');
		const files = [
			['systems.csv', 'Computer Name,Serial Number,OS Version\nZaphod,C02XQ4711,26.7.2\n'],
			['info.csv', 'Serial Number,Model Identifier\nC02XQ4711,"Mac14,2"\n'],
		].map(([name, text]) => ({ name: name!, mimeType: 'text/csv', buffer: Buffer.from(text!) }));
		await fileField(page).setInputFiles(files);
		await page.getByRole('heading', { name: 'Fleet report: systems.csv and 1 more' }).waitFor();
		const rows = await page.locator('.fleet-macs tbody tr').allInnerTexts();
		expect(rows.filter((row) => row.includes('Zaphod'))).toHaveLength(1);
		expect(await page.locator('.fleet').innerText()).not.toContain('No column with the model');
		await fileField(page).setInputFiles(files.slice(0, 1));
		await page.getByText('systems.csv: no column with the model of a Mac was found.').waitFor();
		await close();
	});

	test('computes the report in the browser, and no request ever contains a word of the inventory', async () => {
		const { page, close } = await site.open('/fleet');
		const sent: string[] = [];
		page.on('request', (request) =>
			sent.push(
				`${request.method()} ${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`,
			),
		);
		page.on('websocket', (socket) => sent.push(`socket ${socket.url()}`));
		await drop(page, 'my-fleet-4711.csv', table);
		await typeBehind(page, '1');
		await page.getByText('at most 1 major version behind').waitFor();
		const download = page.waitForEvent('download');
		await (await menuItem(page, 'Save all as HTML')).click();
		await download;
		expect(sent.length).toBeGreaterThan(1);
		for (const request of sent) {
			expect(request).toStartWith('GET ');
			for (const secret of [...secrets, 'my-fleet-4711'])
				expect(decodeURIComponent(request.replaceAll('%', '%25'))).not.toContain(secret);
		}
		// Whatever else the page requests, its requests must not depend on the inventory.
		const addresses = new Set(sent.map((request) => request.split(' ')[1]!.replace(site.live.address, '')));
		const expected = [
			'/assets/fleet-worker.js',
			// The icon of the tab: not all browsers request it.
			'/assets/icon.svg',
			'/assets/report.html',
			'/dataset/tables',
			// The expiry of the key.
			'/license',
			'/policies',
			'/readyz',
		];
		expect([...addresses].filter((path) => !path.startsWith('blob:') && !expected.includes(path))).toEqual(
			[],
		);
		expect(addresses).toContain('/dataset/tables');
		await close();
	});

	test('the worker may contact nobody, and the page may run no other code', async () => {
		const { headers } = await fetch(`${site.live.address}/assets/fleet-worker.js`);
		expect(headers.get('content-security-policy')).toStartWith("default-src 'none';");
		const page = await fetch(`${site.live.address}/fleet`);
		expect(page.headers.get('content-security-policy')).toContain('trusted-types fleet-worker');
	});

	test('shows the columns, accepts others, and exports the same bytes as the command', async () => {
		const { page, close } = await site.open('/fleet');
		await drop(page, 'intune.zip', readFileSync(join(inventories, 'intune.zip')));
		await openDrawer(page);
		await page.getByText(/Columns recognized: \d+ of \d+\. Check/).click();
		expect(await page.getByLabel('Serial number', { exact: true }).inputValue()).toBe('Serial number');
		await page.getByLabel('Name', { exact: true }).selectOption('Device ID');
		// The button is disabled until the report has the new column.
		const saved = await savedBy(page, await menuItem(page, 'Save all as CSV'));
		const out = join(folder, 'intune.csv');
		const day = (await page.locator('.fleet-head dd').first().textContent())!;
		await runCommand(
			['fleet', join(inventories, 'intune.zip'), '--csv', out, '--as-of', day, '--column', 'name=Device ID'],
			{ POINTRELEASE_STATE: join(folder, 'state') },
		);
		expect(saved).toBe(readFileSync(out, 'utf8'));
		await close();
	});

	test('an outdated report cannot be saved, and a late answer never replaces a newer report', async () => {
		const { page, close } = await site.open('/fleet?behind=0');
		await drop(page, 'fleet.csv', table);
		await watchFacts(page, 'Policy');
		const save = page.getByRole('button', { name: 'Save these' });
		const ask = (text: string) => typeBehind(page, text);
		const tables = await hold(page, '**/dataset/tables', 1);
		await ask('1');
		await tables.asked;
		expect(await save.isDisabled()).toBe(true);
		expect(await page.locator('.fleet-result').getAttribute('aria-busy')).toBe('true');
		await ask('2');
		await page.getByText('at most 2 major versions behind').waitFor();
		expect(await save.isEnabled()).toBe(true);
		await tables.letGo();
		await ask('3');
		await page.getByText('at most 3 major versions behind').waitFor();
		expect(await page.evaluate('window.facts')).toEqual([
			'the newest major version',
			'at most 2 major versions behind',
			'at most 3 major versions behind',
		]);
		// After an error the previous report stays readable, but cannot be saved by mistake.
		await ask('-1');
		await page.getByText('behind: expected').waitFor();
		expect(await save.isDisabled()).toBe(true);
		await page.getByText('at most 3 major versions behind').waitFor();
		await ask('0');
		await page.locator('.fleet-result[aria-busy="false"]').waitFor();
		expect(await save.isEnabled()).toBe(true);
		await close();
	});

	test('a policy that is chosen while files are read applies to the report', async () => {
		const { page, close } = await site.open('/fleet');
		const worker = await hold(page, '**/assets/fleet-worker.js');
		const file = { name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
		await fileField(page).setInputFiles(file);
		await worker.asked;
		await page.getByText('Reading…').waitFor();
		await typeBehind(page, '2');
		await worker.letGo();
		await page.getByText('at most 2 major versions behind').waitFor();
		expect(await page.getByRole('button', { name: 'Save these' }).isEnabled()).toBe(true);
		await close();
	});

	test('a report that is forgotten during a calculation does not come back', async () => {
		const { page, close } = await site.open('/fleet');
		await drop(page, 'fleet.csv', table);
		await watchFacts(page, 'Files');
		const tables = await hold(page, '**/dataset/tables', 1);
		await typeBehind(page, '1');
		await tables.asked;
		await openDrawer(page);
		await page.getByRole('button', { name: 'Forget this report' }).click();
		await page.getByRole('heading', { name: 'Fleet report' }).waitFor({ state: 'detached' });
		await tables.letGo();
		// The worker answers in order: it would show the forgotten report before this one.
		await drop(page, 'other.csv', table);
		expect(await page.evaluate('window.facts')).toEqual(['fleet.csv', null, 'other.csv']);
		await close();
	});

	test('an unavailable service is reported, and "Try again" uses the chosen files', async () => {
		const { page, close } = await site.open('/fleet', { expected: /503|429/ });
		await drop(page, 'fleet.csv', table);
		const answer = (status: number, body: string) =>
			page.route('**/dataset/tables', (route) =>
				route.fulfill({ status, body, contentType: 'application/json', headers: { 'retry-after': '7' } }),
			);
		await answer(503, '<h1>Bad gateway</h1>');
		await typeBehind(page, '1');
		await page.getByText('The proxy in front of the service answered 503').waitFor();
		const again = page.getByRole('button', { name: 'Try again' });
		const result = page.locator('.fleet-result');
		expect(await result.getAttribute('aria-busy')).toBe('true');
		await page.unroute('**/dataset/tables');
		await answer(429, '{}');
		await again.focus();
		await page.keyboard.press('Enter');
		await page.getByText('Too many requests. Try again in 7 s.').waitFor();
		expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Try again');
		await page.unroute('**/dataset/tables');
		await page.keyboard.press('Enter');
		await page.getByText('at most 1 major version behind').waitFor();
		expect(await result.getAttribute('aria-busy')).toBe('false');
		expect(await again.count()).toBe(0);
		expect(await page.evaluate<string>('document.activeElement.id')).toBe('content');
		await close();
	});

	test('an unreadable file is reported, and the page does not wait for it', async () => {
		const { page, close } = await site.open('/fleet?behind=0');
		await drop(page, 'fleet.csv', table);
		// As a browser does after the file was moved, or if it is a folder.
		await page.evaluate(`
			const bytes = Blob.prototype.bytes;
			Blob.prototype.bytes = async () => {
				Blob.prototype.bytes = bytes;
				throw new DOMException('gone', 'NotReadableError');
			};
		`);
		await typeBehind(page, '1');
		await page.getByText('fleet.csv cannot be read.').waitFor();
		await page.getByRole('button', { name: 'Try again' }).click();
		await page.getByText('at most 1 major version behind').waitFor();
		await close();
	});

	test('the report has the policy of the address, also after a link or going back', async () => {
		const { page, close } = await site.open('/fleet?behind=2');
		await drop(page, 'fleet.csv', table);
		const policy = page.locator('.fleet-head div', { hasText: 'Policy' }).locator('dd');
		const tables = await hold(page, '**/dataset/tables', 1);
		await page.getByRole('link', { name: 'Fleet', exact: true }).click();
		await tables.asked;
		expect(await page.locator('.fleet-result').getAttribute('aria-busy')).toBe('true');
		await tables.letGo();
		await policy.getByText('none', { exact: true }).waitFor();
		const save = page.getByRole('button', { name: 'Save these' });
		await save.focus();
		const anew = await hold(page, '**/dataset/tables', 1);
		await page.goBack();
		await anew.asked;
		expect(await save.isDisabled()).toBe(true);
		await drawn(page);
		await anew.letGo();
		await policy.getByText('at most 2 major versions behind').waitFor();
		expect(page.url()).toEndWith('/fleet?behind=2');
		// A busy button keeps the focus.
		expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Save these 2');
		// A policy name alone stands for its terms on the service.
		await show(page, '/fleet?policy=n-1', '.fleet-result');
		await policy.getByText('n-1, ').waitFor();
		expect(page.url()).toEndWith('/fleet?policy=n-1');
		await close();
	});

	test('a stored report restores its policy, and is not shown as one of another policy', async () => {
		const { page, close } = await site.open('/fleet?behind=2');
		await drop(page, 'fleet.csv', table);
		await untilKept(page);
		await page.goto(`${site.live.address}/fleet`);
		await page.waitForURL('**/fleet?behind=2');
		const behind = page.getByLabel('Major versions behind the newest');
		expect(await behind.inputValue()).toBe('2');
		const save = page.getByRole('button', { name: 'Save these' });
		expect(await save.isEnabled()).toBe(true);
		for (const [text, busy] of [
			['1', 'true'],
			['2', 'false'],
		] as const) {
			await behind.fill(text);
			await behind.press('Enter');
			await page.locator(`.fleet-result[aria-busy="${busy}"]`).waitFor();
			expect(await save.isDisabled()).toBe(busy === 'true');
		}
		// The new address has another policy than the stored report.
		await page.goto(`${site.live.address}/fleet?behind=0`);
		await page.locator('.fleet-result[aria-busy="true"]').waitFor();
		expect(await save.isDisabled()).toBe(true);
		await page.getByText('To change its policy or columns, drop the inventory again.').waitFor();
		await openDrawer(page);
		await page.getByRole('button', { name: 'Forget this report' }).press('Enter');
		await page.getByRole('heading', { name: 'Fleet', exact: true }).waitFor();
		expect(await page.evaluate<string>('document.activeElement.id')).toBe('content');
		await close();
	});

	test('compares with a report of an earlier day, on the page and in saved files', async () => {
		const { page, close } = await site.open('/fleet');
		await drop(page, 'fleet.csv', table);
		const older = {
			as_of: '2026-10-01',
			macs: [
				{
					name: 'Zaphod',
					serial: 'c02xq4711',
					version: '26.3',
					standing: 'behind',
					exploited_missing_count: 3,
				},
				{ name: 'Left', serial: 'C02XQ0001', version: '14.7', standing: 'ended' },
			],
		};
		await openDrawer(page);
		const choose = (name: string, text: string) =>
			page
				.getByLabel(/Compare with an earlier report/)
				.setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
		await choose('broken.json', '{"as_of":"2026-10-01","macs":[null]}');
		await page.getByText('broken.json: the older report cannot be read').waitFor();
		await choose('older.json', JSON.stringify(older));
		await page.getByRole('heading', { name: 'Since 1 October 2026' }).waitFor();
		const counts = page.locator('.fleet-changes summary');
		expect(await counts.allTextContents()).toEqual([
			'Better 1',
			'Worse 0',
			'Newly overdue 0',
			'New 1',
			'Gone 1',
			// The older report has no rules version, so its Macs were judged again.
			'Changed by new rules, not by the Mac 0',
		]);
		expect(await page.getByText('the older report cannot be read').count()).toBe(0);
		const saved = await savedBy(page, await menuItem(page, 'Save all as JSON'));
		const { comparison } = JSON.parse(saved);
		expect(comparison.gone).toEqual([{ name: 'Left', serial: 'C02XQ0001', was: '14.7 ended', is: '' }]);
		await expectNoBarrier(page);
		await expectKeyboardReaches(page);
		await page.getByRole('button', { name: 'Stop comparing with 1 October 2026' }).press('Enter');
		expect(await page.locator('.fleet-changes').count()).toBe(0);
		await close();
	});

	test('shows a sample with one click; the policy is in the address, and a reload keeps the report', async () => {
		const { page, close } = await site.open('/fleet?behind=1&grace_days=14', { mayJump: true });
		expect(await page.getByLabel('Days until the deadline').inputValue()).toBe('14');
		await page.getByRole('button', { name: 'Try it with a sample of 40 Macs' }).click();
		const sentence = page.locator('.fleet-headline');
		await sentence.waitFor();
		const words = await sentence.textContent();
		expect(words).toMatch(/^\d+ of 40 Macs miss the policy; .*\. \d+% meet it\.$/);
		// Macs that miss the policy, meet it, or were not judged add up to all Macs.
		const [miss, , , notJudged, meet] = await page.locator('.tile strong').allTextContents();
		expect(Number(miss) + Number(notJudged) + Number(meet)).toBe(40);
		await untilKept(page);
		const before = await page.evaluate<string>("sessionStorage.getItem('pointrelease.fleet')");
		await typeBehind(page, '2');
		await page.getByText('at most 2 major versions behind').waitFor();
		expect(page.url()).toEndWith('/fleet?behind=2&grace_days=14');
		await untilKept(page, before);
		await page.reload();
		await page.getByText('at most 2 major versions behind').waitFor();
		await page.getByText('This browser stored this report earlier.').waitFor();
		// Another tab has the report only if the person chose to keep it.
		const [session, long] = ['sessionStorage', 'localStorage'].map(
			(storage) => `${storage}['pointrelease.fleet'] !== undefined`,
		);
		expect([await page.evaluate(session!), await page.evaluate(long!)]).toEqual([true, false]);
		await openDrawer(page);
		await page.getByLabel('Keep this report in this browser').check();
		expect(await page.evaluate(long!)).toBe(true);
		await page.getByRole('button', { name: 'Forget key' }).click();
		expect([await page.evaluate(session!), await page.evaluate(long!)]).toEqual([false, false]);
		await close();
	});

	test('counts Macs by a column, and shows any other columns, chosen beside the table', async () => {
		const { page, close } = await site.open('/fleet', { mayJump: true });
		await drop(
			page,
			'teams.csv',
			'Name,Model,OS Version,Team,Owner,Site\na,"Mac14,2",27.2,Ops,Anna,Ulm\nb,"Mac14,2",26.3,Dev,Bert,Bonn\nc,"Mac14,2",26.3,Dev,Carla,Ulm\n',
		);
		await openDrawer(page);
		await page.getByLabel('Count by').selectOption('Team');
		await page.getByRole('tab', { name: 'Charts' }).click();
		await page.getByRole('button', { name: /^Dev ?2$/ }).click();
		await page.getByText('2 of 3 shown', { exact: true }).waitFor();
		await page.getByRole('button', { name: 'Team: Dev' }).click();
		await page.getByText('3 of 3 shown', { exact: true }).waitFor();
		const heads = page.locator('.fleet-macs thead th');
		for (const column of ['Owner', 'Site']) {
			await page.getByLabel('Columns to show').selectOption(column);
			await heads.getByText(column, { exact: true }).waitFor();
		}
		await page.getByText('Add another column…').waitFor({ state: 'attached' });
		expect((await heads.allTextContents()).slice(0, 4)).toEqual(['Name', 'Owner', 'Site', 'Team']);
		expect(await page.getByRole('list', { name: 'Shown columns' }).getByRole('listitem').count()).toBe(2);
		await page.getByRole('button', { name: 'Owner ✕ (leave out)' }).click();
		await until(async () => (await heads.allTextContents())[1] === 'Site');
		await expectNoBarrier(page);
		await close();
	});

	test('lets a person choose the column of models, with the first rows beside it', async () => {
		const { page, close } = await site.open('/fleet', { mayJump: true });
		const buffer = Buffer.from('City,Kind,What\nUlm,MacBook Air M2,26.7.2\n');
		await fileField(page).setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer });
		await page.getByText('x.csv: no column with the model of a Mac was found. Choose it below.').waitFor();
		expect(
			await page.getByRole('region', { name: 'First rows of x.csv' }).locator('td').allTextContents(),
		).toEqual(['Ulm', 'MacBook Air M2', '26.7.2']);
		await page.getByLabel('Model', { exact: true }).selectOption('Kind');
		await page.getByText('1 of 1 shown', { exact: true }).waitFor();
		await close();
	});

	test('accepts a file by keyboard, and reports a file that is not an inventory in one line', async () => {
		const { page, close } = await site.open('/fleet');
		const choosing = page.waitForEvent('filechooser');
		await page.getByLabel(/Drop an inventory/).press('Enter');
		const file = { name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('City\nUlm\n') };
		await (await choosing).setFiles(file);
		await page.getByText('x.csv: no column with the model of a Mac was found. Choose it below.').waitFor();
		await close();
	});
});
