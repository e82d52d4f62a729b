import { expect, test } from 'bun:test';
import { nothing } from '../judging/mac-result.ts';
import { compareReports, readReport } from './comparison.ts';
import type { FleetRecord, MacRecord } from './report.ts';

const head = { data_version: 'x', as_of: '2026-09-20', policy: null, files: [], stale_days: 30 };
const reportOf = (macs: readonly MacRecord[]) => ({ ...head, macs }) as unknown as FleetRecord;
const macOf = (members: Partial<MacRecord>): MacRecord => ({
	...nothing,
	row: 1,
	file: 'a',
	name: 'a',
	serial: 'S1',
	seen: null,
	...members,
});

test.each([
	[
		'macs with a serial number, without one and without a name',
		[{ serial: 'S1' }, { serial: null }, {}],
		true,
	],
	['no Mac at all', [], true],
	['a Mac that is none', [{ serial: 'S1' }, null], false],
	['a Mac that is a text', ['S1'], false],
	['a serial number that is a number', [{ serial: 1 }], false],
	['a name that is a list', [{ serial: 'S1', name: [] }], false],
	['Macs that are no list', {}, false],
])('an older report with %s', (_, macs, isOne) => {
	const text = JSON.stringify({ as_of: '2026-01-01', macs });
	if (isOne) expect(readReport(text).macs as unknown).toEqual(macs);
	else expect(() => readReport(text)).toThrow('the older report cannot be read');
});

test.each(['', 'null', '[]', '{"macs":[]}', '{"as_of":1,"macs":[]}'])('%p is not a report', (text) => {
	expect(() => readReport(text)).toThrow('the older report cannot be read');
});

/** In the order of rising concern. */
const states: readonly Partial<MacRecord>[] = (['current', 'behind', 'ended'] as const).flatMap((standing) =>
	[null, '2026-01-01'].flatMap((overdue_since) =>
		[0, 1].map((exploited_missing_count) => ({ standing, overdue_since, exploited_missing_count })),
	),
);

test('the standing decides first, then a missed deadline, then exploited vulnerabilities; equal Macs are not listed', () => {
	for (const [then, was] of states.entries())
		for (const [now, is] of states.entries()) {
			const { better, worse, newly_overdue } = compareReports(reportOf([macOf(was)]), [macOf(is)]);
			expect([better.length, worse.length, newly_overdue.length]).toEqual([
				Number(now < then),
				Number(now > then),
				Number(!was.overdue_since && Boolean(is.overdue_since)),
			]);
		}
});

test('a Mac is identified by its serial number in any case, otherwise by its name', () => {
	const older = [
		macOf({ serial: 's1', name: 'a' }),
		macOf({ serial: null, name: 'b' }),
		macOf({ serial: '', name: '' }),
	];
	const newer = [
		macOf({ serial: 'S1', name: 'z' }),
		macOf({ serial: null, name: 'b' }),
		macOf({ serial: 'b', name: 'c' }),
	];
	const { added, gone } = compareReports(reportOf(older), newer);
	expect([added.map(({ name }) => name), gone]).toEqual([['c'], []]);
});

test('a placeholder in place of a serial number does not identify a Mac: the name does', () => {
	const older = [macOf({ serial: 'N/A', name: 'a' }), macOf({ serial: 'N/A', name: 'b' })];
	const newer = [macOf({ serial: 'n/a', name: 'b' }), macOf({ serial: 'N/A', name: 'c' })];
	const { added, gone } = compareReports(reportOf(older), newer);
	expect([added.map(({ name }) => name), gone.map(({ name }) => name)]).toEqual([['c'], ['a']]);
});

test('a change has both states: the version, the standing or problem, and the missed deadline', () => {
	const was = macOf({ version: '15.1', standing: 'behind', overdue_since: '2026-01-01' });
	const { gone } = compareReports(
		reportOf([was, macOf({ serial: 'S2', problem_kind: 'ambiguous', name: null })]),
		[],
	);
	expect(gone).toEqual([
		{ name: 'a', serial: 'S1', was: '15.1 behind, overdue since 2026-01-01', is: '' },
		{ name: null, serial: 'S2', was: 'ambiguous', is: '' },
	]);
	expect(compareReports(reportOf([]), [macOf({})]).added).toEqual([
		{ name: 'a', serial: 'S1', was: '', is: 'unknown' },
	]);
});
