import { expect, test } from 'bun:test';
import { assessed } from '../../../../test/assessed.ts';
import { type PolicyTerms, policyOf } from '../../../advice/policy/policy.ts';
import { adviceRecord } from '../../../api/reads/advice.ts';
import { toneOf } from './verdict.tsx';

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

test('a policy that is missed takes the green away; one that is met does not give it', () => {
	expect(tone('J293AP', '26.7.2', { behind: 0 })).toBe('behind');
	expect(tone('J293AP', '26.0', { behind: 1, deferDays: 3000 })).toBe('behind');
	expect(tone('J293AP', '14.7.2', { deferDays: 3000 })).toBe('ended');
});

test('a release that was not made for the Mac is a warning, whatever its number', () => {
	for (const behind of [0, 2]) expect(tone('J140KAP', '15.1', { behind })).toBe('behind');
});

test('a number above every known release has no state', () => {
	for (const version of ['27.9', '99.1']) expect(tone('J293AP', version)).toBe('neutral');
});
