import { describe, expect, test } from 'bun:test';
import { assessed as adviceFor, usualDay } from '../../../../../test/assessed.ts';
import { membersOf } from '../../../../../test/members.ts';
import { shipped as catalog } from '../../../../../test/shipped-data.ts';
import { noPolicy, policyOf } from '../../advice/policy/policy.ts';
import { assess } from '../../advice/standing/assess.ts';
import { releasesOfBoard } from '../../catalog/lookup.ts';
import { compareVersions } from '../../catalog/version.ts';
import { adviceWords } from './advice-summary.ts';
import { readAskedMacs } from './asked-mac.ts';

test('a release in the middle of its major has a next one, a count and the days since', () => {
	const advice = adviceFor('J293AP', '14.7.2');
	expect(advice.next?.version).toBe('14.7.3');
	expect(advice.latest?.version).toBe('14.8.9');
	expect(advice.daysBehind).toBe(643);
	expect(advice.newest?.version).toBe('27.2');
	expect([advice.isCurrent, advice.releasesBehind, advice.majorsBehind]).toEqual([false, 15, 3]);
});

test('the latest release of an older major is current in it and still has majors ahead', () => {
	const advice = adviceFor('J293AP', '14.8.9');
	expect([advice.isCurrent, advice.next, advice.releasesBehind, advice.daysBehind]).toEqual([
		true,
		null,
		0,
		0,
	]);
	expect(advice.majorsBehind).toBe(3);
	expect(advice.meetsTarget).toBe(false);
});

test('a Mac that a release left out is told so, while that is the newest of its major', () => {
	const leftOut = (board: string, version: string, asOf: string) =>
		adviceWords(adviceFor(board, version, { asOf }), policyOf(asOf, {}), true).reason;
	const latest = 'This Mac runs 26.3.1, the latest release of 26 available for it.';
	expect(leftOut('J293AP', '26.3.1', '2026-03-09')).toBe(latest);
	expect(leftOut('J293AP', '26.3.1', '2026-03-10')).toBe(`${latest} 26.3.2 was not made for this Mac.`);
	expect(leftOut('J700AP', '26.3.2', '2026-03-10')).not.toContain('not made');
	// A Mac that has something to install learns of that alone.
	expect(leftOut('J293AP', '26.3', '2026-03-10')).not.toContain('not made');
	expect(leftOut('J293AP', '26.4', '2026-10-01')).not.toContain('not made');
});

test('a day in the past hides every later release', () => {
	const advice = adviceFor('J293AP', '14.7.2', { asOf: '2025-02-01' });
	expect(advice.latest?.version).toBe('14.7.3');
	expect(advice.newest?.major).toBe('15');
	const early = adviceFor('J293AP', '14.7.2', { asOf: '1990-01-01' });
	expect(membersOf(early, 'newest', 'latest', 'target', 'meetsTarget')).toEqual({
		newest: null,
		latest: null,
		target: null,
		meetsTarget: null,
	});
});

test('a Mac that runs nothing new enough, under a policy for which nothing is old enough, is told so', () => {
	const terms = { behind: 0, deferDays: 3650, deferMajorDays: 0 };
	const advice = adviceFor('Mac-E1008331FDC96864', '10.15.7', terms);
	expect([advice.blockedBy, advice.target]).toEqual(['hardware', null]);
	expect(adviceWords(advice, policyOf(usualDay, terms), true).summary).toContain(
		'This Mac runs nothing new enough for the policy (newest major version, releases at least 3650 days old).',
	);
});

test('a deferral excludes releases until they are old enough; until then the target is of the major before', () => {
	const target = (asOf: string, deferDays: number) =>
		adviceFor('J293AP', '26.0', { asOf, deferDays }).target?.version;
	expect(target('2026-10-26', 0)).toBe('27.2');
	expect(target('2026-10-26', 1)).toBe('27.0.1');
	expect(target('2026-09-28', 14)).toBe('27.0');
	expect(target('2026-09-20', 14)?.split('.')[0]).toBe('26');
});

test('N-1 and N-2 require the oldest allowed major, unless the installed major is allowed', () => {
	const target = (version: string, behind: number) => adviceFor('J293AP', version, { behind }).target?.major;
	expect([0, 1, 2, 3].map((behind) => target('11.0', behind))).toEqual(['27', '26', '15', '14']);
	expect([0, 1, 2, 3].map((behind) => target('26.0', behind))).toEqual(['27', '26', '26', '26']);
	expect(target('11.0', 99)).toBe('11');
	expect(adviceFor('J293AP', '27.2', { behind: 1 }).meetsTarget).toBe(true);
});

test('a version is compared as numbers, however many components it has', () => {
	for (const spelling of ['14.0', '14.0.0']) {
		const advice = adviceFor('J293AP', spelling);
		expect([advice.version, advice.versionStanding]).toEqual(['14.0', 'known']);
	}
});

