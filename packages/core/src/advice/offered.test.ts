import { describe, expect, test } from 'bun:test';
import { shipped } from '../../../../test/shipped-data.ts';
import type { Pull, Release } from '../catalog/catalog.ts';
import {
	isPulledForAll,
	lastPull,
	latestOfBoard,
	latestOffered,
	latestOfMajor,
	listedAgainOn,
	offeredOn,
	pulledOn,
	pulledReleases,
} from './offered.ts';

const board = shipped.boards.get('J293AP')!;
const other = shipped.boards.get('J413AP')!;
const support = board.support.get('27')!;
const [before, latest] = support.releases.slice(-2) as [Release, Release];
const asOf = '2026-11-18';

const pull = (on: string, listedAgain: string | null = null, boards: Pull['boards'] = null): Pull => ({
	on,
	listedAgainOn: listedAgain,
	boards,
});
const pulled = (release: Release, ...pulls: Pull[]): Release => ({ ...release, pulls });
/** The same major of the board, with other pulls of its last two releases. */
function withPulls(ofBefore: readonly Pull[], ofLatest: readonly Pull[]) {
	const last = [pulled(before, ...ofBefore), pulled(latest, ...ofLatest)] as const;
	const releases = [...support.releases.slice(0, -2), ...last];
	return { ...support, releases, offered: releases, latest: last[1] };
}

describe('a release that is pulled', () => {
	test('is pulled from its day on, until it is listed again', () => {
		const release = pulled(latest, pull('2026-11-10', '2026-11-14'));
		const days = ['2026-11-09', '2026-11-10', '2026-11-13', '2026-11-14'];
		expect(days.map((day) => pulledOn(release, board, day))).toEqual([
			null,
			'2026-11-10',
			'2026-11-10',
			null,
		]);
		expect(days.map((day) => listedAgainOn(release, board, day))).toEqual([null, null, null, '2026-11-14']);
		expect(days.map((day) => isPulledForAll(release, day))).toEqual([false, true, true, false]);
		expect(days.map((day) => lastPull(release, board, day)?.listedAgainOn)).toEqual([
			undefined,
			null,
			null,
			'2026-11-14',
		]);
	});

	test('for some boards is pulled for a board with pulledSupport of their identifiers', () => {
		const release = pulled(latest, pull('2026-11-10', null, new Set(['J293AP', 'J999AP'])));
		const several = { ...board, identifiers: ['J293AP', 'Mac-0000'] };
		expect([board, several, other].map((of) => pulledOn(release, of, asOf))).toEqual([
			'2026-11-10',
			'2026-11-10',
			null,
		]);
		expect([several, other, null].map((of) => lastPull(release, of, asOf)?.on)).toEqual([
			'2026-11-10',
			undefined,
			'2026-11-10',
		]);
		expect(isPulledForAll(release, asOf)).toBe(false);
	});

	test('twice counts by the pull that has not ended', () => {
		const release = pulled(latest, pull('2026-11-01', '2026-11-03'), pull('2026-11-10', '2026-11-12'));
		expect(lastPull(release, board, asOf)?.on).toBe('2026-11-10');
		expect(listedAgainOn(release, board, asOf)).toBe('2026-11-12');
		const still = pulled(latest, pull('2026-11-01'), pull('2026-11-10', '2026-11-12'));
		expect(lastPull(still, board, asOf)?.on).toBe('2026-11-01');
	});
});

test('the latest release is the newest that is neither pulled nor withdrawn', () => {
	const pulledSupport = withPulls([], [pull('2026-11-10')]);
	expect([
		latestOfMajor(pulledSupport, asOf),
		latestOfBoard(pulledSupport, asOf),
		latestOffered(pulledSupport, asOf),
	]).toEqual(Array(3).fill(pulledSupport.releases.at(-2)!));
	expect(latestOfMajor(pulledSupport, '2026-11-09')).toBe(pulledSupport.latest);
	expect(offeredOn(pulledSupport, asOf)).toHaveLength(offeredOn(support, asOf).length - 1);
	const pulledTwice = withPulls([pull('2026-11-10')], [pull('2026-11-10')]);
	expect([latestOfMajor(pulledTwice, asOf), latestOfBoard(pulledTwice, asOf)]).toEqual(
		Array(2).fill(pulledTwice.releases.at(-3)!),
	);
	const withdrawn = withPulls([], [pull('2026-11-10')]);
	withdrawn.releases[withdrawn.releases.length - 2] = { ...before, withdrawn: true };
	expect([latestOfMajor(withdrawn, asOf), latestOfBoard(withdrawn, asOf)]).toEqual(
		Array(2).fill(withdrawn.releases.at(-3)!),
	);
	// If nothing else can be shown, the latest of all stays.
	const alone = { ...pulledSupport, releases: [pulledSupport.latest] };
	expect([latestOfMajor(alone, asOf), latestOfBoard(alone, asOf)]).toEqual([
		pulledSupport.latest,
		pulledSupport.latest,
	]);
});

test('a release that is pulled for other boards alone is the latest for this board', () => {
	const pulledSupport = withPulls([], [pull('2026-11-10', null, new Set([other.id]))]);
	expect([latestOfMajor(pulledSupport, asOf), latestOfBoard(pulledSupport, asOf)]).toEqual([
		pulledSupport.latest,
		pulledSupport.latest,
	]);
});

test('pulled releases are listed while they are not offered again', () => {
	const releases = [
		pulled(latest, pull('2026-11-10')),
		pulled({ ...latest, version: 'again' }, pull('2026-11-10', '2026-11-12')),
		pulled({ ...latest, version: 'gone', withdrawn: true }, pull('2026-11-10')),
	];
	const catalog = { ...shipped, releases: new Map(releases.map((release) => [release.version, release])) };
	expect(pulledReleases(catalog, asOf).map(({ release }) => release.version)).toEqual([latest.version]);
});
