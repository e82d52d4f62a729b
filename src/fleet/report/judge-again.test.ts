import { expect, test } from 'bun:test';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { rulesVersion } from '@pointrelease/core/src/advice/policy/rules-version.ts';
import { asOf, fleetOf } from '../../../test/fleet/fleet-of.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { compareReports } from './comparison.ts';
import { judgeAgain } from './judge-again.ts';
import { type FleetRecord, type MacRecord, macRecord, policyRecord } from './report.ts';

const head = 'Name,Serial,Model,OS Version,Build\n';
const policy = policyOf(asOf, { behind: 1, graceDays: 14 });

async function reportOf(
	rows: string,
	change: (mac: MacRecord) => Partial<MacRecord> = () => ({}),
	columns = head,
) {
	const { macs, summary } = await fleetOf(columns + rows, policy);
	const records = macs.map(macRecord).map((mac) => ({ ...mac, ...change(mac) }));
	return {
		data_version: 'x',
		rules: 2,
		as_of: asOf,
		policy: policyRecord(policy),
		files: [],
		stale_days: 30,
		summary,
		macs: records,
	} as FleetRecord;
}

const rows =
	'a,S1,"Mac14,2",27.0,\nb,S2,Mac mini,15.8.2,\nc,S3,"Mac14,2",26.3.1 (a),\nd,S4,Zebra,15.1,\ne,S5,"Mac14,2",,26B5101f\nf,S6,"Mac14,2",27.1,26B5101f\n';

test('a report by the same rules is not judged again', async () => {
	expect(judgeAgain(shipped, { ...(await reportOf(rows)), rules: rulesVersion })).toBeNull();
});

test('a report by earlier rules is judged again as of its day and under its policy; unrecognized Macs stay as they were', async () => {
	const now = await reportOf(rows);
	const then = await reportOf(rows, ({ board_ids, standing }) =>
		board_ids.length > 0 && standing !== null
			? { standing: 'current', meets_policy: true, deadline: '2026-12-01', overdue_since: null }
			: {},
	);
	expect(judgeAgain(shipped, then)).toEqual([...now.macs]);
});

test('a Mac without the security response of its release is judged again as one, and a Mac that does not report it is not', async () => {
	const rows = 'a,S1,"Mac14,2",26.3.1,25D2128,25D2128\nb,S2,"Mac14,2",26.3.1,25D2128,\n';
	const now = await reportOf(rows, undefined, 'Name,Serial,Model,OS Version,Build,Supplemental Build\n');
	expect(now.macs.map((mac) => mac.response_standing)).toEqual(['behind', 'not-reported']);
	expect(judgeAgain(shipped, now)).toEqual([...now.macs]);
});

test('a state that changed with the rules is listed separately, not as a change of the Mac', async () => {
	// By earlier rules, 27.0 met a policy that allowed 26.
	const passed = { standing: 'behind', meets_policy: true, overdue_since: null } as const;
	const older = await reportOf('a,S1,"Mac14,2",27.0,\nb,S2,"Mac14,2",27.2,\n', ({ serial }) =>
		serial === 'S1' ? passed : {},
	);
	const { macs } = await reportOf('a,S1,"Mac14,2",27.0,\nb,S2,"Mac14,2",27.0,\n');
	const told = compareReports(older, macs, judgeAgain(shipped, older));
	expect(told).toMatchObject({ has_other_rules: true, better: [] });
	expect(told.changed_by_rules).toEqual([
		{
			name: 'a',
			serial: 'S1',
			was: '27.0 behind, meets the policy',
			is: '27.0 behind, overdue since 2026-10-12, misses the policy',
		},
	]);
	// The second Mac went back to an older version.
	expect([told.worse, told.newly_overdue].map((changes) => changes.map(({ serial }) => serial))).toEqual([
		['S2'],
		['S2'],
	]);
	const same = compareReports({ ...older, rules: rulesVersion }, macs);
	expect(same).toMatchObject({ has_other_rules: false, changed_by_rules: [] });
});
