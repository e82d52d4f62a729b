import { expect, test } from 'bun:test';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { fleetOf } from '../../../test/fleet/fleet-of.ts';
import type { Exception } from '../history/exception.ts';
import { noFacts, resultOf } from '../judging/mac-result.ts';
import { compareReports } from './comparison.ts';
import { exceptionLists, exceptionWords } from './exception-lists.ts';
import { countedKinds } from './mac-kinds.ts';
import { type FleetRecord, macRecord, recordText } from './report.ts';
import { whyWords } from './worst-macs.ts';

const asOf = '2026-11-18';
const policy = policyOf(asOf, { behind: 1, graceDays: 14 }, 'standard');
const late = ['A', 'B', 'C', 'D'].map((name) => `${name.toLowerCase()},S${name},"Mac14,2",26.7.1`);
const rows = ['Name,Serial,Model,OS Version', ...late, 'fine,SF,"Mac14,2",26.7.2'].join('\n');
const accepted = (until: string): Exception => ({ reason: 'lab', owner: 'Eve', until, valid: until >= asOf });
const list = new Map([
	['SA', accepted('2027-03-01')],
	['SB', accepted('2026-12-02')],
	['SC', accepted('2026-11-17')],
	['SF', accepted('2026-12-03')],
	['SX', accepted('2027-03-01')],
]);

test('a Mac with a valid exception is counted apart from the overdue ones in every count', async () => {
	const { macs, summary } = await fleetOf(rows, policy, list);
	const { overdue, excepted, misses_policy, overdue_by_age } = summary;
	expect({ overdue, excepted, misses_policy }).toEqual({ overdue: 2, excepted: 2, misses_policy: 4 });
	expect(overdue_by_age.reduce((sum, { macs }) => sum + macs, 0)).toBe(2);
	const kinds = macs.map(({ judgment: { answer } }) =>
		(['overdue', 'excepted'] as const).filter((kind) => countedKinds[kind].has(answer!)).join(),
	);
	expect(kinds).toEqual(['excepted', 'excepted', 'overdue', 'overdue', '']);
	expect(whyWords(macs[0]!.judgment.answer!, true)).toContain('exception: lab (Eve, until 2027-03-01)');
	const plain = await fleetOf(rows, policy);
	expect(plain.summary).toMatchObject({ overdue: 4, excepted: 0 });
	expect(plain.summary).not.toHaveProperty('exceptions');
});

test('the lists name who ended and who ends within two weeks, and count those for no Mac', async () => {
	const { exceptions } = (await fleetOf(rows, policy, list)).summary;
	const shown = { reason: 'lab', owner: 'Eve' };
	expect(exceptions).toEqual({
		listed: 5,
		without_mac: 1,
		valid: 3,
		ended: [{ name: 'c', serial: 'SC', ...shown, until: '2026-11-17' }],
		ending: [{ name: 'b', serial: 'SB', ...shown, until: '2026-12-02' }],
	});
	expect(exceptionWords(exceptions!)).toBe(
		'3 of 5 are valid; 1 ended, so that the Mac counts again; 1 names no Mac of this report',
	);
});

test('the latest that ended and the first to end come first, then the order of serial numbers', () => {
	const macs = [
		['sb', '2026-11-20'],
		['sa', '2026-11-20'],
		['sc', '2026-11-19'],
		['sd', '2026-11-15'],
		['se', '2026-11-16'],
	].map(([serial, until]) => ({ name: '', serial: serial!, exception: accepted(until!) }));
	const excepted = new Map(macs.map(({ serial, exception }) => [serial.toUpperCase(), exception]));
	const twice = [...macs, { ...macs[0]!, serial: 'SB' }];
	const lists = exceptionLists(
		twice.map(({ exception, ...mac }) => ({
			...mac,
			judgment: { answer: { ...resultOf(noFacts), exception } },
		})),
		excepted,
		asOf,
	);
	expect(lists.ending.map(({ serial }) => serial)).toEqual(['sc', 'SB', 'sa', 'sb']);
	expect(lists.ended.map(({ name, serial }) => [name, serial])).toEqual([
		[null, 'se'],
		[null, 'sd'],
	]);
	expect([lists.listed, lists.without_mac, lists.valid]).toEqual([5, 0, 4]);
});

test('records state the exception, and a comparison does not call such a Mac newly overdue', async () => {
	const [before, now] = [await fleetOf(rows, policy), await fleetOf(rows, policy, list)];
	const records = now.macs.map(macRecord);
	expect(now.macs.map((mac) => JSON.parse(recordText(mac, [])))).toEqual(JSON.parse(JSON.stringify(records)));
	expect(records.map(({ exception }) => exception?.valid)).toEqual([true, true, false, undefined, true]);
	const report = (macs: FleetRecord['macs'], rules = 3) =>
		({ as_of: '2026-11-17', rules, policy: null, macs }) as unknown as FleetRecord;
	const newly = (older: FleetRecord['macs'], macs: FleetRecord['macs']) =>
		compareReports(report(older), macs).newly_overdue.map(({ serial }) => serial);
	expect(newly(before.macs.map(macRecord), records)).toEqual([]);
	expect(newly(records, before.macs.map(macRecord))).toEqual(['SA', 'SB']);
});
