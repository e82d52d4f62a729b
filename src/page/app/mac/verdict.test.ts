import { expect, test } from 'bun:test';
import { assessed } from '../../../../test/assessed.ts';
import { type PolicyTerms, policyOf } from '../../../advice/policy/policy.ts';
import { toneOf } from '../../../advice/standing/tone.ts';
import { adviceRecord } from '../../../api/reads/advice.ts';

function tone(board: string, version: string, policy: Partial<PolicyTerms> & { asOf?: string } = {}) {
	const { asOf = '2026-11-01', ...terms } = policy;
	return toneOf(adviceRecord(assessed(board, version, policy), policyOf(asOf, terms), true));
}

test('each of the three states has its tone, and what is unsupported is never green', () => {
	expect(tone('J293AP', '27.2')).toBe('current');
	expect(tone('J293AP', '26.7.2')).toBe('current');
	expect(tone('J293AP', '26.0')).toBe('behind');
	for (const version of ['14.7.2', '14.8.9']) expect(tone('J293AP', version)).toBe('ended');
	expect(tone('M0001A', '7.5.5')).toBe('ended');
});

test('under a policy the color is that of the policy, except for what is unsupported', () => {
	expect(tone('J293AP', '26.7.2', { behind: 0 })).toBe('behind');
	// Nothing is old enough: no update is required yet.
	expect(tone('J293AP', '26.0', { behind: 1, deferDays: 3000 })).toBe('current');
	expect(tone('J293AP', '14.7.2', { deferDays: 3000 })).toBe('ended');
});

test('a release that was not made for the Mac is a warning, whatever its number', () => {
	for (const behind of [0, 2]) expect(tone('J140KAP', '15.1', { behind })).toBe('behind');
});

test('a Mac that may lack a security response is not green', () => {
	for (const policy of [{}, { behind: 0 }])
		expect(tone('J293AP', '26.3.1', { asOf: '2026-03-18', ...policy })).toBe('behind');
});

test('a number that no release has shows no state, with a policy or without', () => {
	for (const version of ['27.9', '99.1', '26.4.9', '15.70', '26'])
		for (const policy of [{}, { behind: 2 }]) expect(tone('J293AP', version, policy)).toBe('neutral');
});
