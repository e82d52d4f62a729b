import { expect, test } from 'bun:test';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { withAppleList } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { fleetOf, inPieces } from '../../../test/fleet/fleet-of.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { Fleet } from '../fleet.ts';
import { openInventory } from '../inventory/open-inventory.ts';
import { macRecord } from '../report/report.ts';
import { LateMacs } from './late-macs.ts';

/** Asks for 14.8.2 of 3 November 2025, or for 15.7.2 of the same day. */
const policy = policyOf('2025-11-19', { behind: 2, graceDays: 7 });

const head =
	'Name,Serial Number,Model Identifier,OS Version,Last Check-in,Last Inventory Update,Bootstrap Token Escrowed,Boot Drive Available MB,softwareupdate.install-state\n';
const row = (name: string, cells: string) => `${name},C02${name},"Mac14,2",${cells}\n`;

test('each Mac that misses the policy has one reason, and the summary counts them', async () => {
	const text = [
		row('token', '14.7.2,2025-11-19,2025-11-18,NOT_ESCROWED,90000,prepared'),
		row('space', '14.7.2,2025-11-19,2025-11-18,ESCROWED,3072,waiting'),
		row('zero', '14.7.2,2025-11-19,2025-11-18,ESCROWED,0,none'),
		row('gone', '14.7.2,2025-10-19,2025-10-18,NOT_ESCROWED,3072,none'),
		row('fine', '26.1,2025-11-19,2025-11-18,NOT_ESCROWED,3072,none'),
		'intel,C02INTEL,"MacBookPro15,1",14.7.2,2025-11-19,2025-11-18,NOT_ESCROWED,90000,none\n',
		'old,C02OLDMAC,"iMac14,2",10.15.7,2025-11-19,2025-11-18,,,\n',
	];
	const { macs, summary } = await fleetOf(head + text.join(''), policy);
	const reasons = Object.fromEntries(macs.map(({ name, judgment }) => [name, judgment.answer!.late_reason]));
	expect(reasons).toEqual({
		token: 'no-token',
		space: 'no-space',
		zero: 'not-told',
		gone: 'gone',
		fine: null,
		intel: 'not-told',
		old: 'cannot',
	});
	expect(summary.late_reasons).toEqual({ gone: 1, cannot: 1, 'no-token': 1, 'no-space': 1, 'not-told': 2 });
	expect(macRecord(macs[1]!)).toMatchObject({
		late_reason: 'no-space',
		late_words: '3 GB are free, and an update needs about 15 (a file, 18 November 2025).',
		late_step: 'Free space on the Mac.',
		late_evidence: [{ what: 'free_gb', value: 3.072, from: 'a file', day: '2025-11-18', strength: 'medium' }],
	});
	const total = Object.values(summary.late_reasons!).reduce((sum, macs) => sum + macs, 0);
	expect(total).toBe(summary.misses_policy);
});

test('a Mac of a pull of which nothing is told gets the way to ask its service', async () => {
	const fleet = new Fleet({ catalog: shipped, policy, staleDays: 30 });
	const text = head + row('quiet', '14.7.2,2025-11-19,2025-11-19,ESCROWED,90000,none');
	await fleet.read('@jamf', await openInventory(inPieces(new TextEncoder().encode(text))));
	expect(fleet.end().macs[0]!.judgment.answer).toMatchObject({
		late_reason: 'not-told',
		late_step:
			'Set "why": true in the connection @jamf, with the rights that "fleet connections --test" names.',
	});
});

test('without a policy no Mac is late', async () => {
	const { macs, summary } = await fleetOf(head + row('a', '14.7.2,2025-10-19,2025-10-18,,,'));
	expect([macs[0]!.judgment.answer!.late_reason, summary.late_reasons]).toEqual([null, undefined]);
});

test('the exports of a console tell why, joined by the serial number, and stay the source of what they say', async () => {
	const fleet = new Fleet({ catalog: shipped, policy, staleDays: 30 });
	const inPart = { inPart: true, isOneOfSeveral: true };
	const read = async (name: string, ...lines: string[]) => {
		const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
		await fleet.read(name, await openInventory(inPieces(bytes), {}, inPart));
	};
	const inventory = ['A', 'B', 'C'].map((mac) => `${mac},C02AAAAAA${mac},"Mac14,2",14.7.2,2025-11-19`);
	await read('intune.csv', 'Device name,Serial number,Model,OS version,Last check-in', ...inventory);
	await read(
		'updates.csv',
		'Device name,Serial number,Platform,OS version,Pending OS version,Status',
		'A,C02AAAAAAA,macOS,14.7.2,14.8.2,Prepared',
		'B,C02AAAAAAB,macOS,14.7.2,14.8.2,Failed',
	);
	await read(
		'failures.csv',
		'Device name,Serial number,OS version,Status,Failure reason,Time of last failure',
		'B,C02AAAAAAB,14.7.2,Failed,MADownloadNoMatchFound,2025-11-17T08:00:00Z',
	);
	const { macs, summary } = fleet.end();
	expect([summary.macs, summary.merged_rows, summary.unreadable]).toEqual([3, 3, 0]);
	const told = macs.map(({ judgment: { answer } }) => [
		answer!.late_reason,
		answer!.late_evidence!.map(({ what, from }) => `${what} of ${from}`).join(),
	]);
	expect(told).toEqual([
		['prepared', 'install_state of updates.csv'],
		['not-offered', 'failure of failures.csv'],
		['not-told', ''],
	]);
});

test('a release that left the list of Apple is not offered, and a Mac without a list of its day is not judged by it', async () => {
	const { macs } = await fleetOf(head + row('a', '14.7.2,2025-11-19,2025-11-19,,,'), policy);
	const { judgment, ...mac } = macs[0]!;
	const answer = { ...judgment.answer!, late_reason: null };
	const releases = [{ version: '15.7.2', build: '24G325', until: null, boards: ['J413AP'] }];
	const reasonWith = (seenOn: string): string | null => {
		const catalog = withAppleList(shipped, { seenOn, releases });
		const late = new LateMacs(catalog, policy, { space_gb: 15, upgrade_gb: 35, silent_days: 14 });
		return late.judge({ ...mac, judgment: { ...judgment, answer } }).judgment.answer!.late_reason;
	};
	expect(reasonWith('2025-11-19')).toBe('not-offered');
	expect(reasonWith('2025-11-20')).toBe('not-told');
});

test('the row of the osquery pack says what a Mac was asked for, and that nothing asks it', async () => {
	const osquery =
		'serial_number,hardware_model,os_version,declarations,pending_version,pending_date,unixTime\n';
	const rows = [
		'C02ATEST1,"Mac14,2",14.7.2,1,14.8.2,2025-12-01T18:00:00,2025-11-19',
		'C02ATEST2,"Mac14,2",14.7.2,0,,,2025-11-19',
		'C02ATEST3,"Mac14,2",14.7.2,,,,2025-11-19',
		'C02ATEST4,"Mac14,2",14.7.2,1,,,2025-11-19',
	];
	const { macs } = await fleetOf(`${osquery}${rows.join('\n')}\n`, policy);
	expect(macs.map(({ judgment }) => judgment.answer!.late_reason)).toEqual([
		'enforced',
		'never-asked',
		'not-told',
		'not-told',
	]);
});
