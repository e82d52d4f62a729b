import { expect, test } from 'bun:test';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { fleetOf } from '../../../test/fleet/fleet-of.ts';
import type { Mac } from '../fleet.ts';
import { type MacResult, noFacts, resultOf } from '../judging/mac-result.ts';
import { WorstMacs, whyWords } from './worst-macs.ts';

const asOf = '2026-11-16';

test('the worst Macs are listed first in any order of the file; Macs that meet the policy are not listed', async () => {
	const rows = [
		'fine,S1,"Mac14,2",27.2',
		'late,S2,"Mac14,2",26.7.1',
		'old,S3,"MacBookPro11,4",12.7.6',
		'exploited,S4,"Mac14,2",26.5',
		'odd,S5,"Mac14,2",26',
		'late too,S6,"Mac14,2",26.7.1',
	];
	for (const [most, names] of [
		[20, ['exploited', 'old', 'late', 'late too', 'odd']],
		[3, ['exploited', 'old', 'late']],
		[1, ['exploited']],
	] as const) {
		const { macs } = await fleetOf(
			`Name,Serial,Model,OS Version\n${rows.join('\n')}\n`,
			policyOf(asOf, { behind: 1, graceDays: 14 }),
		);
		const worst = new WorstMacs(most);
		for (const mac of macs) worst.add(mac);
		expect(worst.list().map(({ name }) => name)).toEqual([...names]);
		expect(worst.count).toBe(5);
	}
});

test('a Mac that the policy does not judge precedes one that is well but for it', () => {
	const mac = (name: string, members: Partial<MacResult>) =>
		({ name, judgment: { answer: { ...resultOf(noFacts), ...members } } }) as Mac;
	const worst = new WorstMacs(2);
	worst.add(mac('unknown', { standing: null, meets_policy: null, problem_kind: 'unknown' }));
	worst.add(mac('unjudged', { standing: 'current', meets_policy: null, missing_count: 3 }));
	expect(worst.list().map(({ name }) => name)).toEqual(['unjudged', 'unknown']);
});

test('a few words say what is wrong', async () => {
	const { macs } = await fleetOf(
		'Name,Model,OS Version\na,"Mac14,2",26.5\nb,"MacBookPro11,4",12.7.6\nc,"Mac14,2",26.7.1\nd,"Mac14,2",26\ne,"Mac14,2",27.2\n',
		policyOf(asOf, { behind: 1, graceDays: 14 }),
	);
	expect(macs.map(({ judgment }) => whyWords(judgment.answer!, true))).toEqual([
		'exposed (fix available), overdue',
		'unsupported, cannot run an allowed version',
		'overdue',
		'not judged, 26 is a major version: which release of 26 is it?',
		'',
	]);
});
