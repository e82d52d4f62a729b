import { expect, test } from 'bun:test';
import { type PolicyTerms, policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { toneOf } from '@pointrelease/core/src/advice/standing/tone.ts';
import { adviceRecord } from '@pointrelease/core/src/api/reads/advice.ts';
import { assessed } from '../../../../test/assessed.ts';

function tone(board: string, version: string, policy: Partial<PolicyTerms> & { asOf?: string } = {}) {
	const { asOf = '2026-11-01', ...terms } = policy;
	return toneOf(adviceRecord(assessed(board, version, policy), policyOf(asOf, terms), true));
}

test('each update status has its tone, and an unsupported version is never green', () => {
	expect(tone('J293AP', '27.2')).toBe('current');
	expect(tone('J293AP', '26.7.2')).toBe('current');
	expect(tone('J293AP', '26.0')).toBe('behind');
	for (const version of ['14.7.2', '14.8.9']) expect(tone('J293AP', version)).toBe('ended');
	expect(tone('M0001A', '7.5.5')).toBe('ended');
});

test('under a policy the tone is the verdict of the policy, except for unsupported versions', () => {
	expect(tone('J293AP', '26.7.2', { behind: 0 })).toBe('behind');
	// No release is old enough for this policy, so it requires no update yet.
	expect(tone('J293AP', '26.0', { behind: 1, deferDays: 3000 })).toBe('current');
	expect(tone('J293AP', '14.7.2', { deferDays: 3000 })).toBe('ended');
});

test('a release that was not made for the Mac is a warning, even if its number is high', () => {
	for (const behind of [0, 2]) expect(tone('J140KAP', '15.1', { behind })).toBe('behind');
});

test('a Mac that may lack a security response is not green', () => {
	for (const policy of [{}, { behind: 0 }])
		expect(tone('J293AP', '26.3.1', { asOf: '2026-03-18', ...policy })).toBe('behind');
});

test('an unknown version has no tone, with a policy or without', () => {
	for (const version of ['27.9', '99.1', '26.4.9', '15.70', '26'])
		for (const policy of [{}, { behind: 2 }]) expect(tone('J293AP', version, policy)).toBe('neutral');
});