test('a major version alone is not a release: the summary asks which one', () => {
	const advice = adviceFor('J293AP', '26', { behind: 1, graceDays: 14 });
	const members = ['version', 'versionStanding', 'standing', 'isCurrent', 'releasesBehind', 'next'] as const;
	expect(membersOf(advice, ...members, 'meetsPolicy', 'deadline', 'overdueSince')).toEqual({
		version: '26',
		versionStanding: 'unknown',
		standing: null,
		isCurrent: null,
		releasesBehind: null,
		next: null,
		meetsPolicy: null,
		deadline: null,
		overdueSince: null,
	});
	expect(advice.exposure).toMatchObject({ knowledge: 'unknown', missingCount: null });
	expect(adviceWords(advice, policyOf(usualDay, { behind: 1 }), false).summary).toStartWith(
		'Check the version: which release of 26 is it? 26 is a major version. Enter a full version, such as 26.1.',
	);
});

test('a number that no major version has is not called one', () => {
	const advice = adviceFor('J293AP', '99', {});
	expect(adviceWords(advice, policyOf(usualDay, {}), false).summary).toStartWith(
		'Check the version: 99 is not a known release. This Mac reports 99, which is not a known release.',
	);
});

test('a number just above all known releases is newer: it meets policies by its number, and its exposure is unknown', () => {
	const advice = adviceFor('J293AP', '26.9', { behind: 1 });
	expect(membersOf(advice, 'versionStanding', 'isCurrent', 'next', 'meetsPolicy', 'exposure')).toMatchObject({
		versionStanding: 'newer',
		isCurrent: true,
		next: null,
		meetsPolicy: true,
		exposure: { knowledge: 'unknown', missingCount: null },
	});
	expect(advice.latest?.version).toBe('26.7.2');
});

test('a typing error is unknown, and so are whether it is current, its policy and its exposure', () => {
	for (const version of ['15.70', '26.4.9', '26.7.16'])
		expect(
			membersOf(
				adviceFor('J293AP', version, { behind: 2, graceDays: 1 }),
				'versionStanding',
				'standing',
				'isCurrent',
				'meetsPolicy',
				'overdueSince',
				'exposure',
			),
		).toMatchObject({
			versionStanding: 'unknown',
			standing: null,
			isCurrent: null,
			meetsPolicy: null,
			overdueSince: null,
			exposure: { knowledge: 'unknown' },
		});
});

test('a number of a major that does not exist is unknown: it neither meets nor fails a policy', () => {
	const members = ['versionStanding', 'isCurrent', 'latest', 'meetsTarget', 'meetsPolicy'] as const;
	for (const version of ['99.9', '28.0', '10.16']) {
		expect(membersOf(adviceFor('J293AP', version, { behind: 1, graceDays: 1 }), ...members)).toEqual({
			versionStanding: 'unknown',
			isCurrent: null,
			latest: null,
			meetsTarget: null,
			meetsPolicy: null,
		});
	}
});

describe('a build of a beta', () => {
	const beta = (version: string, build: string) =>
		assess(catalog, catalog.boards.get('J293AP')!, { version, build }, policyOf(usualDay, { graceDays: 1 }))!;

	test('neither meets nor fails a policy, is never overdue, and has unknown exposure', () => {
		const members = ['versionStanding', 'standing', 'meetsPolicy', 'meetsTarget', 'overdueSince'] as const;
		expect(membersOf(beta('26.1', '25B5042k'), ...members, 'exposure')).toMatchObject({
			versionStanding: 'beta',
			standing: 'behind',
			meetsPolicy: null,
			meetsTarget: null,
			overdueSince: null,
			exposure: { knowledge: 'unknown', missingCount: null },
		});
	});

	test('is behind the release of its number, or behind nothing if that is not out yet', () => {
		expect([beta('27.2', '26C5031f').standing, beta('27.2', '26C5031f').next?.version]).toEqual([
			'behind',
			'27.2',
		]);
		expect(beta('27.3', '26D5031f').standing).toBeNull();
		expect(beta('14.0', '23A5257q').standing).toBe('ended');
	});

	test('is not the build of a release or a security response', () => {
		expect(beta('10.7', '11A511s').versionStanding).not.toBe('beta');
		expect(beta('13.4.1', '22F770820b').versionStanding).toBe('known');
		expect(beta('26.7.2', '25H300').versionStanding).toBe('known');
	});
});

describe('version and build that contradict each other', () => {
	const ask = (text: string) => readAskedMacs(catalog, text);

	test('a known build decides, and the answer says so', () => {
		expect(ask('J293AP:26.7.1 (24A335)')).toMatchObject({
			version: '15.0',
			doubt: 'Version 26.7.1 and build 24A335 contradict each other. Build 24A335 is 15.0, so 15.0 counts.',
		});
		expect(ask('Mac-E1008331FDC96864:10.15 (19D76)')).toMatchObject({ version: '10.15.3' });
	});

	test('there is no doubt if they agree or the build is not known', () => {
		for (const text of ['J293AP:14.7.2 (23H311)', 'J293AP:14.7.2 (23H999)', 'J293AP:14.7.2', 'J293AP:23H311'])
			expect(ask(text)).toMatchObject({ version: '14.7.2', doubt: null });
	});
});

