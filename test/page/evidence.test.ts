import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { noPolicy, policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Browser } from 'playwright-core';
import { evidenceReport } from '../../src/fleet/history/evidence.ts';
import { readSightings } from '../../src/fleet/history/evidence-sightings.ts';
import { evidenceDocument, evidenceSummary } from '../../src/page/documents/documents.ts';
import { shipped } from '../shipped-data.ts';
import { phone } from './browser.ts';
import { openChromium } from './chromium.ts';

const asOf = '2025-03-20';
const sightings = `number,serial,name,board_ids,version,build,first_seen,last_seen,shared_serial,in_export,retired_on,retired_reason,name_before,renamed_on
1,S1,Anna,J413AP,15.3,24D60,2025-01-28,2025-03-17,,,,,,
2,S2,,J413AP,15.2,,2025-02-17,2025-02-17,,,,,,
`;
const manySightings = `${sightings.split('\n')[0]}\n${[1, 2, 3, 4, 5, 6]
	.map((mac) => `${mac},S${mac},,J413AP,15.0,,2024-09-17,2025-03-17,,,,,,\n`)
	.join('')}`;
const folder = mkdtempSync(join(tmpdir(), 'evidence-page-'));
let browser: Browser;
beforeAll(async () => {
	browser = await openChromium();
	const framework = frameworks.get('cyber-essentials-3.3')!;
	const exception = (reason: string) => ({ reason, owner: 'Kim', until: '2025-12-31', valid: true });
	const exceptions = new Map([1, 2, 3, 4, 5, 6].map((mac) => [`S${mac}`, exception(`reason ${mac}`)]));
	const report = evidenceReport(readSightings(shipped, sightings, asOf), {
		catalog: shipped,
		policy: noPolicy(asOf),
		framework,
		unranked: null,
		within: 14,
		staleDays: 30,
		pseudonymous: false,
		exceptions: new Map(),
	});
	const exports = [
		{
			name: 'march.csv',
			sha256: 'ab'.repeat(32),
			day: asOf,
			modified: `${asOf}T08:00:00.000Z`,
			taken: asOf,
			rows: 2,
			rows_used: 2,
			not_used: {
				not_macs: 0,
				continuation_rows: 0,
				without_serial: 0,
				later_contact: 0,
				no_sighting: 0,
				repeated: 0,
				erased: 0,
				after_as_of: 0,
			},
		},
	];
	const erased = [{ day: asOf, by: 'kim', what: 'forget', macs: 1, exports: 0, sightings: 3 }] as const;
	const origin = { made_at: `${asOf}T12:00:00.000Z`, made_by: 'Kim', exports, erased };
	// Everything that a summary may have: the longest framework, a policy, releases, exceptions, pseudonyms.
	const [longest] = [...frameworks.values()].toSorted((a, b) => b.asks.length - a.asks.length);
	const many = evidenceReport(readSightings(shipped, manySightings, asOf), {
		catalog: shipped,
		policy: policyOf(asOf, { behind: 1, graceDays: 14, deferDays: 2 }, 'standard'),
		framework: longest!,
		unranked: null,
		within: 14,
		staleDays: 30,
		pseudonymous: true,
		exceptions,
	});
	writeFileSync(join(folder, 'summary.html'), evidenceSummary(many, longest!, origin));
	writeFileSync(join(folder, 'report.html'), evidenceDocument(report, framework, origin));
});
afterAll(async () => {
	await browser?.close();
	rmSync(folder, { recursive: true });
});

async function look(width: number): Promise<{ isWide: boolean; text: string; place: number[] }> {
	const page = await browser.newPage({ viewport: { ...phone, width } });
	try {
		await page.goto(`file://${join(folder, 'report.html')}`);
		const isWide = (await page.evaluate<number>('document.documentElement.scrollWidth')) > width;
		const row = page.locator('.cards tbody tr').first();
		const cells = await row.locator('td').all();
		const boxes = await Promise.all(cells.map((cell) => cell.boundingBox()));
		return { isWide, text: await row.innerText(), place: boxes.map((box) => Math.round(box?.x ?? -1)) };
	} finally {
		await page.close();
	}
}

test('on a phone evidence has a card for each Mac with its cells below each other, and nothing is wider than the screen', async () => {
	for (const width of [phone.width, 320]) {
		const { isWide, text, place } = await look(width);
		expect([width, isWide, new Set(place).size]).toEqual([width, false, 1]);
		expect(text.split('\n')).toEqual(['S1', 'Anna', 'fail', expect.stringContaining('without 15.3.1')]);
	}
	const { place } = await look(1200);
	expect(new Set(place).size).toBe(4);
});

test('the summary is one sheet of A4, whatever it has to say', async () => {
	const page = await browser.newPage();
	await page.goto(`file://${join(folder, 'summary.html')}`);
	expect(await page.locator('tbody tr').count()).toBeGreaterThan(18);
	const pdf = await page.pdf({ format: 'A4' });
	await page.close();
	expect(pdf.toString('latin1').match(/\/Type\s*\/Page(?!s)\b/g)).toHaveLength(1);
});
