import { expect, test } from 'bun:test';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { asOf, fleetOf } from '../../../test/fleet/fleet-of.ts';
import { compareWithSchema, mistakeOf, mutations } from '../../../test/mutations.ts';
import { sized } from '../../../test/size.ts';
import { noFacts, resultOf } from '../judging/mac-result.ts';
import { compareReports } from './comparison.ts';
import { type FleetRecord, type MacRecord, macRecord } from './report.ts';
import { readReport, reportSchema } from './report-definition.ts';

const nothing = resultOf(noFacts);

const head = { data_version: 'x', rules: 2, as_of: '2026-09-20', policy: null, files: [], stale_days: 30 };

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
	const text = JSON.stringify({ as_of: '2026-01-01', rules: 3, macs });
	if (isOne) expect(readReport(text).macs as unknown).toEqual(macs);
	else expect(() => readReport(text)).toThrow('the older report cannot be read');
});

test.each([
	'',
	'null',
	'[]',
	'{"macs":[]}',
	'{"as_of":1,"rules":3,"macs":[]}',
	'{"as_of":"2026-01-01","macs":[]}',
])('%p is not a report', (text) => {
	expect(() => readReport(text)).toThrow('the older report cannot be read');
});

test('all mistakes of an older report are told at once, a line each', () => {
	const macs = [
		{ serial: 1, standing: 'good' },
		{ overdue_since: '2026-02-30', meets_policy: 'yes' },
	];
	expect(mistakeOf(() => readReport(JSON.stringify({ as_of: '2026-01-01', macs })))).toBe(
		[
			'rules is missing: expected the version of the rules',
			'macs[0].serial is 1: expected a text or null',
			'macs[0].standing is "good": expected current, behind, ended or null',
			'macs[1].meets_policy is "yes": expected true, false or null',
			'macs[1].overdue_since is "2026-02-30": expected a day such as 2026-11-19',
		]
			.map((line) => `the older report cannot be read: ${line}`)
			.join('\n'),
	);
	expect(() => readReport('{"as_of":"2026-01-01","as_of":"2026-01-02","rules":3,"macs":[]}')).toThrow(
		'the older report cannot be read: it has "as_of" twice in one object',
	);
});

test('the schema of reports accepts what the reader accepts, but for what only the reader knows', () => {
	const mac = { name: 'a', serial: 'S1', board_ids: ['J293AP'], version: '14.7', standing: 'behind' };
	const policy = { name: 'n-1', behind: 1, grace_days: null, exclude: ['26.6.1'] };
	const valid = [
		{
			as_of: '2026-01-01',
			rules: 3,
			policy,
			macs: [{ ...mac, meets_policy: true, overdue_since: '2026-01-01' }],
		},
		{ as_of: '2026-01-01', rules: 3, policy: null, macs: [{ ...mac, exploited_missing_count: 3 }, {}] },
	];
	const { accepted, differing } = compareWithSchema(
		mutations(valid, { values: ['2026-02-30', '2024-02-29', 'ended', 99, 100], count: sized(300, 2_000) }),
		reportSchema(),
		(text) => readReport(text),
	);
	expect(differing).toEqual([]);
	expect(accepted).toBeGreaterThan(sized(50, 50));
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

const tableHead = 'Name,Serial,Model,OS Version,Last seen\n';

test('a comparison of reports lists Macs that got better, worse or newly overdue', async () => {
	const rows = `${tableHead}a,S1,"Mac14,2",26.6.2,\nb,S2,"Mac14,2",26.7.2,\nc,S3,"Mac14,2",15.8.2,\n`;
	const then = await fleetOf(rows, policyOf('2026-09-20', { behind: 1, graceDays: 30 }));
	const now = await fleetOf(
		`${tableHead}a,S1,"Mac14,2",26.6.2,\nb,S2,"Mac14,2",26.7.1,\nd,S4,"Mac14,2",27.2,\n`,
		policyOf(asOf, { behind: 1, graceDays: 30 }),
	);
	const older = { ...head, summary: then.summary, macs: then.macs.map(macRecord) };
	const { since, better, worse, newly_overdue, added, gone } = compareReports(older, now.macs.map(macRecord));
	expect(since).toBe('2026-09-20');
	expect(better).toEqual([]);
	expect(worse.map(({ name }) => name)).toEqual(['a', 'b']);
	expect(newly_overdue).toEqual([
		{ name: 'a', serial: 'S1', was: '26.6.2 behind', is: '26.6.2 behind, overdue since 2026-10-14' },
	]);
	expect(added.map(({ name }) => name)).toEqual(['d']);
	expect(gone.map(({ name }) => name)).toEqual(['c']);
});

test('a Mac that can no longer be judged is neither better nor worse', async () => {
	const then = await fleetOf(`${tableHead}a,S1,"Mac14,2",15.3,\nb,S2,"Mac14,2",,\n`);
	const now = await fleetOf(`${tableHead}a,S1,"Mac14,2",,\nb,S2,"Mac14,2",27.2,\n`);
	const older = { ...head, as_of: asOf, summary: then.summary, macs: then.macs.map(macRecord) };
	const { better, worse } = compareReports(older, now.macs.map(macRecord));
	expect({ better, worse }).toEqual({ better: [], worse: [] });
});
