import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type MacResult, noFacts, resultOf } from '../judging/mac-result.ts';
import { placesOf, urgencyOf, worstFirst } from './worst-first.ts';

const nothing = resultOf(noFacts);

const mac = (members: Partial<MacResult>): MacResult => ({ ...nothing, ...members });
const overdue = (days: number) => ({ meets_policy: false, overdue_since: '2026-10-01', days_overdue: days });
const exploited = { exploited_missing_count: 2 };

test.each<[urgency: string, underPolicy: Partial<MacResult>]>([
	['exploited', { standing: 'behind', ...overdue(9), ...exploited }],
	['exploited', { standing: 'ended', ...overdue(9), ...exploited }],
	['unsupported', { standing: 'ended', meets_policy: false, fixed_elsewhere_exploited_count: 17 }],
	['unsupported', { standing: 'ended', ...overdue(9) }],
	['overdue', { standing: 'current', ...overdue(9), fixed_elsewhere_exploited_count: 1 }],
	['exploited-later', { standing: 'behind', meets_policy: false, ...exploited }],
	['exploited-later', { standing: 'current', meets_policy: true, fixed_elsewhere_exploited_count: 1 }],
	['behind', { standing: 'current', meets_policy: false, blocked_by: 'hardware' }],
	['behind', { standing: 'behind', meets_policy: false }],
	['not-judged', { standing: 'current', meets_policy: null }],
	['not-judged', { standing: null, problem_kind: 'ambiguous' }],
	['fine', { standing: 'behind', meets_policy: true }],
	['fine', { standing: 'current', meets_policy: true, not_stated_exploited_count: 1 }],
])('under a policy %s is %j', (urgency, members) => {
	expect(urgencyOf(mac(members), true)).toBe(urgency as never);
});

test('without a policy nothing is overdue: a missing fix for an exploited vulnerability comes first', () => {
	const urgency = (members: Partial<MacResult>) => urgencyOf(mac(members), false);
	expect(urgency({ standing: 'behind', ...exploited })).toBe('exploited');
	expect(urgency({ standing: 'behind' })).toBe('behind');
	expect(urgency({ standing: 'current' })).toBe('fine');
	expect(urgency({ standing: 'current', not_stated_exploited_count: 1 })).toBe('fine');
	expect(urgency({ standing: 'current', fixed_elsewhere_exploited_count: 1 })).toBe('exploited-later');
	expect(urgency({ standing: null, problem_kind: 'unknown' })).toBe('not-judged');
});

test('of two equally urgent Macs, first the one that is overdue for longer, then the one that misses more', () => {
	const inOrder = [
		mac({ standing: 'behind', ...overdue(40), ...exploited }),
		mac({ standing: 'behind', ...overdue(9), exploited_missing_count: 3 }),
		mac({ standing: 'behind', ...overdue(9), ...exploited, missing_count: 80 }),
		mac({ standing: 'behind', ...overdue(9), ...exploited, missing_count: 8 }),
		mac({ standing: 'ended' }),
		mac({ standing: 'current', meets_policy: true, not_stated_exploited_count: 1 }),
		mac({ standing: 'current', meets_policy: true }),
	];
	expect(inOrder.toReversed().sort(worstFirst(true))).toEqual(inOrder);
	// What cannot be updated must be replaced, which takes longer.
	const [updated, replaced] = [
		mac({ standing: 'ended', recommended_version: '15.8.2' }),
		mac({ standing: 'ended', fixed_elsewhere_exploited_count: 17 }),
	];
	expect([replaced, updated].sort(worstFirst(false))).toEqual([updated, replaced]);
	// Fixes of newer major versions count like missing fixes of the own one.
	const unsupported = (missing: number, elsewhere: number) =>
		mac({
			standing: 'ended',
			exploited_missing_count: missing,
			fixed_elsewhere_exploited_count: elsewhere,
		});
	const [more, less] = [unsupported(2, 3), unsupported(4, 0)];
	expect([less, more].sort(worstFirst(true))).toEqual([more, less]);
	expect(placesOf([...inOrder, inOrder[0]!], true)).toEqual([0, 2, 3, 4, 5, 6, 7, 0]);
});

test('the order of results is total, and places follow it', () => {
	const counts = fc.option(fc.integer({ min: 0, max: 3 }));
	const results = fc.record({
		standing: fc.constantFrom('current', 'behind', 'ended', null),
		meets_policy: fc.constantFrom(true, false, null),
		overdue_since: fc.constantFrom('2026-10-01', null),
		days_overdue: counts,
		exploited_missing_count: counts,
		fixed_elsewhere_exploited_count: counts,
		missing_count: counts,
	}) as fc.Arbitrary<Partial<MacResult>>;
	fc.assert(
		fc.property(fc.array(results, { maxLength: 12 }), fc.boolean(), (list, hasPolicy) => {
			const all = list.map(mac);
			const places = placesOf(all, hasPolicy);
			const compare = worstFirst(hasPolicy);
			for (const [a, left] of all.entries())
				for (const [b, right] of all.entries())
					expect(Math.sign(places[a]! - places[b]!)).toBe(Math.sign(compare(left, right)));
		}),
	);
});
