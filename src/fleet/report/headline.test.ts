import { expect, test } from 'bun:test';
import { headline, isTooUncertain, percentWords } from './headline.ts';
import type { Summary } from './summary.ts';

const none = {
	macs: 0,
	misses_policy: 0,
	behind: 0,
	ended: 0,
	exploited: 0,
	exploited_elsewhere: 0,
	exposure_unknown: 0,
};
const said = (counts: Partial<Summary>, hasPolicy = false) =>
	headline({ ...none, meets_policy: 0, ...counts } as Summary, hasPolicy)
		.map(({ text, alarm }) => (alarm ? `[${text}]` : text))
		.join('');

test.each<[Partial<Summary>, string]>([
	[{}, 'There are no Macs in this inventory.'],
	[
		{ macs: 1, ended: 1 },
		'0 of 1 Mac is behind and 1 runs an unsupported macOS; 0 are exposed to known exploited vulnerabilities.',
	],
	[
		{ macs: 1234567, behind: 1, ended: 2, exploited: 1 },
		'1 of 1,234,567 Macs is behind and 2 run an unsupported macOS; [1 is exposed to known exploited vulnerabilities].',
	],
	[
		{ macs: 2, exploited_elsewhere: 1, exposure_unknown: 1 },
		'0 of 2 Macs are behind and 0 run an unsupported macOS; 0 are exposed to known exploited vulnerabilities, [1 needs a macOS upgrade to fix theirs], and [1 could not be checked].',
	],
	[
		{ macs: 2, exposure_unknown: 2 },
		'0 of 2 Macs are behind and 0 run an unsupported macOS; 0 are exposed to known exploited vulnerabilities, and [2 could not be checked].',
	],
])('%j in a sentence, what is an alarm in brackets', (counts, sentence) => {
	expect(said(counts)).toBe(sentence);
});

test('the counts of an incomplete export refer to the Macs in it', () => {
	expect(said({ macs: 100, rows: 100, meets_policy: 100, incomplete: true, missing_rows: 4900 }, true)).toBe(
		'[The export is incomplete: it has 100 of 5,000 rows.] 0 of the 100 Macs in it miss the policy; 0 are exposed to known exploited vulnerabilities. 100% of the Macs in it meet it.',
	);
	expect(said({ macs: 0, rows: 1, incomplete: true, missing_rows: 0 })).toBe(
		'[The export is incomplete: it has 1 row, and more follow.] There are no Macs in this inventory.',
	);
});

test('with a policy the sentence begins with the Macs that miss it and ends with the share that meets it, rounded down', () => {
	expect(said({ macs: 40, misses_policy: 12, exploited: 4, meets_policy: 26 }, true)).toBe(
		'12 of 40 Macs miss the policy; [4 are exposed to known exploited vulnerabilities]. 65% meet it.',
	);
	expect(said({ macs: 1, misses_policy: 1 }, true)).toStartWith('1 of 1 Mac misses the policy; ');
	expect(said({ macs: 3, misses_policy: 1 }, true)).toStartWith('1 of 3 Macs misses the policy; ');
	expect(said({ macs: 3, meets_policy: 2 }, true)).toEndWith('vulnerabilities. 66% meet it.');
	expect([0, 1, 199, 200].map((meets_policy) => percentWords({ meets_policy, macs: 200 }))).toEqual([
		'0%',
		'0%',
		'99%',
		'100%',
	]);
	expect(percentWords({ meets_policy: 0, macs: 0 })).toBe('0%');
});

const of = (members: Partial<Summary>) =>
	({
		macs: 10,
		meets_policy: 6,
		misses_policy: 2,
		incomplete: false,
		missing_rows: 0,
		...members,
	}) as Summary;

test('rows on missing pages count as not judged', () => {
	expect([1, 2, 3].map((macs) => isTooUncertain(of({}), { macs }))).toEqual([true, false, false]);
	const missing = of({ incomplete: true, missing_rows: 10 });
	expect([11, 12].map((macs) => isTooUncertain(missing, { macs }))).toEqual([true, false]);
	// 12 of 20 were not judged.
	expect([59, 60].map((percent) => isTooUncertain(missing, { percent }))).toEqual([true, false]);
});

test('if the number of missing rows is unknown, only 100% allows them', () => {
	const open = of({ incomplete: true });
	expect(isTooUncertain(open, { percent: 99 })).toBe(true);
	expect(isTooUncertain(open, { macs: 1_000_000 })).toBe(true);
	expect(isTooUncertain(open, { percent: 100 })).toBe(false);
});
