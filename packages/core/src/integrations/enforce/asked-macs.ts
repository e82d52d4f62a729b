import { majorDays } from '../../advice/lifecycle.ts';
import { isOut, supportsOn } from '../../advice/offered.ts';
import { deadlineFrom, type Policy } from '../../advice/policy/policy.ts';
import { deadlineOf, dueOf } from '../../advice/standing/deadline.ts';
import { oldestAllowed, type PolicyTarget, policyTarget } from '../../advice/standing/policy-target.ts';
import type { Board, Catalog, Release, Support } from '../../catalog/catalog.ts';
import { macsOf } from '../../catalog/lookup.ts';
import { compareVersions } from '../../catalog/version.ts';
import { dayOfNumber } from '../../text/day.ts';

export type LeftOutReason = keyof typeof leftOutReasons;

/** Why a Mac is in no group. */
export const leftOutReasons = {
	'virtual-machine': 'what a virtual machine can run depends on its host',
	'before-macos-11': 'the policy requires a version older than macOS 11 of these Macs',
	'nothing-old-enough': 'no release for these Macs is old enough for the policy yet',
} as const;

/** A release below the target, and the deadline of `/advice` for a Mac on it; null without a grace. */
interface DueVersion {
	readonly release: Release;
	readonly deadline: string | null;
}

/** Macs of one board, on majors from which the policy requires the same release. */
export interface AskedMacs {
	readonly board: Board;
	/** The installed majors, oldest first. */
	readonly supports: readonly Support[];
	/** Null if no release is old enough yet. */
	readonly target: Release | null;
	/** Whether the board runs no major that the policy allows. */
	readonly blocked: boolean;
	/** Whether the major of the target is newer than the oldest allowed one. Only Macs on that major are then asked for it. */
	readonly isOwnMajor: boolean;
	/** Every release below the target that a Mac on one of the majors can be on. */
	readonly due: readonly DueVersion[];
	/** The deadline of a Mac on the major of the target, without exploited vulnerabilities. */
	readonly usualDeadline: string | null;
	readonly closesExploited: boolean;
	/** Why these Macs are in no group; null if they are in one. */
	readonly leftOut: LeftOutReason | null;
}

/** Shares deadlines between boards with the same releases: a plan takes 15 ms instead of 60 ms. */
type DueMemo = Map<readonly Release[], Map<string, readonly DueVersion[]>>;

/** The kit makes all formats of a policy from the same Macs, which take 15 ms, and 90 ms the first time. */
const lastAsked = new WeakMap<Catalog, { readonly key: string; readonly macs: readonly AskedMacs[] }>();

/** What a policy asks of every Mac: each board and installed major is in one entry. */
export function askedMacs(catalog: Catalog, policy: Policy): readonly AskedMacs[] {
	const key = JSON.stringify(policy);
	let last = lastAsked.get(catalog);
	if (last?.key !== key) {
		const memo: DueMemo = new Map();
		const macs = macsOf(catalog).flatMap((board) => askedOfBoard(catalog, board, policy, memo));
		last = { key, macs };
		lastAsked.set(catalog, last);
	}
	return last.macs;
}

function askedOfBoard(catalog: Catalog, board: Board, policy: Policy, memo: DueMemo): AskedMacs[] {
	const out = supportsOn(board, policy.asOf);
	const modern = out.filter(({ major }) => major.era === 'modern');
	if (modern.length === 0) return [nothingAsked(board, out.length > 0)];
	const byTarget = new Map<Release | null, Support[]>();
	for (const support of modern) {
		const { release } = policyTarget(catalog, board, support.major.name, policy);
		byTarget.set(release, [...(byTarget.get(release) ?? []), support]);
	}
	return [...byTarget].map(([target, supports]) =>
		target === null
			? { ...nothingAsked(board, false), supports }
			: askedOf(catalog, { board, target, supports, policy, memo }),
	);
}

function nothingAsked(board: Board, ranOlder: boolean): AskedMacs {
	const isOlder = ranOlder || ![...board.support.values()].some(({ major }) => major.era === 'modern');
	return {
		board,
		supports: [],
		target: null,
		blocked: false,
		isOwnMajor: false,
		due: [],
		usualDeadline: null,
		closesExploited: false,
		leftOut: isVirtual(board) ? 'virtual-machine' : isOlder ? 'before-macos-11' : 'nothing-old-enough',
	};
}

