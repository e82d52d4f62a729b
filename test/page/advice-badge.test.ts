import { expect, test } from 'bun:test';
import { adviceRecord } from '../../src/api/reads/advice.ts';
import { badgeOf } from '../../src/page/app/mac/advice-badge.ts';
import { type PolicyTerms, policyOf } from '../../src/policy/policy.ts';
import { assessed } from '../assessed.ts';

function badge(board: string, version: string, policy: Partial<PolicyTerms> & { asOf?: string } = {}) {
	const { asOf = '2026-11-01', ...terms } = policy;
	return badgeOf(adviceRecord(assessed(board, version, policy), policyOf(asOf, terms), true));
}

test('only what is current and meets the policy is up to date', () => {
	expect(badge('J293AP', '27.2')).toEqual({ tone: 'good', words: 'Up to date' });
	expect(badge('J293AP', '26.0', { behind: 2 })).toEqual({
		tone: 'neutral',
		words: 'Meets the policy, 16 releases behind',
	});
});

test('a release that was not made for the Mac is a warning, whatever its number', () => {
	for (const behind of [0, 2])
		expect(badge('J140KAP', '15.1', { behind })).toEqual({ tone: 'late', words: 'Not made for this Mac' });
});

test('a withdrawn release, a newer one and late ones are told apart', () => {
	expect(badge('M0001A', '7.5.4').words).toBe('Withdrawn');
	expect(badge('J293AP', '99.1')).toEqual({ tone: 'good', words: 'Newer than known' });
	expect(badge('J293AP', '14.7.2')).toEqual({ tone: 'late', words: '15 releases behind' });
	expect(badge('J293AP', '14.8.9')).toEqual({ tone: 'late', words: '3 majors behind' });
});

test('while nothing is old enough for the policy nobody is late', () => {
	expect(badge('J293AP', '11.0', { asOf: '2020-11-20', deferDays: 90 }).tone).toBe('neutral');
});
