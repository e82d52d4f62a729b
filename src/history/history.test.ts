import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usualLateLimits } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { noPolicy, policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { rememberRows } from '../../test/fleet/remember-rows.ts';
import { shipped } from '../../test/shipped-data.ts';
import { historyFromBytes } from '../fleet/history/history-bytes.ts';
import { historyRecord } from '../fleet/history/history-report.ts';
import { seenFleet } from '../fleet/history/source.ts';
import { checkEvidence, macInEvidence } from './check-evidence.ts';
import { EvidenceFolder } from './check-folder.ts';
import { makeEvidence, writeEvidence } from './evidence.ts';
import { makeEvidenceKey, readEvidenceKey, readPublicKey } from './evidence-key.ts';
import { exceptionsInHistory, readExceptions } from './exceptions.ts';
import { forgetBefore, forgetMac, takeBack } from './forget.ts';
import type { HistoryFile } from './history-file.ts';
import { openHistory } from './open-history.ts';
import { choosePseudonyms, pseudonymsOf } from './pseudonyms.ts';
import { rememberFile } from './remember.ts';

const folder = mkdtempSync(join(tmpdir(), 'history-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const asOf = '2026-11-10';
const now = new Date(`${asOf}T12:00:00Z`);
const task = { catalog: shipped, now };
const eraser = { by: 'kim', now };
const mac = (serial: string, version: string, day: string) => ({
	'Serial Number': serial,
	'Model Identifier': 'Mac14,2',
	'Operating System Version': version,
	'Last Check-in': day,
});
const september = [mac('C02AAA', '26.6.2', '2026-09-20'), mac('C02AAB', '26.6.2', '2026-09-21')];
const october = [mac('C02AAA', '26.7.1', '2026-10-05')];

async function historyOf(name: string, pseudonymous = false): Promise<HistoryFile> {
	const history = openHistory(path(name), true);
	const pseudonyms = choosePseudonyms(history, pseudonymous);
	await rememberRows(history, { name: 'september', rows: september }, { ...task, pseudonyms });
	await rememberRows(history, { name: 'october', rows: october }, { ...task, pseudonyms });
	return history;
}

/** Every Mac of a history with the versions that it was seen on. */
function macsOf(history: HistoryFile): [string, string[]][] {
	const fleet = seenFleet(history.source(null), shipped, asOf);
	return Array.from(fleet.timelines(), ({ mac, runs }) => [
		fleet.mac(mac).serial,
		runs.map(({ text }) => text),
	]);
}

const question = {
	catalog: shipped,
	policy: noPolicy(asOf),
	framework: frameworks.get('cyber-essentials-3.3')!,
	unranked: null,
	within: 14,
	staleDays: 30,
	pseudonymous: false,
	exceptions: new Map(),
};

test('rows and a file with the same Macs are remembered alike, and the same rows twice change nothing', async () => {
	const history = await historyOf('rows.db');
	const again = await rememberRows(
		history,
		{ name: 'october', rows: october },
		{ ...task, pseudonyms: null },
	);
	expect(again).toMatchObject({ file: 'october', import: 2, known: true, macs: 1 });
	expect(macsOf(history)).toEqual([
		['C02AAA', ['26.6.2', '26.7.1']],
		['C02AAB', ['26.6.2']],
	]);
	history.close();
	const ofFiles = openHistory(path('files.db'), true);
	const pseudonyms = choosePseudonyms(ofFiles, false);
	for (const [name, rows] of [
		['september.json', september],
		['october.json', october],
	] as const) {
		writeFileSync(path(name), JSON.stringify(rows));
		await rememberFile(ofFiles, { name, path: path(name) }, { ...task, pseudonyms });
	}
	expect(macsOf(ofFiles)).toEqual(macsOf(openHistory(path('rows.db'), false)));
	ofFiles.close();
});

test('a stop while an export is added changes nothing, and the export can be added again', async () => {
	const history = await historyOf('stopped.db');
	const rows = Array.from({ length: 10_000 }, (_, at) => mac(`C03${10_000 + at}`, '26.7.1', '2026-11-01'));
	const stopped = new Error('stopped');
	const november = (turn: () => Promise<void>) =>
		rememberRows(history, { name: 'november', rows }, { ...task, pseudonyms: null, turn });
	const stop = () => Promise.reject(stopped);
	expect(await november(stop).catch((thrown) => thrown)).toBe(stopped);
	expect([history.imports().length, history.rows('SELECT id FROM macs').length]).toEqual([2, 2]);
	expect(await november(async () => {})).toMatchObject({ known: false, macs: 10_000 });
	history.close();
});

test('rows without any Mac are refused with the name of the export', async () => {
	const history = openHistory(path('none.db'), true);
	const pseudonyms = choosePseudonyms(history, false);
	await expect(rememberRows(history, { name: 'jamf', rows: [] }, { ...task, pseudonyms })).rejects.toThrow(
		'jamf: the file holds no rows: choose an export with at least one Mac',
	);
	history.close();
});

test('an export, a Mac and old sightings are forgotten, and an unknown export or Mac is refused', async () => {
	const history = await historyOf('forget.db');
	expect(() => takeBack(history, '7', eraser)).toThrow('No export has the number "7".');
	expect(() => forgetMac(history, 'C02X', { pseudonyms: null, ...eraser })).toThrow(
		'No Mac with the serial number "C02X" is in the history.',
	);
	expect(forgetMac(history, ' c02aab ', { pseudonyms: null, ...eraser })).toBe('C02AAB');
	expect(forgetBefore(history, '2026-10-01', eraser)).toBe(1);
	expect(history.imports().map(({ name }) => name)).toEqual(['october']);
	expect(takeBack(history, '2', eraser).name).toBe('october');
	expect(macsOf(history)).toEqual([]);
	history.close();
});

test('a pseudonymous history stores hashes, and exceptions find their Macs by them', async () => {
	const history = await historyOf('hashed.db', true);
	const pseudonyms = pseudonymsOf(history)!;
	expect(macsOf(history).map(([serial]) => serial)).toEqual(
		['C02AAA', 'C02AAB'].map((serial) => pseudonyms.of(serial)),
	);
	writeFileSync(path('exceptions.csv'), 'serial,reason,owner,until\nc02aaa,lab,Ann,2026-12-01\n');
	const exceptions = readExceptions(path('exceptions.csv'), asOf);
	expect([...exceptions.keys()]).toEqual(['C02AAA']);
	expect([...exceptionsInHistory(exceptions, history)]).toEqual([
		[
			pseudonyms.of('C02AAA').toUpperCase(),
			{ reason: 'lab', owner: 'Ann', until: '2026-12-01', valid: true },
		],
	]);
	history.close();
	const plain = await historyOf('plain.db');
	expect(exceptionsInHistory(exceptions, plain)).toBe(exceptions);
	expect(() => choosePseudonyms(plain, true)).toThrow(`${path('plain.db')} holds serial numbers.`);
	plain.close();
});

test('evidence is made, written, signed and checked', async () => {
	const history = await historyOf('evidence.db');
	makeEvidenceKey(path('key'));
	makeEvidenceKey(path('other'));
	const evidence = makeEvidence(history, question);
	expect(existsSync(path('folder'))).toBe(false);
	const manifest = writeEvidence(path('folder'), evidence, {
		key: readEvidenceKey(path('key')),
		now,
		by: 'Kim',
	});
	expect(manifest).toMatchObject({
		version: 1,
		as_of: asOf,
		made_at: now.toISOString(),
		made_by: 'Kim',
		macs: 2,
	});
	const check = (signer: string) =>
		checkEvidence(new EvidenceFolder(path('folder')), shipped, { signer: readPublicKey(path(signer)) });
	expect(check('key.pub')).toMatchObject({ signature: 'valid', altered: [], report: evidence.report });
	expect(check('other.pub').altered).toEqual(['the folder was signed with another key']);
	expect(macInEvidence(evidence.report, 'C02AAB', '')).toMatchObject([
		{ serial: 'C02AAB', verdict: 'unknown' },
	]);
	expect(() => writeEvidence(path('folder'), evidence, { key: null, now, by: null })).toThrow(
		`${path('folder')} is not empty.`,
	);
	history.close();
});

test('evidence of a pseudonymous history is pseudonymous, and a salt proves one Mac', async () => {
	const history = await historyOf('hidden.db', true);
	const { report } = makeEvidence(history, question);
	expect(report.pseudonymous).toBe(true);
	const salt = pseudonymsOf(history)!.salt('C02AAA');
	expect(macInEvidence(report, 'C02AAA', salt)).toHaveLength(1);
	expect(() => macInEvidence(report, 'C02AAB', salt)).toThrow(
		'No Mac of the folder has the serial number C02AAB.',
	);
	history.close();
});

test('two rows of a nameless Mac with different last contacts are two sightings', async () => {
	const history = openHistory(path('twice.db'), true);
	const pseudonyms = choosePseudonyms(history, false);
	const rows = [mac('C02AAA', '26.6.2', '2026-09-20'), mac('C02AAA', '26.6.2', '2026-09-25')];
	expect(await rememberRows(history, { name: 'twice', rows }, { ...task, pseudonyms })).toMatchObject({
		rows: 2,
		duplicates: 1,
		macs: 1,
	});
	expect(history.imports()[0]).toMatchObject({ last_day: dayNumber('2026-09-25'), duplicates: 1 });
	history.close();
});

test('a history keeps why each Mac was late, and since when', async () => {
	const history = openHistory(path('late'), true);
	const row = (serial: string, version: string, day: string, cells: object) => ({
		...mac(serial, version, day),
		'Bootstrap Token Escrowed': 'No',
		'Boot Drive Available MB': 90_000,
		...cells,
	});
	const days: readonly [string, ReturnType<typeof row>[]][] = [
		['2026-10-20', [row('C02AAA', '26.6.2', '2026-10-20', {}), row('C02AAB', '26.6.2', '2026-10-20', {})]],
		['2026-11-05', [row('C02AAA', '26.6.2', '2026-11-05', {}), row('C02AAB', '26.7.2', '2026-11-05', {})]],
		['2026-11-09', [row('C02AAA', '26.6.2', '2026-11-09', { 'Bootstrap Token Escrowed': 'Yes' })]],
	];
	for (const [at, [day, rows]] of days.entries()) {
		const policy = policyOf(day, { behind: 1, graceDays: 3 });
		const late = { policy, limits: usualLateLimits };
		const given = { ...task, now: new Date(`${day}T12:00:00Z`), pseudonyms: null, late };
		await rememberRows(history, { name: `day ${at}`, rows }, given);
	}
	const bytes = readFileSync(path('late'));
	const lateOn = (day: string, source = history.source(null)) =>
		historyRecord(seenFleet(source, shipped, day), {
			catalog: shipped,
			policy: noPolicy(day),
			within: 14,
			staleDays: 30,
			groupBy: null,
		}).late?.map(({ serial, late_reason, since }) => `${serial} ${late_reason} ${since}`);
	expect(lateOn('2026-11-08')).toEqual(['C02AAA no-token 2026-10-20']);
	expect(lateOn('2026-11-10')).toEqual(['C02AAA not-told 2026-11-09']);
	expect(lateOn('2026-11-10', historyFromBytes(bytes))).toEqual(lateOn('2026-11-10'));
	// A reason is no column that Macs could be grouped by, and it is forgotten with its Mac.
	expect(history.columns()).toEqual([]);
	forgetMac(history, 'C02AAA', { ...eraser, pseudonyms: null });
	expect(lateOn('2026-11-10')).toBeUndefined();
	history.close();
});
