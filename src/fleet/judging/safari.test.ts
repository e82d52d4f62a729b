import { expect, test } from 'bun:test';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { noPolicy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { fleetOf } from '../../../test/fleet/fleet-of.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { FrameworkJudge } from '../history/framework-report.ts';
import { safariWords } from '../report/safari-words.ts';
import { judgeMacs } from './judge-macs.ts';

const asOf = '2026-11-19';
const policy = noPolicy(asOf);
const inventory = (...rows: string[]) =>
	`Serial Number,Model Identifier,OS Version,Safari Version,Safari Build\n${rows.join('\n')}\n`;
const rows = [
	'S1,"Mac14,2",15.8.2,27.2,',
	'S2,"Mac14,2",15.8.2,26.1,20622.2.11.119.1',
	'S3,"Mac14,2",15.8.2,,',
	'S4,"Mac14,2",14.8.9,26.6.1,',
	'S5,"Mac14,2",27.2,26.6.1,',
	'S6,"Mac14,2",14.8.9,605.1.15,',
];

test('the Safari of a row decides fixes, and a Safari that is behind is to be updated', async () => {
	const { macs, summary } = await fleetOf(inventory(...rows), policy);
	expect(
		macs.map(({ judgment: { answer } }) => [
			answer!.safari,
			answer!.latest_safari,
			answer!.safari_missing_exploited_count,
			answer!.not_stated_exploited_count,
			answer!.standing,
			answer!.headline,
		]),
	).toEqual([
		['27.2', '27.2', 0, 1, 'current', 'Up to date'],
		['26.1', '27.2', 2, 1, 'behind', 'Update Safari to 27.2'],
		[null, '27.2', null, 3, 'current', 'Up to date'],
		['26.6.1', '26.6.1', 0, 3, 'ended', 'Update to 27.2'],
		// On the newest major version Safari decides nothing.
		['26.6.1', null, 0, 0, 'current', 'Up to date'],
		// What user agents say is no version of Safari.
		[null, '26.6.1', null, 10, 'ended', 'Update to 27.2'],
	]);
	expect(summary).toMatchObject({ safari_behind: 1, exploited: 1, current: 3, behind: 1, ended: 2 });
	expect(summary.safari_not_reported).toEqual({ macs: 2, cves: 154 + 218, exploited_cves: 2 + 7 });
	expect(safariWords(summary.safari_not_reported!)).toBe(
		'Safari is not in the inventory for 2 Macs. It would decide 372 fixes, 9 of them exploited. safari-version.sh reports it; for Jamf Pro safari-attribute.sh, for osquery and Fleet pointrelease.osquery.json.',
	);
});

test('a fleet whose Safari is known everywhere, or decides nothing, has no line about it', async () => {
	const { summary } = await fleetOf(inventory(rows[0]!, rows[4]!), policy);
	expect(summary.safari_not_reported).toBeUndefined();
});

test('a framework fails a Mac for a missing update of Safari', async () => {
	const { macs } = await fleetOf(inventory(...rows.slice(0, 3)), policy);
	const verdicts = (key: string) => {
		const judge = new FrameworkJudge(shipped, frameworks.get(key)!, asOf, null);
		return judgeMacs(macs, { catalog: shipped, judge, asOf }).macs.map(({ verdict }) => verdict.verdict);
	};
	expect(verdicts('cyber-essentials-3.3')).toEqual(['pass', 'fail', 'pass']);
	// CVE-2026-20700 is listed for no release and no Safari of 15.
	expect(verdicts('kev-due-date')).toEqual(['unknown', 'fail', 'unknown']);
});
