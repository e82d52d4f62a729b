import { expect, test } from 'bun:test';
import { attentionOf, countNotJudged } from './kind-counts.ts';
import { kindEntries } from './mac-kinds.ts';
import type { Summary } from './summary.ts';

const counts = (each: number) =>
	({
		...Object.fromEntries(kindEntries.map(([member]) => [member, each])),
		macs: each * 10,
		stale: each,
	}) as unknown as Summary;

const shown = (summary: Summary, hasPolicy: boolean) =>
	attentionOf(summary, hasPolicy, 30).map(({ kind }) => kind.id);

test('what needs attention is listed in its order: without a policy nothing that is about one, and rare kinds only if there are any', () => {
	const usual = [
		'exploited',
		'elsewhere',
		'not-known',
		'overdue',
		'missed',
		'not-judged',
		'stale',
		'to-replace',
	];
	expect(shown(counts(0), true)).toEqual(usual);
	expect(shown(counts(0), false)).toEqual(usual.filter((id) => id !== 'missed' && id !== 'not-judged'));
	const [first, second, ...others] = usual;
	const all = [
		first,
		second,
		'not-stated',
		...others,
		'newer',
		'beta',
		'doubtful',
		'response',
		'excepted',
		'safari',
	];
	expect(shown(counts(1), true)).toEqual(all as string[]);
	const ofPolicy = ['missed', 'not-judged', 'excepted'];
	expect(shown(counts(1), false)).toEqual(all.filter((id) => !ofPolicy.includes(id!)) as string[]);
});

test('a Mac is not judged if the policy says nothing about it or, without one, nobody knows whether it is behind', () => {
	const summary = {
		macs: 10,
		meets_policy: 3,
		misses_policy: 2,
		current: 4,
		behind: 1,
		ended: 2,
	} as unknown as Summary;
	expect([countNotJudged(summary, true), countNotJudged(summary, false)]).toEqual([5, 3]);
});
