import { expect, test } from 'bun:test';
import { summarise } from '../../src/api/reads/advice-summary.ts';
import { advise, type Policy } from '../../src/catalog/advice.ts';
import { shipped } from '../shipped-data.ts';

function on(asOf: string, board: string, version: string) {
	const policy: Policy = { asOf, deferDays: 0, behind: 0 };
	const advice = advise(shipped, board, version, policy);
	if (advice.kind !== 'advice') throw new Error(`no advice for ${board}:${version}: ${advice.kind}`);
	return { ...advice, words: summarise(advice, policy, true) };
}

test('a release that was not out yet on the day is newer than known, and has no day', () => {
	const advice = on('2025-03-01', 'J293AP', '15.4');
	expect(advice).toMatchObject({ standing: 'newer', release: null, version: '15.4' });
	expect(advice.latest?.version).toBe('15.3.1');
	expect(advice.words).toStartWith('15.4 is newer than any release of 15 known here on 2025-03-01.');
	expect(on('2025-03-31', 'J293AP', '15.4')).toMatchObject({ standing: 'known' });
});

test('before anything for a board was out, no release of it is the latest', () => {
	const advice = on('2020-01-01', 'J293AP', '14.7.2');
	expect(advice).toMatchObject({ standing: 'newer', release: null, latest: null, newest: null });
	expect(advice.words).toBe(
		'14.7.2 is newer than any release known here on 2020-01-01. No release for this Mac was out on 2020-01-01.',
	);
});

test('a number between what was out and what came later is newer too, one below is unknown', () => {
	expect(on('2025-03-01', 'J293AP', '15.3.9').standing).toBe('newer');
	expect(on('2025-03-01', 'J293AP', '15.2.9').standing).toBe('unknown');
	expect(on('2020-01-01', 'J293AP', '10.16').standing).toBe('newer');
	expect(on('2026-11-01', 'J293AP', '10.16').standing).toBe('unknown');
});

test('a release of other boards that was not out yet is no release of other boards yet', () => {
	expect(on('2019-01-01', 'J293AP', '10.15.7').standing).toBe('newer');
	expect(on('2020-12-01', 'J293AP', '10.15.7').standing).toBe('not-for-board');
});

test('for every release of every Mac on the day before it came: newer, or one of the releases before', () => {
	for (const board of shipped.boards.values()) {
		for (const { releases } of board.support.values()) {
			const release = releases.at(-1)!;
			const before = new Date(Date.parse(release.released) - 86_400_000).toISOString().slice(0, 10);
			const advice = on(before, board.id, release.version);
			if (advice.standing !== 'newer' || advice.release) throw new Error(`${board.id}:${release.version}`);
		}
	}
});
