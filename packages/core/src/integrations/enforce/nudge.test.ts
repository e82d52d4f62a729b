import { expect, test } from 'bun:test';
import { enforcementFiles } from '../../../../../test/enforce/enforcement-files.ts';
import { nudgeChoice } from '../../../../../test/enforce/nudge-choice.ts';
import { namedPolicy } from '../../../../../test/enforce/policies.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { type Policy, policyOf } from '../../advice/policy/policy.ts';
import { assess } from '../../advice/standing/assess.ts';
import { rulesOf } from './nudge.ts';

const [early, late] = [{ by: 'early' }, { by: 'late' }];

test('a rule for a major replaces the rules of its versions only if that gives fewer rules', () => {
	expect(rulesOf(new Map([['26.6', early]]))).toEqual([{ rule: '26.6', requirement: early }]);
	expect(
		rulesOf(
			new Map([
				['26.5', early],
				['26.6', early],
				['26.7', late],
			]),
		),
	).toEqual([
		{ rule: '26.7', requirement: late },
		{ rule: '26', requirement: early },
	]);
});

test('the Nudge file for all Macs has no rule for a version on which Macs have different targets, and downloads no major', () => {
	const policy = namedPolicy('standard');
	const file = JSON.parse(enforcementFiles(shipped, policy, 'nudge')[0].body);
	expect(file.optionalFeatures.attemptToFetchMajorUpgrade).toBe(false);
	// Every Mac on 26 is asked for 26.7.2; one on 14.7 for 14.8.9, 15.8.2 or 26.7.2, and Nudge cannot tell which.
	expect([nudgeChoice(file, '26.6'), nudgeChoice(file, '26.7.1'), nudgeChoice(file, '14.7')]).toEqual([
		{ version: '26.7.2', date: '2026-11-17T12:00:00Z' },
		{ version: '26.7.2', date: '2026-11-23T12:00:00Z' },
		null,
	]);
	// Every Mac on 27 is asked for 27.2, although the policy also allows 26: the installed major comes first.
	expect(nudgeChoice(file, '27.0')).toEqual({ version: '27.2', date: '2026-11-23T12:00:00Z' });
});

test('no Nudge file asks a Mac on its last release for another major', () => {
	// The MacBook Air of 2020 ends at macOS 15; newer Macs on 15.8.2 are asked for 26.7.2.
	const board = shipped.boards.get('Mac-0CFF9C7C2B63DF8D')!;
	expect(board.modelIdentifiers).toEqual(['MacBookAir9,1']);
	for (const name of ['standard', 'newest', 'careful']) {
		const policy = namedPolicy(name);
		const { meetsTarget, blockedBy } = assess(shipped, board, { version: '15.8.2', build: null }, policy)!;
		expect([name, meetsTarget, blockedBy]).toEqual([name, true, 'hardware']);
		const [file] = enforcementFiles(shipped, policy, 'nudge');
		expect([name, nudgeChoice(JSON.parse(file.body), '15.8.2')]).toEqual([name, null]);
	}
});

test('no Nudge file has a default rule, which would match unknown Macs', () => {
	for (const name of ['standard', 'newest', 'careful'])
		for (const { name: file, body } of enforcementFiles(shipped, namedPolicy(name), 'nudge', {
			ownMajor: true,
		}))
			expect([file, body.includes('"default"')]).toEqual([file, false]);
});

test('the Nudge files name a feed with as many unsupported majors as their targets need, and none more', () => {
	const ownSofaUrl = 'https://macs.example/feed.json';
	const feedOf = (policy: Policy) => {
		const [file] = enforcementFiles(shipped, policy, 'nudge', { ownSofaUrl });
		return JSON.parse(file.body).optionalFeatures.customSOFAFeedURL;
	};
	// Some Macs are asked for their last release of 14, 13 or 12, which are unsupported. The feed lists two by default.
	expect(feedOf(namedPolicy('standard'))).toBe(`${ownSofaUrl}?ended=3`);
	// Only 11 was unsupported.
	expect(feedOf(policyOf('2023-11-07', { behind: 1, graceDays: 30 }))).toBe(ownSofaUrl);
});
