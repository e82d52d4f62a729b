import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { noPolicy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { shipped } from '../../test/shipped-data.ts';
import type { EvidenceExport } from '../fleet/history/evidence-origin.ts';
import { checkEvidence } from './check-evidence.ts';
import { EvidenceFolder } from './check-folder.ts';
import { erasuresOf } from './erasures.ts';
import { makeEvidence, writeEvidence } from './evidence.ts';
import { forgetBefore, forgetMac, takeBack } from './forget.ts';
import type { HistoryFile } from './history-file.ts';
import type { Manifest } from './manifest-definition.ts';
import { openHistory } from './open-history.ts';
import { choosePseudonyms } from './pseudonyms.ts';
import { rememberFile } from './remember.ts';

const folder = mkdtempSync(join(tmpdir(), 'evidence-accounting-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const now = new Date('2026-11-10T12:00:00Z');
const eraser = { by: 'kim', now };

/** Adds an export whose file was written at noon of 2026-10-15. */
async function add(history: HistoryFile, name: string, rows: readonly string[]): Promise<void> {
	const head = 'Serial Number,Model Identifier,OS Version,Last Check-in,Platform';
	writeFileSync(path(name), [head, ...rows, ''].join('\n'));
	const written = new Date('2026-10-15T12:00:00Z');
	utimesSync(path(name), written, written);
	const pseudonyms = choosePseudonyms(history, false);
	await rememberFile(history, { path: path(name), name }, { catalog: shipped, now, pseudonyms });
}

let folders = 0;
function evidenceOf(history: HistoryFile, asOf = '2026-11-10', pseudonymous = false): Manifest {
	const question = {
		catalog: shipped,
		policy: noPolicy(asOf),
		framework: frameworks.get('cyber-essentials-3.3')!,
		unranked: null,
		within: 14,
		staleDays: 30,
		pseudonymous,
		exceptions: new Map(),
	};
	const out = path(`evidence-${++folders}`);
	const manifest = writeEvidence(out, makeEvidence(history, question), { key: null, now, by: 'Kim' });
	expect(checkEvidence(new EvidenceFolder(out), shipped)).toMatchObject({
		altered: [],
		judgedDifferently: [],
	});
	return manifest;
}

const pageOf = () => readFileSync(path(`evidence-${folders}/report.html`), 'utf8');
const nothing = {
	not_macs: 0,
	continuation_rows: 0,
	without_serial: 0,
	later_contact: 0,
	no_sighting: 0,
	repeated: 0,
	erased: 0,
	after_as_of: 0,
};

test('says of each export how many rows it uses, and why it does not use the others', async () => {
	const history = openHistory(path('accounting.db'), true);
	await add(history, 'all.csv', [
		'C02AAA,"Mac14,2",26.6.2,2026-10-01,Mac',
		'C02AAB,"Mac14,2",26.6.2,2026-10-07,Mac',
		'C02AAA,"Mac14,2",26.6.2,2026-10-01,Mac',
		'C02AAC,"Mac14,2",26.6.2,,Mac',
		',"Mac14,2",26.6.2,2026-10-01,Mac',
		'C02AAD,"Mac14,2",26.6.2,2026-12-24,Mac',
		'C02AAE,"Mac14,2",26.6.2,never,Mac',
		'C02AAF,"iPhone14,2",26.6,2026-10-01,iOS',
	]);
	const day: EvidenceExport = {
		name: 'all.csv',
		sha256: new Bun.CryptoHasher('sha256').update(readFileSync(path('all.csv'))).digest('hex'),
		day: '2026-10-07',
		modified: '2026-10-15T12:00:00.000Z',
		taken: '2026-10-15',
		rows: 8,
		rows_used: 3,
		not_used: {
			...nothing,
			not_macs: 1,
			without_serial: 1,
			later_contact: 1,
			no_sighting: 1,
			repeated: 1,
		},
	};
	expect(evidenceOf(history)).toMatchObject({ exports: [day], erased: [] });
	expect(pageOf()).toContain(
		'3 of 8 used; 1 not a Mac; 1 without a serial number; 1 with a last contact after the export; 1 without a usable last contact; 1 beside another row of the Mac',
	);
	expect(pageOf()).not.toContain('<h2>Erased before</h2>');
	// Until the day of the report.
	expect(evidenceOf(history, '2026-10-06').exports[0]).toEqual({
		...day,
		rows_used: 1,
		not_used: { ...day.not_used, after_as_of: 2 },
	});
	// Erased Macs leave a trace.
	forgetMac(history, 'C02AAB', { pseudonyms: null, ...eraser });
	const manifest = evidenceOf(history);
	expect(manifest.exports).toEqual([{ ...day, rows_used: 2, not_used: { ...day.not_used, erased: 1 } }]);
	const erased = { day: '2026-11-10', by: 'kim', what: 'forget', macs: 1, exports: 0, sightings: 1 } as const;
	expect(manifest.erased).toEqual([erased]);
	expect(pageOf()).toContain('<h2>Erased before</h2>');
	expect(pageOf()).toContain('Exports may have been left out');
	expect(evidenceOf(history, '2026-11-10', true).erased).toEqual([{ ...erased, by: null }]);
	history.close();
});

test('counts what is erased by day, author and reason', async () => {
	const history = openHistory(path('erased.db'), true);
	await add(history, 'a.csv', ['A1,"Mac14,2",26.6.2,2026-09-01,Mac', 'A2,"Mac14,2",26.6.2,2026-09-02,Mac']);
	await add(history, 'b.csv', ['A2,"Mac14,2",26.6.2,2026-09-20,Mac', 'A3,"Mac14,2",26.6.2,2026-09-21,Mac']);
	await add(history, 'c.csv', ['A4,"Mac14,2",26.6.2,2026-09-22,Mac', 'A5,"Mac14,2",26.6.2,2026-09-22,Mac']);
	takeBack(history, '2', eraser);
	forgetMac(history, 'a4', { pseudonyms: null, ...eraser });
	forgetMac(history, 'A5', { pseudonyms: null, ...eraser });
	forgetBefore(history, '2026-09-02', { by: 'ann', now });
	// Nothing is older, so that nothing was erased.
	forgetBefore(history, '2026-09-02', { by: 'ann', now });
	const day = '2026-11-10';
	expect(erasuresOf(history)).toEqual([
		{ day, by: 'kim', what: 'take-back', macs: 1, exports: 1, sightings: 2 },
		{ day, by: 'kim', what: 'forget', macs: 2, exports: 0, sightings: 2 },
		{ day, by: 'ann', what: 'keep-days', macs: 1, exports: 0, sightings: 1 },
	]);
	const [a, c] = evidenceOf(history).exports;
	expect([a?.rows_used, a?.not_used?.erased, c?.rows_used, c?.not_used?.erased]).toEqual([1, 1, 0, 2]);
	history.close();
});

test('an export without any last contact has no day of its own', async () => {
	const history = openHistory(path('none.db'), true);
	await add(history, 'a.csv', ['A1,"Mac14,2",26.6.2,,Mac']);
	expect(evidenceOf(history).exports[0]).toMatchObject({ day: null, taken: '2026-10-15', rows_used: 1 });
	history.close();
});