function isVirtual({ kind }: Board): boolean {
	return kind === 'virtual-machine';
}

interface AskedFor {
	readonly board: Board;
	readonly target: Release;
	readonly supports: readonly Support[];
	readonly policy: Policy;
	readonly memo: DueMemo;
}

function askedOf(catalog: Catalog, { board, target, supports, policy, memo }: AskedFor): AskedMacs {
	const targets = new Map(
		supports.map((support) => [support, policyTarget(catalog, board, support.major.name, policy)]),
	);
	const support = supports.find(({ major }) => major.name === target.major) ?? supports.at(-1)!;
	const { blocked, since } = targets.get(support)!;
	const usual = deadlineFrom(policy, since(target), null);
	const due = supports.flatMap((support) =>
		dueInMajor(catalog, { support, policy, boardTarget: targets.get(support)!, memo }),
	);
	const before = releaseBefore(supports, target, policy);
	return {
		board,
		supports,
		target,
		blocked,
		isOwnMajor:
			!blocked &&
			supports.every(({ major }) => major.name === target.major) &&
			majorDays(catalog).get(target.major)!.index > oldestAllowed(catalog, policy),
		due,
		usualDeadline: usual === null ? null : dayOfNumber(usual),
		closesExploited:
			before !== null &&
			dueOf(askedMac(catalog, before.support, before.release, policy), targets.get(before.support)!, target)
				.exploited,
		leftOut: isVirtual(board) ? 'virtual-machine' : target.parsed.era === 'modern' ? null : 'before-macos-11',
	};
}

function askedMac(catalog: Catalog, support: Support, { parsed: version }: Release, policy: Policy) {
	return { catalog, board: support.board, support, version, response: null, policy };
}

/** The release of a Mac that has followed the policy so far. */
function releaseBefore(
	supports: readonly Support[],
	target: Release,
	{ asOf, exclude }: Policy,
): { readonly support: Support; readonly release: Release } | null {
	for (const support of supports.toReversed()) {
		const release = support.releases.findLast(
			(each) =>
				isOut(each, asOf) &&
				!exclude.includes(each.version) &&
				compareVersions(each.parsed, target.parsed) < 0,
		);
		if (release) return { support, release };
	}
	return null;
}

interface DueAsked {
	readonly support: Support;
	readonly policy: Policy;
	readonly boardTarget: PolicyTarget;
	readonly memo: DueMemo;
}

function dueInMajor(
	catalog: Catalog,
	{ support, policy, boardTarget, memo }: DueAsked,
): readonly DueVersion[] {
	const { releases, major, board } = support;
	const target = boardTarget.release!;
	const ofReleases = memo.get(releases) ?? new Map<string, readonly DueVersion[]>();
	memo.set(releases, ofReleases);
	// A release may be pulled for some boards and not for others.
	const boardKey = major.releases.some(({ pulls }) => pulls.length > 0) ? board.id : '';
	const since = boardTarget.since(target);
	const key = `${target.version} ${since} ${boardKey}`;
	const dueFrom = (release: Release) =>
		// Exploited vulnerabilities count only if the policy has a grace for them.
		policy.exploitedGraceDays === null
			? deadlineFrom(policy, since, null)
			: dueOf(askedMac(catalog, support, release, policy), boardTarget, target).deadline;
	const versions =
		ofReleases.get(key) ??
		releases
			.filter(({ parsed, released }) => released <= policy.asOf && compareVersions(parsed, target.parsed) < 0)
			.map((release) => {
				const deadline = dueFrom(release);
				return { release, deadline: deadline === null ? null : dayOfNumber(deadline) };
			});
	ofReleases.set(key, versions);
	return versions;
}

/** Since when Macs on a release have missed the policy; null if they have not. */
export function overdueSince(
	catalog: Catalog,
	{ board }: AskedMacs,
	release: Release,
	policy: Policy,
): string | null {
	const support = board.support.get(release.major)!;
	const boardTarget = policyTarget(catalog, board, release.major, policy);
	return deadlineOf(askedMac(catalog, support, release, policy), boardTarget).overdueSince;
}
