import type { Board, Catalog, Release, Support } from '../../catalog/catalog.ts';
import { compareVersions, type Version } from '../../catalog/version.ts';
import { BoundedMap } from '../../text/bounded-map.ts';
import { addDays, dayNumber } from '../../text/day.ts';
import { firstDay, majorDays, majorsInOrder } from '../lifecycle.ts';
import { listedAgainOn, offeredOn, supportsOn } from '../offered.ts';
import type { Policy } from '../policy/policy.ts';

/** What a policy asks of a Mac, which is a board with a major installed. */
export interface PolicyTarget {
	/** The release to be on; null while no release is old enough. */
	readonly release: Release | null;
	/** The board runs no major that the policy allows: no update helps. */
	readonly blocked: boolean;
	/** The number of the day from which a release of the board counts as the target. */
	since(release: Release): number;
}

/**
 * A policy counts majors back from the vendor's newest, and asks for the latest release of an allowed one: of the major that
 * the Mac has if that is allowed, else of the oldest allowed one that it runs. While that has no release old enough, the
 * newest older major that has one takes its place. A board that runs no allowed major is asked for its own last release.
 */
export function policyTarget(catalog: Catalog, board: Board, major: string, policy: Policy): PolicyTarget {
	return {
		...targetOn(catalog, supportsOn(board, policy.asOf), major, policy),
		since: (release) => sinceOf(catalog, board, major, policy, release),
	};
}

/** The index of the oldest major that a policy allows; newer ones are allowed too. */
export function oldestAllowed(catalog: Catalog, { asOf, behind, deferMajorDays }: Policy): number {
	const counts = dayNumber(asOf) - deferMajorDays;
	return majorsInOrder(catalog).findLastIndex(({ number }) => number <= counts) - behind;
}

function targetOn(
	catalog: Catalog,
	supports: readonly Support[],
	major: string,
	policy: Policy,
): Pick<PolicyTarget, 'release' | 'blocked'> {
	const oldest = oldestAllowed(catalog, policy);
	const isAllowed = (support: Support) => majorDays(catalog).get(support.major.name)!.index >= oldest;
	const ofMajor = supports.find((support) => support.major.name === major);
	if (ofMajor && isAllowed(ofMajor)) return { release: latestAsked(ofMajor, policy), blocked: false };
	const at = supports.findIndex(isAllowed);
	const blocked = at === -1 && supports.length > 0;
	let release: Release | null = null;
	for (let index = blocked ? supports.length - 1 : at; index >= 0 && !release; index--)
		release = latestAsked(supports[index]!, policy);
	return { release, blocked };
}

/** The newest offered release of a major that is old enough and not excluded. */
function latestAsked(support: Support, { asOf, deferDays, exclude }: Policy): Release | null {
	const today = dayNumber(asOf);
	return (
		offeredOn(support, asOf).findLast(
			({ released, version }) => dayNumber(released) + deferDays <= today && !exclude.includes(version),
		) ?? null
	);
}

/**
 * A deadline belongs to the release: it counts from the day the release was old enough and, if the Mac must change its major
 * for it, from the day that major became the oldest allowed one. A release that was pulled counts from its return.
 */
function sinceOf(
	catalog: Catalog,
	board: Board,
	major: string,
	{ asOf, behind, deferDays, deferMajorDays }: Policy,
	release: Release,
): number {
	const again = listedAgainOn(release, board, asOf);
	const oldEnough = Math.max(dayNumber(release.released) + deferDays, again === null ? 0 : dayNumber(again));
	const supports = supportsOn(board, asOf);
	const at = supports.findIndex((support) => support.major.name === release.major);
	// A board that begins with the major of the release cannot have had an older one.
	if (release.major === major || at <= 0) return oldEnough;
	// If the board skipped majors before that of the release, the policy asks for it from the day of the first skipped one.
	const from = majorDays(catalog).get(supports[at - 1]!.major.name)!.index + 1;
	const ahead = majorsInOrder(catalog)[from + behind];
	return Math.max(oldEnough, ahead ? ahead.earliest + deferMajorDays : Number.POSITIVE_INFINITY);
}

/** Every release above a version that was the target of a Mac on that version on some day up to the day of the policy. */
export function targetsSoFar(catalog: Catalog, board: Board, version: Version, policy: Policy): Release[] {
	const targets = new Set<Release>();
	for (const { day, release } of everyTarget(catalog, board, version.major, policy))
		if (day <= policy.asOf && compareVersions(release.parsed, version) > 0) targets.add(release);
	return [...targets];
}

/** A release that became the target on a day. */
interface TargetDay {
	readonly day: string;
	readonly release: Release;
}

/**
 * Cached by the terms of a policy and the installed major: an assessment takes 40 µs instead of 180. A report asks about
 * thousands of Macs under one policy, a service about Macs under a few. Clients choose the terms, so the number is bounded.
 */
const targetsOfBoards = new WeakMap<Board, BoundedMap<string, readonly TargetDay[]>>();
const mostTargets = 64;

/** The targets of a board with a major installed on every day, including days after that of the policy. */
function everyTarget(catalog: Catalog, board: Board, major: string, policy: Policy): readonly TargetDay[] {
	const { behind, deferDays, deferMajorDays, exclude } = policy;
	const ofBoard = targetsOfBoards.get(board) ?? new BoundedMap<string, readonly TargetDay[]>(mostTargets);
	targetsOfBoards.set(board, ofBoard);
	const key = [major, behind, deferDays, deferMajorDays, ...exclude].join(' ');
	return ofBoard.findOrMake(key, () => {
		const supports = [...board.support.values()].map((support) => ({ support, from: firstDay(support) }));
		const targets: TargetDay[] = [];
		for (const day of changeDays(catalog, board, major, policy)) {
			const out = supports.filter(({ from }) => from <= day).map(({ support }) => support);
			const { release } = targetOn(catalog, out, major, { ...policy, asOf: day });
			if (release && release !== targets.at(-1)?.release) targets.push({ day, release });
		}
		return targets;
	});
}

/**
 * The days on which the target of a board with a major installed may change. Days before the major came out do not matter: no
 * release above one of its versions was a target then.
 */
function changeDays(
	catalog: Catalog,
	board: Board,
	major: string,
	{ deferDays, deferMajorDays }: Policy,
): string[] {
	const ofMajors = majorDays(catalog);
	const { day: from, index: oldest } = ofMajors.get(major) ?? { day: '', index: 0 };
	const days = new Set<string>();
	const add = (day: string, wait: number) => {
		const changed = wait === 0 ? day : addDays(day, wait);
		if (changed >= from) days.add(changed);
	};
	for (const { day } of majorsInOrder(catalog)) add(day, deferMajorDays);
	for (const { major: other, offered } of board.support.values()) {
		if (ofMajors.get(other.name)!.index < oldest) continue;
		for (const { released, pulls } of offered) {
			add(released, deferDays);
			for (const pull of pulls) {
				add(pull.on, 0);
				if (pull.listedAgainOn !== null) add(pull.listedAgainOn, 0);
			}
		}
	}
	return [...days].sort();
}
