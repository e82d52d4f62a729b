import { expect, test } from 'bun:test';
import { assessed } from '../../../../../test/assessed.ts';
import { membersOf } from '../../../../../test/members.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { cases, sampled } from '../../../../../test/size.ts';
import { noPolicy } from '../../advice/policy/policy.ts';
import { adviceWords } from './advice-summary.ts';

function on(asOf: string, board: string, version: string) {
	const advice = assessed(board, version, { asOf });
	return { ...advice, words: adviceWords(advice, noPolicy(asOf), true).summary };
}

test('a release that was not out on the day is newer than known, and has no release day', () => {
	const advice = on('2025-03-01', 'J293AP', '15.4');
	expect([advice.versionStanding, advice.release, advice.version]).toEqual(['newer', null, '15.4']);
	expect(advice.latest?.version).toBe('15.3.1');
	expect(advice.words).toStartWith(
		'Newer than any release known here. This Mac reports 15.4, which is not known here as of 1 March 2025.',
	);
	expect(on('2025-03-31', 'J293AP', '15.4').versionStanding).toBe('known');
});

test('before the first release for a board, it has no latest release', () => {
	const advice = on('2020-01-01', 'J293AP', '14.7.2');
	const { versionStanding, release, latest, newest } = advice;
	expect([versionStanding, release, latest, newest]).toEqual(['newer', null, null, null]);
	expect(advice.words).toBe(
		'No release for this Mac is known. This Mac reports 14.7.2, which is not known here as of 1 January 2020. Apple offered no release to this Mac on 1 January 2020.',
	);
});

test('before a new Mac is offered a release, the one from the factory is not its latest, and it is up to date', () => {
	const advice = on('2026-09-23', 'J873gAP', '27.0');
	expect(
		membersOf(advice, 'standing', 'latest', 'next', 'newest', 'releasesBehind', 'daysBehind', 'majorsBehind'),
	).toEqual({
		standing: 'current',
		latest: null,
		next: null,
		newest: null,
		releasesBehind: 0,
		daysBehind: 0,
		majorsBehind: 0,
	});
	expect(advice.exposure.missingCount).toBe(0);
	expect(advice.words).toBe(
		'Up to date. This Mac runs 27.0, which it came with. Apple offered no release to this Mac on 23 September 2026.',
	);
	expect(on('2026-09-23', 'J873gAP', '27.9').words).toStartWith('Newer than any release known here. ');
	expect(on('2026-09-23', 'J873gAP', '26.7').words).toStartWith(
		'Check the version: 26.7 does not fit this Mac. 26.7 was not made for this Mac.',
	);
	expect(on('2026-11-01', 'J873gAP', '27.0').next?.version).toBe('27.0.1');
});

test('an unknown number above the releases of the day is newer; an unknown number below is unknown', () => {
	expect(on('2025-03-01', 'J293AP', '15.3.9').versionStanding).toBe('newer');
	expect(on('2025-03-01', 'J293AP', '15.2.9').versionStanding).toBe('unknown');
	// There never was a 10.16.
	expect(on('2020-01-01', 'J293AP', '10.16').versionStanding).toBe('unknown');
});

test('11.0 came out after 11.0.1: in between it was not a release, and not the latest', () => {
	const advice = on('2020-11-14', 'J293AP', '11.0');
	expect(membersOf(advice, 'versionStanding', 'release', 'isCurrent', 'daysBehind')).toEqual({
		versionStanding: 'unknown',
		release: null,
		isCurrent: null,
		daysBehind: 2,
	});
	expect(advice.words).toBe(
		'Check the version: 11.0 is not a known release. This Mac reports 11.0, which is not a known release as of 14 November 2020. The next release, 11.0.1, had been out for 2 days on 14 November 2020.',
	);
	expect(on('2020-11-11', 'J293AP', '11.0').versionStanding).toBe('newer');
	expect(on('2020-11-17', 'J293AP', '11.0').versionStanding).toBe('known');
	// Its major had no release yet, but 10.0 was out.
	expect(on('2001-05-01', 'M5183', '9.2.1').versionStanding).toBe('newer');
});

test('a version newer than every release of the day is never behind: sampled releases on sampled days', () => {
	for (const id of ['J293AP', 'Mac-F42C88C8', 'M5183', 'M0001A']) {
		const releases = [...shipped.boards.get(id)!.support.values()].flatMap(({ releases }) => releases);
		const someDays = releases.filter((_, at) => at % 12 === 0);
		// Grouped by day, because results for a day are stored until another day is asked for.
		for (const { released } of cases(someDays, releases)) {
			for (const { version } of sampled(releases)) {
				const { versionStanding, isCurrent, next } = assessed(id, version, { asOf: released });
				if (versionStanding === 'newer' && (next || !isCurrent))
					throw new Error(`${id}:${version} on ${released}`);
			}
		}
	}
});

test('a release of other boards does not count before it is out', () => {
	expect(on('2019-01-01', 'J293AP', '10.15.7').versionStanding).toBe('newer');
	expect(on('2020-12-01', 'J293AP', '10.15.7').versionStanding).toBe('not-for-board');
});

test('the day before it came out, the last release of every major is newer, for every Mac', () => {
	for (const board of shipped.boards.values()) {
		for (const { releases } of board.support.values()) {
			const release = releases.at(-1)!;
			const before = new Date(Date.parse(release.released) - 86_400_000).toISOString().slice(0, 10);
			const advice = on(before, board.id, release.version);
			if (advice.versionStanding !== 'newer' || advice.release)
				throw new Error(`${board.id}:${release.version}`);
		}
	}
});