test('a name of several Macs means those that run the version', () => {
	const boards = (text: string) => {
		const macs = readAskedMacs(catalog, text);
		return macs && 'boards' in macs ? macs.boards.map(({ id }) => id) : macs;
	};
	expect(boards('MacBook Air 13" 2020:26.1')).toEqual(['J313AP']);
	expect(boards('MacBook Air 13" 2020:99.9')).toHaveLength(2);
});

test('a number that no release has gets the next release above it', () => {
	const between = adviceFor('J293AP', '14.7.99');
	expect([between.versionStanding, between.release, between.next?.version]).toEqual([
		'unknown',
		null,
		'14.8',
	]);
	expect(membersOf(adviceFor('J293AP', '10.16'), 'versionStanding', 'isCurrent', 'next')).toEqual({
		versionStanding: 'unknown',
		isCurrent: null,
		next: null,
	});
});

test('a release that only other boards run is not-for-board, whether or not the board runs its major', () => {
	const state = (board: string, version: string) => {
		const { versionStanding, isCurrent } = adviceFor(board, version);
		return [versionStanding, isCurrent];
	};
	expect(state('J293AP', '10.15.7')).toEqual(['not-for-board', null]);
	const partial = catalog.majors
		.get('15')!
		.boards.find(({ support }) => support.get('15')!.first.version !== '15.0')!;
	expect(state(partial.id, '15.0')).toEqual(['not-for-board', false]);
});

test('a withdrawn release is never current and never a target', () => {
	const { versionStanding, isCurrent, next } = adviceFor('M0001A', '7.5.4');
	expect([versionStanding, isCurrent, next?.version]).toEqual(['withdrawn', false, '7.5.5']);
});

test('text that is not a version has no assessment', () => {
	const board = catalog.boards.get('J293AP')!;
	for (const version of ['14.x', '10', ''])
		expect(assess(catalog, board, { version, build: null }, noPolicy(usualDay)) === null).toBe(true);
});

test('for every release of every board: next, latest and target are releases that the board was offered', () => {
	let checked = 0;
	for (const board of catalog.boards.values()) {
		const releases = releasesOfBoard(board);
		for (const release of releases) {
			const advice = adviceFor(board.id, release.version, { behind: 1, deferDays: 30 });
			const later = releases.filter(
				(other) => other.major === release.major && compareVersions(other.parsed, release.parsed) > 0,
			);
			const offered = later.filter((other) => board.support.get(other.major)!.offered.includes(other));
			if (advice.next !== (offered[0] ?? null)) throw new Error(`${board.id}:${release.version} next`);
			if (advice.releasesBehind !== offered.length) throw new Error(`${board.id}:${release.version} count`);
			const target = advice.target && board.support.get(advice.target.major)!.offered;
			if (target && !target.includes(advice.target!)) throw new Error(`${board.id} target`);
			checked++;
		}
	}
	expect(checked).toBeGreaterThan(5_000);
});

describe('the words', () => {
	const words = (board: string, version: string, terms: Parameters<typeof adviceFor>[2] = {}) => {
		const { asOf = usualDay, ...rest } = terms;
		return adviceWords(adviceFor(board, version, terms), policyOf(asOf, rest), false);
	};

	test('of an overdue Mac say since when it is overdue, and that deadlines count from the release', () => {
		const { reason, summary } = words('J293AP', '27.0', { behind: 1, graceDays: 14 });
		expect(reason).toEndWith(
			'Overdue since 12 October 2026. Deadlines start on the release date, even for Macs enrolled later.',
		);
		// The deadline of 27.2 is later than the one that the Mac missed.
		expect(summary).toEndWith('The policy (1 major version behind the newest) allows 27 and requires 27.2.');
		expect(words('J293AP', '26.7.1', { behind: 1, graceDays: 14 }).summary).toEndWith(
			'It is due by 9 November 2026, in 8 days.',
		);
	});

	test('of a Mac at its target name no deadline, even if its hardware blocks the policy', () => {
		for (const [board, version] of [
			['J293AP', '26.7.2'],
			['Mac-0CFF9C7C2B63DF8D', '15.8.2'],
		] as const)
			expect(words(board, version, { behind: 1, graceDays: 14 }).summary).not.toContain('due');
	});

	test('name exploited CVEs that newer versions fix and a supported version does not list', () => {
		expect(words('J293AP', '15.8.2').summary).toContain(
			'365 more CVEs, 3 of them exploited, are fixed in newer versions and not listed for 15: Apple has not said whether 15 is affected.',
		);
		// 61 CVEs are not listed for 26, and none of them is exploited.
		expect(words('J293AP', '26.7.2').summary).not.toContain('more CVEs');
	});

	test('of a Mac that is known to lack a security response name it', () => {
		const policy = noPolicy('2023-05-10');
		const mac = { version: '13.3.1', build: '22E261', hasNoResponse: true };
		const advice = assess(catalog, catalog.boards.get('J293AP')!, mac, policy)!;
		expect(adviceWords(advice, policy, false).reason).toBe(
			'This Mac runs 13.3.1, the latest release of 13 available for it, without 13.3.1 (a) and misses 2 fixes.',
		);
	});
});
