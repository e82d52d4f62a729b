import { expect, test } from 'bun:test';
import { parsePolicies } from '../../../settings/policies-definition.ts';
import {
	allTerms,
	hasTerms,
	policiesFile,
	policyInAddress,
	policyParameters,
	policyQuery,
	termsOf,
} from './policy-address.ts';

const inAddress = (text: string) => policyInAddress(new URLSearchParams(text));
const numbers = {
	behind: 1,
	defer_days: 14,
	defer_major_days: 14,
	grace_days: 21,
	exploited_grace_days: null,
	enrollment_grace_days: null,
};
const policies = [{ name: 'standard', description: null, exclude: ['26.6.1', '15.7'], ...numbers }];

test.each([
	['policy=standard', 'policy=standard'],
	['behind=1&grace_days=14', 'behind=1&grace_days=14'],
	['on=14.7.2&show=fixes&as_of=2026-10-01', 'as_of=2026-10-01'],
	['policy=standard&behind=1&exclude=26.6.1,15.7', 'policy=standard&behind=1&exclude=26.6.1%2C15.7'],
	['behind=', ''],
])('the policy of the address ?%s is requested as ?%s', (address, query) => {
	expect(policyQuery(inAddress(address))).toBe(query);
});

test('a policy written into an address replaces the one before', () => {
	const written = policyParameters(inAddress('grace_days=14'));
	expect(written).toMatchObject({ grace_days: '14', defer_days: '', policy: '', behind: '' });
});

test('a day alone is not a policy', () => {
	expect([hasTerms(inAddress('as_of=2026-10-01')), hasTerms(inAddress('behind=0'))]).toEqual([false, true]);
});

test('a named policy has the terms that the service states, and the address overrides them', () => {
	expect(termsOf(policies[0]!)).toEqual({
		behind: '1',
		defer_days: '14',
		defer_major_days: '',
		grace_days: '21',
		exploited_grace_days: '',
		enrollment_grace_days: '',
		exclude: '26.6.1,15.7',
	});
	expect(allTerms(inAddress('policy=standard&grace_days=7'), { policies })).toMatchObject({
		behind: '1',
		grace_days: '7',
	});
	expect(allTerms(inAddress('policy=gone'), { policies })).toBeNull();
	expect(allTerms(inAddress('behind=2'), { policies })).toMatchObject({ behind: '2', grace_days: '' });
});

test('typed terms make a policies file that the service accepts, and checking it reports a typing mistake', () => {
	const { terms } = inAddress('behind=1&grace_days=14&exclude=26.6.1,+15.7&as_of=2026-10-01');
	expect(parsePolicies('p', policiesFile(terms))).toEqual(
		new Map([
			['standard', { description: null, terms: { behind: 1, graceDays: 14, exclude: ['26.6.1', '15.7'] } }],
		]),
	);
	expect(() => parsePolicies('p', policiesFile(inAddress('behind=-1').terms))).toThrow(
		'policies.standard.behind is "-1": expected a whole number from 0 to 99',
	);
});
