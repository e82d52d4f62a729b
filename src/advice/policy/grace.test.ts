import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { shipped } from '../../../test/shipped-data.ts';
import { enforce, isEnforceable } from '../../integrations/enforce/enforce.ts';
import { formatNames } from '../../integrations/enforce/formats.ts';
import { dayNumber } from '../../text/day.ts';
import { assess } from '../standing/assess.ts';
import { graceOf, shortestGrace } from './grace.ts';
import { type PolicyTerms, policyOf } from './policy.ts';

const days = fc.option(fc.integer({ min: 0, max: 90 }));

test('exploited holes wait no longer than others, and no longer than the policy says for them', () => {
	fc.assert(
		fc.property(days, days, (graceDays, exploitedGraceDays) => {
			const policy = policyOf('2026-11-16', { graceDays, exploitedGraceDays });
			expect(graceOf(policy, { exploited: false })).toBe(graceDays);
			const given = [graceDays, exploitedGraceDays].filter((grace) => grace !== null);
			const least = given.length === 0 ? null : Math.min(...given);
			expect(graceOf(policy, { exploited: true })).toBe(least);
			expect(shortestGrace(policy)).toBe(least);
		}),
	);
});

test('advice counts the days of that function and no others, and what is enforced has the same day', () => {
	const board = shipped.boards.get('J293AP')!;
	for (const terms of [
		{ graceDays: 40, exploitedGraceDays: null },
		{ graceDays: null, exploitedGraceDays: 5 },
		{ graceDays: 40, exploitedGraceDays: 5 },
		{ graceDays: null, exploitedGraceDays: null },
	] satisfies Partial<PolicyTerms>[]) {
		const policy = policyOf('2026-11-16', terms);
		const advice = assess(shipped, board, { version: '26.0', build: null }, policy)!;
		const { targetSince, deadline, closesExploited } = advice;
		const grace = graceOf(policy, { exploited: closesExploited! });
		expect(deadline && dayNumber(deadline) - dayNumber(targetSince!)).toBe(grace);
		for (const format of formatNames)
			expect([format, isEnforceable(policy, format)]).toEqual([
				format,
				format === 'fleet' || shortestGrace(policy) !== null,
			]);
		if (!deadline) continue;
		const files = enforce(shipped, policy, 'nudge', { enforceOverdue: true }).files;
		expect(files.map(({ body }) => body).join('\n')).toContain(`${deadline}T12:00:00Z`);
	}
});
