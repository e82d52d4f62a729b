import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { drawn, hold, show, type Visit, visit } from './browser.ts';
import {
	drop,
	fileField,
	inventoryTable,
	openDrawer,
	typeBehind,
	untilKept,
	watchFacts,
} from './fleet-view.ts';

let site: Visit;
beforeAll(async () => {
	site = await visit();
});
afterAll(() => site.end());

describe('the fleet view, when something changes', () => {
	test('an outdated report cannot be saved, and a late answer never replaces a newer report', async () => {
		const { page, close } = await site.open('/fleet?behind=0');
		await drop(page, 'fleet.csv', inventoryTable);
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

	test('names a column of days that nothing used, until it is chosen as the last contact', async () => {
		const { page, close } = await site.open('/fleet');
		await drop(
			page,
			'german.csv',
			'Name,Serial,Model,OS Version,Letzte Inventaraktualisierung\na,S1,"Mac14,2",26.7.2,02.09.2026\n',
		);
		const note = page.getByText('Not used: Letzte Inventaraktualisierung.');
		expect(await note.innerText()).toBe(
			'No last contact was found. Not used: Letzte Inventaraktualisierung. If it is the last contact, choose it as “Last seen” under Columns.',
		);
		await openDrawer(page);
		await page.locator('.fleet-recognized summary').click();
		await page.getByLabel('Last seen').selectOption('Letzte Inventaraktualisierung');
		await note.waitFor({ state: 'detached' });
		await close();
	});

	test('a policy that is chosen while files are read applies to the report', async () => {
		const { page, close } = await site.open('/fleet');
		const worker = await hold(page, '**/assets/fleet-worker.js');
		const file = { name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from(inventoryTable) };
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
		await drop(page, 'fleet.csv', inventoryTable);
		await watchFacts(page, 'Files');
		const tables = await hold(page, '**/dataset/tables', 1);
		await typeBehind(page, '1');
		await tables.asked;
		await openDrawer(page);
		await page.getByRole('button', { name: 'Forget this report' }).click();
		await page.getByRole('heading', { name: 'Fleet report' }).waitFor({ state: 'detached' });
		await tables.letGo();
		// The worker answers in order: it would show the forgotten report before this one.
		await drop(page, 'other.csv', inventoryTable);
		expect(await page.evaluate('window.facts')).toEqual(['fleet.csv', null, 'other.csv']);
		await close();
	});

	test('an unavailable service is reported, and "Try again" uses the chosen files', async () => {
		const { page, close } = await site.open('/fleet', { expected: /503|429/ });
		await drop(page, 'fleet.csv', inventoryTable);
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
		await drop(page, 'fleet.csv', inventoryTable);
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

	test('a file that is no inventory leaves the report as it was', async () => {
		const { page, close } = await site.open('/fleet?behind=0');
		await drop(page, 'fleet.csv', inventoryTable);
		const before = await page.locator('.fleet-macs').innerText();
		const choose = (name: string, text: string) =>
			fileField(page).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
		const result = page.locator('.fleet-result');
		const save = page.getByRole('button', { name: 'Save these' });
		const rowsMissing = '{"totalCount":2,"results":[]}';
		for (const [name, text, reason] of [
			['empty.csv', '', 'the file is empty: choose an export with at least one Mac'],
			['list.pdf', '%PDF-1.7', 'the file is a PDF document'],
			['empty.json', rowsMissing, 'the file holds no rows: choose an export with at least one Mac'],
			// Its columns can be read, and its rows cannot.
			[
				'deep.json',
				`[${'{"model":"Mac14,2","os_version":"26.1"},'.repeat(9000)}${'['.repeat(65)}`,
				'nested more than 64 deep',
			],
		] as const) {
			await choose(name, text);
			await page.getByText(reason).waitFor();
			await page.getByText('The report on the screen has not changed.').waitFor();
			expect(await result.getAttribute('aria-busy')).toBe('false');
			expect(await save.isEnabled()).toBe(true);
			expect(await page.locator('.fleet-macs').innerText()).toBe(before);
			expect(await page.getByRole('heading', { name: 'Fleet report: fleet.csv' }).count()).toBe(1);
		}
		// The good file is still there for another policy.
		await typeBehind(page, '1');
		await page.getByText('at most 1 major version behind').waitFor();
		expect(await page.getByText('has not changed').count()).toBe(0);
		await close();
	});

	test('the report has the policy of the address, also after a link or going back', async () => {
		const { page, close } = await site.open('/fleet?behind=2');
		await drop(page, 'fleet.csv', inventoryTable);
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
		await drop(page, 'fleet.csv', inventoryTable);
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
});
