import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere } from '../cli/run-here.ts';
import { inventories } from '../fleet/fleet-of.ts';
import { expectNoBarrier } from './barriers.ts';
import { drawn, savedBy, until, type Visit, visit } from './browser.ts';
import {
	drop,
	fileField,
	inventoryTable,
	menuItem,
	openDrawer,
	secrets,
	typeBehind,
	untilKept,
} from './fleet-view.ts';
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

describe('the fleet view', () => {
	test('joins a file without models to one that has them, by serial number', async () => {
		const { page, close } = await site.open('/fleet');
		const files = [
			['systems.csv', 'Computer Name,Serial Number,OS Version\nZaphod,C02XQ4711,26.7.2\n'],
			['info.csv', 'Serial Number,Model Identifier\nC02XQ4711,"Mac14,2"\n'],
		].map(([name, text]) => ({ name: name!, mimeType: 'text/csv', buffer: Buffer.from(text!) }));
		await fileField(page).setInputFiles(files);
		await page.getByRole('heading', { name: 'Fleet report: systems.csv and 1 more' }).waitFor();
		// The table has no rows until its width is known.
		await drawn(page);
		const rows = await page.locator('.fleet-macs tbody tr').allInnerTexts();
		expect(rows.filter((row) => row.includes('Zaphod'))).toHaveLength(1);
		expect(await page.locator('.fleet').innerText()).not.toContain('Choose the column with the model');
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
		await drop(page, 'my-fleet-4711.csv', inventoryTable);
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
		await runHere(
			['fleet', join(inventories, 'intune.zip'), '--csv', out, '--as-of', day, '--column', 'name=Device ID'],
			{ POINTRELEASE_STATE: join(folder, 'state') },
		);
		expect(saved).toBe(readFileSync(out, 'utf8'));
		await close();
	});

	test('compares with a report of an earlier day, on the page and in saved files', async () => {
		const { page, close } = await site.open('/fleet');
		await drop(page, 'fleet.csv', inventoryTable);
		const older = {
			as_of: '2026-10-01',
			rules: 2,
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
		await choose('broken.json', '{"as_of":"2026-10-01","rules":2,"macs":[null]}');
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
			// The older report was made with earlier rules, so its Macs were judged again.
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
		const [miss, notJudged, meet] = await page.locator('.tile strong').allTextContents();
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
