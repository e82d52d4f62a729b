import { boardsOfBuild } from '../../advice/builds/boards-of-build.ts';
import { isUpdate } from '../../advice/builds/made-for.ts';
import { type LifecycleState, majorLifecycle } from '../../advice/lifecycle/major-lifecycle.ts';
import type { Policy } from '../../advice/policy/policy.ts';
import { dueOf } from '../../advice/standing/deadline.ts';
import { isOffered, policyTarget } from '../../advice/standing/policy-target.ts';
import type { Board, Build, Catalog, Release } from '../../catalog/catalog.ts';
import { dayOfNumber } from '../../catalog/day.ts';
import { compareText } from '../../catalog/identifier.ts';
import { compareVersions } from '../../catalog/version.ts';

/** Macs of which a policy asks the same release by the same day. */
export interface EnforcementGroup {
	/** `macos-26`, by the major of the target: it stays while releases come and go. */
	readonly name: string;
	readonly target: Release;
	/** The build of the target on every board of the group; null where none is known, or boards differ. */
	readonly build: Build | null;
	/** The last day in time; null where the policy gives no grace. */
	readonly deadline: string | null;
	/** Whether the step to the target closes a hole that attackers use. */
	readonly closesExploited: boolean;
	/** These Macs run nothing as new as the policy asks for: the target is the last that they get. */
	readonly blocked: boolean;
	/** Whether the vendor still updates the major of the target. */
	readonly support: LifecycleState;
	readonly boards: readonly Board[];
	/** Every identifier of these Macs, twins included. */
	readonly boardIds: readonly string[];
	/** No other group has any of them. */
	readonly modelIdentifiers: readonly string[];
}

export type LeftOutReason = keyof typeof leftOutReasons;

/** Why a Mac is in no group. */
export const leftOutReasons = {
	'virtual-machine': 'what a virtual machine can run depends on its host',
	'before-macos-11': 'what the policy asks of these Macs is older than macOS 11',
	'new-enough':
		'these Macs run only newer majors than the policy asks for: whatever they are on is new enough',
	'nothing-old-enough': 'nothing that these Macs run is old enough for the policy',
} as const;

export interface LeftOut {
	readonly reason: LeftOutReason;
	readonly boardIds: readonly string[];
}

/** What a policy means for every Mac there is. */
export interface EnforcementPlan {
	readonly catalog: Catalog;
	readonly policy: Policy;
	/** Newest target first. */
	readonly groups: readonly EnforcementGroup[];
	/** In the order of the reasons. */
	readonly leftOut: readonly LeftOut[];
}

interface Asked {
	readonly board: Board;
	readonly target: Release;
	readonly blocked: boolean;
	readonly deadline: string | null;
	readonly closesExploited: boolean;
}

export function planEnforcement(catalog: Catalog, policy: Policy): EnforcementPlan {
	const groups = new Map<string, Asked[]>();
	const leftOut = new Map<LeftOutReason, Board[]>();
	for (const board of catalog.boards.values()) {
		// A T2 Mac is one Mac, under whichever of its identifiers.
		if (board.identifiers[0] !== board.id) continue;
		const asked = askedOf(catalog, board, policy);
		if (typeof asked === 'string') leftOut.set(asked, [...(leftOut.get(asked) ?? []), board]);
		else {
			const key = `${asked.target.version} ${asked.deadline} ${asked.blocked}`;
			groups.set(key, [...(groups.get(key) ?? []), asked]);
		}
	}
	const reasons = Object.keys(leftOutReasons) as LeftOutReason[];
	return {
		catalog,
		policy,
		groups: nameGroups(catalog, policy, [...groups.values()]),
		leftOut: reasons.flatMap((reason) => {
			const boards = leftOut.get(reason);
			return boards ? [{ reason, boardIds: identifiersOf(boards) }] : [];
		}),
	};
}

function askedOf(catalog: Catalog, board: Board, policy: Policy): Asked | LeftOutReason {
	if (board.kind === 'virtual-machine') return 'virtual-machine';
	if (![...board.support.values()].some(({ major }) => major.era === 'modern')) return 'before-macos-11';
	const asked = policyTarget(catalog, board, policy);
	const { release: target, blocked, anything } = asked;
	if (!target) return 'nothing-old-enough';
	if (anything) return 'new-enough';
	if (target.parsed.era !== 'modern') return 'before-macos-11';
	const { parsed: version, major } = releaseBefore(board, target, policy) ?? target;
	const support = board.support.get(major)!;
	const { deadline, exploited } = dueOf({ catalog, board, support, version, policy }, asked)!;
	const day = deadline === null ? null : dayOfNumber(deadline);
	return { board, target, blocked, deadline: day, closesExploited: exploited };
}

/**
 * What a Mac is on that has followed the policy so far. Its deadline is that of the group: nobody knows here what each
 * Mac is on, and one that is further behind has missed earlier deadlines already.
 */
function releaseBefore(board: Board, target: Release, { asOf, exclude }: Policy): Release | null {
	for (const { releases } of [...board.support.values()].reverse()) {
		const before = releases.findLast(
			(release) =>
				isOffered(release, asOf) &&
				!exclude.includes(release.version) &&
				compareVersions(release.parsed, target.parsed) < 0,
		);
		if (before) return before;
	}
	return null;
}

/** The largest group of a major has its name; the others have a number after it. */
function nameGroups(
	catalog: Catalog,
	policy: Policy,
	found: readonly (readonly Asked[])[],
): EnforcementGroup[] {
	const sorted = found.toSorted(
		([a], [b]) =>
			compareVersions(b!.target.parsed, a!.target.parsed) ||
			Number(a!.blocked) - Number(b!.blocked) ||
			compareText(a!.deadline ?? '', b!.deadline ?? ''),
	);
	const models = modelsOfGroups(sorted);
	return sorted.map((macs) => {
		const { target, blocked, deadline, closesExploited } = macs[0]!;
		const ofMajor = sorted
			.filter(([other]) => other!.target.major === target.major)
			.toSorted((a, b) => b.length - a.length);
		const place = ofMajor.indexOf(macs);
		const boards = macs.map(({ board }) => board);
		return {
			name: `macos-${target.major}${place === 0 ? '' : `-${place + 1}`}`,
			target,
			build: buildFor(catalog, target, boards),
			deadline,
			closesExploited,
			blocked,
			support: majorLifecycle(catalog, target.major, policy.asOf)!.state,
			boards,
			boardIds: identifiersOf(boards),
			modelIdentifiers: models.get(macs)!,
		};
	});
}

/** A model that boards of several groups have is asked for the oldest target, which all of them run. */
function modelsOfGroups(newestFirst: readonly (readonly Asked[])[]): Map<readonly Asked[], string[]> {
	const groupOf = new Map<string, readonly Asked[]>();
	for (const macs of newestFirst) {
		for (const { board } of macs) for (const model of board.modelIdentifiers) groupOf.set(model, macs);
	}
	return new Map(
		newestFirst.map((macs) => [
			macs,
			[...groupOf.keys()].filter((model) => groupOf.get(model) === macs).sort(compareText),
		]),
	);
}

function buildFor(catalog: Catalog, { builds }: Release, boards: readonly Board[]): Build | null {
	return (
		builds.findLast((build) => {
			if (isUpdate(build) || build.kind === 'factory') return false;
			const madeFor = boardsOfBuild(catalog, build);
			return madeFor !== null && boards.every((board) => madeFor.includes(board));
		}) ?? null
	);
}

function identifiersOf(boards: readonly Board[]): string[] {
	return boards.flatMap(({ identifiers }) => identifiers).sort(compareText);
}
