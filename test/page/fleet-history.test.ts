import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere } from '../cli/run-here.ts';
import { expectNoBarrier } from './barriers.ts';
import { type Visit, visit } from './browser.ts';

let site: Visit;
let folder = '';
beforeAll(async () => {
	site = await visit();
	folder = mkdtempSync(join(tmpdir(), 'history-page-'));
	const head = 'Computer Name,Serial Number,Model Identifier,Operating System Version,Last Check-in\n';
	const path = (name: string) => join(folder, name);
	writeFileSync(
		path('a.csv'),
		`${head}one,S1,"Mac14,2",26.6.2,2026-09-20\ntwo,S2,"Mac14,2",26.6.2,2026-09-21\n`,
	);
	writeFileSync(
		path('b.csv'),
		`${head}one,S1,"Mac14,2",26.7.1,2026-10-05\ntwo,S2,"Mac14,2",26.6.2,2026-10-20\n`,
	);
	await runHere(
		['fleet', 'remember', path('a.csv'), path('b.csv'), '--history', path('fleet-history.db')],
		{},
	);
});
afterAll(async () => {
	await site.end();
	rmSync(folder, { recursive: true });
});

test('shows a history that the command line wrote, and sends nothing of it', async () => {
	const { page, close } = await site.open('/fleet', { viewport: { width: 360, height: 800 } });
	const sent: string[] = [];
	page.on('request', (request) =>
		sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`),
	);
	// The history that is shown first is that of the last year.
	await page.clock.setFixedTime('2026-11-19T12:00:00Z');
	await page.getByLabel(/Drop an inventory/).setInputFiles(join(folder, 'fleet-history.db'));
	await page.getByRole('heading', { name: 'Fleet history: fleet-history.db' }).waitFor();
	await page.getByRole('heading', { name: 'Macs updated in time: within 14 days of a release' }).waitFor();
	const row = page.getByRole('row').filter({ hasText: '26.7.1' }).first();
	expect(await row.innerText()).toBe(
		'26.7.1\t2026-09-28\tthe 2 Macs that were on 26\t1 (50%)\t1 (50%)\t0 to 7\t22 or more\t0\t0\t0\t1',
	);
	expect(await page.locator('.fleet-history').innerText()).toContain(
		'2 Macs seen between 2026-09-20 and 2026-10-20',
	);
	await expectNoBarrier(page);
	for (const request of sent) expect(request).toStartWith('GET ');
	const widths = await Promise.all(
		['.fleet', '.fleet-history'].map(async (part) => (await page.locator(part).boundingBox())!.width),
	);
	expect(widths[1]).toBeLessThanOrEqual(widths[0]!);
	await close();
});

test('a history that is dropped beside a report is its third tab, with a choice of the period', async () => {
	const { page, close } = await site.open('/fleet', { mayJump: true });
	await page.getByRole('button', { name: 'Try it with a sample of 40 Macs' }).click();
	await page.getByRole('heading', { name: 'Fleet report: sample.csv' }).waitFor();
	const another = page.locator('.fleet input[type="file"][multiple]').first();
	await another.setInputFiles(join(folder, 'fleet-history.db'));
	await page.getByRole('tabpanel', { name: 'History' }).getByText('26.7.1').first().waitFor();
	expect(await page.getByRole('heading', { name: 'Fleet report: sample.csv' }).count()).toBe(1);
	await page.getByLabel('From', { exact: true }).fill('2026-10-01');
	await page.getByText('Period: 2026-10-01 to ').waitFor();
	expect(new URL(page.url()).searchParams.get('from')).toBe('2026-10-01');
	// 26.7.1 came out before the period.
	expect(await page.getByRole('rowheader', { name: '26.7.1' }).count()).toBe(0);
	await page.getByRole('tab', { name: 'Macs' }).click();
	await page.getByText('40 of 40 shown').waitFor();
	await close();
});
