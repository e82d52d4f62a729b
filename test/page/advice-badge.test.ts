import { expect, test } from 'bun:test';
import { type PolicyTerms, policyOf } from '../../src/advice/policy/policy.ts';
import { adviceRecord } from '../../src/api/reads/advice.ts';
import { badgeOf } from '../../src/page/app/mac/advice-badge.ts';
import { assessed } from '../assessed.ts';

function badge(board: string, version: string, policy: Partial<PolicyTerms> & { asOf?: string } = {}) {
	const { asOf = '2026-11-01', ...terms } = policy;
	return badgeOf(adviceRecord(assessed(board, version, policy), policyOf(asOf, terms), true));
}

test('the three states have their tone and word, and what has ended is never green', () => {
	expect(badge('J293AP', '27.2')).toEqual({ tone: 'current', words: 'Current' });
	expect(badge('J293AP', '26.7.2')).toEqual({ tone: 'current', words: 'Current' });
	expect(badge('J293AP', '26.0')).toEqual({ tone: 'behind', words: '16 releases behind' });
	expect(badge('J293AP', '14.7.2')).toEqual({ tone: 'ended', words: 'Support ended, 15 releases behind' });
	expect(badge('J293AP', '14.8.9')).toEqual({ tone: 'ended', words: 'Support ended' });
	expect(badge('M0001A', '7.5.5')).toEqual({ tone: 'ended', words: 'Support ended' });
});

test('a policy shows where it says something else', () => {
	expect(badge('J293AP', '26.0', { behind: 1, deferDays: 3000 }).words).toBe(
		'Meets the policy, 16 releases behind',
	);
	expect(badge('J293AP', '26.7.2', { behind: 0 })).toEqual({
		tone: 'behind',
		words: 'Current, misses the policy',
	});
});

test('a release that was not made for the Mac is a warning, whatever its number', () => {
	for (const behind of [0, 2])
		expect(badge('J140KAP', '15.1', { behind })).toEqual({ tone: 'behind', words: 'Not made for this Mac' });
});

test('a number above all that is known is no state', () => {
	expect(badge('J293AP', '27.9')).toEqual({ tone: 'neutral', words: 'Newer than known' });
	expect(badge('J293AP', '99.1')).toEqual({ tone: 'neutral', words: 'Nothing is known' });
});
