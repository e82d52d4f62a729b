import { expect, test } from 'bun:test';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { noPolicy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { fleetOf } from '../../../test/fleet/fleet-of.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { exceptionText } from '../history/exception.ts';
import { FrameworkJudge } from '../history/framework-report.ts';
import { seenVersion } from '../history/timelines.ts';
import { judgedColumns, judgeMacs, withJudgedCells } from './judge-macs.ts';

const asOf = '2025-03-20';
const judge = new FrameworkJudge(shipped, frameworks.get('cyber-essentials-3.3')!, asOf, null);
const exception = { reason: 'lab', owner: 'Eve', until: '2025-04-01', valid: true };

async function judged(rows: string) {
	const { macs } = await fleetOf(
		`Name,Serial,Model,OS Version,Last Check-in\n${rows}`,
		noPolicy(asOf),
		new Map([['S1', exception]]),
	);
	return judgeMacs(macs, { catalog: shipped, judge, asOf });
}

test('a Mac is judged on its last contact, without one on the day of the report; with an invalid one it is unknown', async () => {
	// 15.3.2 came out on 2025-03-11, so 15.3.1 passes until the 25th. 15.3 fails since 2025-02-24, because 15.3.1 came out on the 10th.
	const { macs, verdicts } = await judged(
		[
			'early,s1,"Mac14,2",15.3,2025-02-20',
			'late,S2,"Mac14,2",15.3,2025-03-01',
			'today,S3,"Mac14,2",15.3,',
			'tomorrow,S4,"Mac14,2",15.3,2026-01-01',
			'new,S5,"Mac14,2",15.3.1,2025-03-19',
			'zebra,S6,Zebra,15.3.1,2025-03-19',
			'versionless,S7,"Mac14,2",,2025-03-19',
			'ahead,S8,"Mac14,2",15.3.1,2026-01-01',
			'never,S9,"Mac14,2",15.3.1,never',
			'before,S10,"Mac14,2",15.3.1,2025-02-09',
		].join('\n'),
	);
	expect(macs.map(({ name, verdict }) => `${name}: ${verdict.verdict}`)).toEqual([
		'early: unknown',
		'late: fail',
		'today: fail',
		'tomorrow: unknown',
		'new: pass',
		'zebra: unknown',
		'versionless: unknown',
		'ahead: unknown',
		'never: unknown',
		'before: unknown',
	]);
	expect(verdicts).toEqual({ pass: 1, fail: 2, unknown: 7 });
	expect(macs.map(({ verdict }) => verdict.exception)).toEqual([exception, ...Array(9).fill(null)]);
	expect(macs.map(({ verdict }) => verdict.verdict_reason).slice(2)).toEqual([
		'With 15.3 in the export of 2025-03-20, without 15.3.1 (released 2025-02-10, due by 2025-02-24: the 14 days of Cyber Essentials).',
		'The row states a last contact after the day of this report.',
		expect.stringContaining('seen on 2025-03-19'),
		'The model is not known.',
		'No version was reported (seen on 2025-03-19).',
		'The row states a last contact after the day of this report.',
		'The row states no day on which the Mac was seen.',
		'The row states a last contact before the version came out.',
	]);
});

test('the verdict is unknown if the rule treats the possible models differently, and the reason says so', () => {
	const day = dayNumber('2025-03-19');
	const run = { ...seenVersion(shipped, '15.3.2'), build: null, first: day, last: day };
	const verdictOf = (...ids: string[]) =>
		judge.judge(
			ids.map((id) => shipped.boards.get(id)!),
			[run],
		);
	// The first never got 15.
	const [first, other] = [verdictOf('Mac-BE088AF8C5EB4FA2'), verdictOf('J413AP')];
	expect([first.verdict, other.verdict]).toEqual(['unknown', 'pass']);
	expect(verdictOf('Mac-BE088AF8C5EB4FA2', 'J413AP')).toEqual({
		verdict: 'unknown',
		verdict_reason: '2 Macs match this model, and the rule treats them differently.',
	});
	expect(verdictOf('J413AP', 'J413AP')).toEqual(other);
});

test('cells of verdicts and exceptions come before the kept cells, and only where the report has them', async () => {
	const { macs } = await judged('a,S1,"Mac14,2",15.3,2025-03-01\n');
	const keptCells = ['Ulm'];
	const reason = macs[0]!.verdict.verdict_reason;
	const mac = { ...macs[0]!, keptCells };
	const cells = (verdicts: boolean, exceptions: boolean) =>
		withJudgedCells(mac, { verdicts, exceptions }).keptCells;
	const accepted = 'lab (Eve, until 2025-04-01)';
	expect(cells(true, false)).toEqual(['fail', reason, accepted, 'Ulm']);
	expect(cells(false, true)).toEqual([accepted, 'Ulm']);
	expect(withJudgedCells(mac, { verdicts: false, exceptions: false })).toBe(mac);
	expect(judgedColumns({ verdicts: true, exceptions: true })).toEqual([
		'verdict',
		'verdict_reason',
		'exception',
	]);
	expect(judgedColumns({ verdicts: false, exceptions: true })).toEqual(['exception']);
	expect(judgedColumns({ verdicts: false, exceptions: false })).toEqual([]);
	expect([null, { ...exception, valid: false }, { ...exception, owner: '' }].map(exceptionText)).toEqual([
		'',
		'lab (Eve, expired on 2025-04-01)',
		'lab (until 2025-04-01)',
	]);
});
