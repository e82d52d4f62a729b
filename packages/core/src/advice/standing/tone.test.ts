import { describe, expect, test } from 'bun:test';
import { type ToneFacts, toneOf } from './tone.ts';

const upToDate: ToneFacts = {
	version_standing: 'known',
	standing: 'current',
	action: 'none',
	meets_policy: null,
};
const tone = (facts: Partial<ToneFacts>, hasPolicy?: boolean) => toneOf({ ...upToDate, ...facts }, hasPolicy);

describe('green', () => {
	test('is a Mac that needs nothing, by its support or by the policy', () => {
		expect([tone({}), tone({ meets_policy: true })]).toEqual(['current', 'current']);
		// An update that the policy does not ask for yet.
		expect(tone({ standing: 'behind', meets_policy: true })).toBe('current');
	});

	test('is never shown with an action, an unsupported macOS or an unknown version', () => {
		for (const meets_policy of [null, true, false])
			for (const action of ['update', 'update-then-replace', 'replace', 'check'] as const)
				expect(tone({ action, meets_policy })).toBe('behind');
		expect(tone({ standing: 'ended', meets_policy: true })).toBe('ended');
		expect(tone({ version_standing: 'unknown', standing: null, action: 'check' })).toBe('neutral');
		expect(tone({ version_standing: 'newer', meets_policy: true })).toBe('neutral');
		expect(tone({ version_standing: 'unknown', standing: null })).toBe('neutral');
	});

	test('is not the latest release of a major that the policy does not allow', () => {
		expect(tone({ meets_policy: false, action: 'update' })).toBe('behind');
	});
});

test('a Mac that a policy cannot judge is neutral; without a policy its support counts', () => {
	expect([tone({}, true), tone({}, false)]).toEqual(['neutral', 'current']);
	// An installed build that Apple replaced.
	expect(tone({ standing: null, action: 'check' })).toBe('behind');
	// A Mac of several models with different things to do.
	expect([tone({ action: null }), tone({ action: null, standing: 'behind' })]).toEqual(['neutral', 'behind']);
});
