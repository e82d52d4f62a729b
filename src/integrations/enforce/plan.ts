import { boardsOfBuild, isUpdate } from '../../advice/builds.ts';
import { type LifecycleState, majorLifecycle } from '../../advice/lifecycle.ts';
import type { Policy } from '../../advice/policy/policy.ts';
import { dueOf } from '../../advice/standing/deadline.ts';
import { isOut, listedUntil, type PolicyTarget, policyTarget } from '../../advice/standing/policy-target.ts';
import type { Board, Build, Catalog, Release } from '../../catalog/catalog.ts';
import { compareText } from '../../catalog/identifier.ts';
import { compareVersions } from '../../catalog/version.ts';
import { dayNumber, dayOfNumber } from '../../text/day.ts';
import { type DueMemo, type DueVersion, dueVersions, overdueSince } from './due-versions.ts';

/** The deadline for Macs on certain releases. */
export interface Due {
	/** The releases below the target, oldest first. */
	readonly versions: readonly string[];
	/** The deadline of `/advice`; null if the policy has no grace. */
	readonly deadline: string | null;
	/** The enforced day: the deadline or, if that has passed and `enforceOverdue` is off, tomorrow. */
	readonly enforcedOn: string | null;
	/** The oldest deadline that a Mac on one of them missed; null if none was missed. */
	readonly overdueSince: string | null;
}

/** Macs that a policy requires the same release of. */
export interface EnforcementGroup extends Due {
	/** `macos-26`, by the major of the target: the name stays when new releases come. */
	readonly name: string;
	readonly target: Release;
	/** The build of the target on every board of the group; null if none is known or boards differ. */
	readonly build: Build | null;
	/** Releases with an earlier deadline than the group, because the update fixes exploited vulnerabilities. */
	readonly late: readonly Due[];
	/** Whether the update fixes an exploited vulnerability. */
	readonly closesExploited: boolean;
	/** These Macs run nothing as new as the policy requires: the target is their last release. */
	readonly blocked: boolean;
	/** Whether the vendor still updates the major of the target. */
	readonly support: LifecycleState;
	/** The last day on which the update service lists the target; null while nothing newer of its major is out. */
	readonly listedUntil: string | null;
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
	'before-macos-11': 'the policy requires a version older than macOS 11 of these Macs',
	'new-enough':
		'these Macs run only newer major versions than the policy requires: any release they run is new enough',
	'nothing-old-enough': 'no release for these Macs is old enough for the policy yet',
} as const;

export interface LeftOut {
	readonly reason: LeftOutReason;
	readonly boardIds: readonly string[];
}

/** The groups of Macs that a policy makes. */
export interface EnforcementPlan {
	readonly catalog: Catalog;
	readonly policy: Policy;
	/** Newest target first. */
	readonly groups: readonly EnforcementGroup[];
	/** In the order of the reasons. */
	readonly leftOut: readonly LeftOut[];
}

export interface PlanOptions {
	/** Whether a past deadline is enforced unchanged, which restarts Macs at once. */
	readonly enforceOverdue?: boolean;
}

interface Asked {
	readonly board: Board;
	readonly target: Release;
	readonly blocked: boolean;
	readonly policyTarget: PolicyTarget;
	readonly due: readonly DueVersion[];
	/** The deadline of a Mac on none of these releases. */
	readonly usualDeadline: string | null;
	readonly closesExploited: boolean;
}

export function planEnforcement(
	catalog: Catalog,
	policy: Policy,
	options: PlanOptions = {},
): EnforcementPlan {
	const groups = new Map<string, Asked[]>();
	const memo: DueMemo = new Map();
	const leftOut = new Map<LeftOutReason, Board[]>();
	for (const board of catalog.boards.values()) {
		// A T2 Mac has two identifiers and is one Mac.
		if (board.identifiers[0] !== board.id) continue;
		const asked = askedOf(catalog, board, policy, memo);
		if (typeof asked === 'string') leftOut.set(asked, [...(leftOut.get(asked) ?? []), board]);
		else {
			const key = `${asked.target.version} ${asked.usualDeadline} ${asked.blocked}`;
			groups.set(key, [...(groups.get(key) ?? []), asked]);
		}
	}
	const reasons = Object.keys(leftOutReasons) as LeftOutReason[];
	return {
		catalog,
		policy,
		groups: nameGroups(catalog, policy, options, [...groups.values()].flatMap(withoutConflicts)),
		leftOut: reasons.flatMap((reason) => {
			const boards = leftOut.get(reason);
			return boards ? [{ reason, boardIds: identifiersOf(boards) }] : [];
		}),
	};
}

function askedOf(catalog: Catalog, board: Board, policy: Policy, memo: DueMemo): Asked | LeftOutReason {
	if (board.kind === 'virtual-machine') return 'virtual-machine';
	if (![...board.support.values()].some(({ major }) => major.era === 'modern')) return 'before-macos-11';
	const asked = policyTarget(catalog, board, policy);
	const { release: target, blocked, anything } = asked;
	if (!target) return 'nothing-old-enough';
	if (anything) return 'new-enough';
	if (target.parsed.era !== 'modern') return 'before-macos-11';
	const dueOn = ({ parsed: version, major }: Release) =>
		dueOf({ catalog, board, support: board.support.get(major)!, version, response: null, policy }, asked)!;
	const { deadline } = dueOn(target);
	return {
		board,
		target,
		blocked,
		policyTarget: asked,
		due: dueVersions(catalog, { board, policy, target: asked, memo }),
		usualDeadline: deadline === null ? null : dayOfNumber(deadline),
		closesExploited: dueOn(releaseBefore(board, target, policy) ?? target).exploited,
	};
}

/** The release of a Mac that has followed the policy so far. */
function releaseBefore(board: Board, target: Release, { asOf, exclude }: Policy): Release | null {
	for (const { releases } of [...board.support.values()].reverse()) {
		const before = releases.findLast(
			(release) =>
				isOut(release, asOf) &&
				!exclude.includes(release.version) &&
				compareVersions(release.parsed, target.parsed) < 0,
		);
		if (before) return before;
	}
	return null;
}

/**
 * Formats distinguish Macs by model and version only, so boards with different deadlines for a version go to different
 * groups.
 */
function withoutConflicts(macs: readonly Asked[]): Asked[][] {
	interface Fitting {
		readonly macs: Asked[];
		readonly deadlines: Map<string, string | null>;
	}
	const groups: Fitting[] = [];
	for (const mac of macs) {
		const fitting = groups.find(({ deadlines }) =>
			mac.due.every(
				({ release: { version }, deadline }) =>
					!deadlines.has(version) || deadlines.get(version) === deadline,
			),
		);
		const group: Fitting = fitting ?? { macs: [], deadlines: new Map() };
		if (!fitting) groups.push(group);
		group.macs.push(mac);
		for (const { release, deadline } of mac.due) group.deadlines.set(release.version, deadline);
	}
	return groups.map(({ macs }) => macs);
}

/** The largest group of a major is named after it; the others get a number. */
function nameGroups(
	catalog: Catalog,
	policy: Policy,
	options: PlanOptions,
	groups: readonly (readonly Asked[])[],
): EnforcementGroup[] {
	const sorted = groups.toSorted(
		([a], [b]) =>
			compareVersions(b!.target.parsed, a!.target.parsed) ||
			Number(a!.blocked) - Number(b!.blocked) ||
			compareText(a!.usualDeadline ?? '', b!.usualDeadline ?? ''),
	);
	const models = modelsOfGroups(sorted);
	return sorted.map((macs) => {
		const { target, blocked } = macs[0]!;
		const ofMajor = sorted
			.filter(([other]) => other!.target.major === target.major)
			.toSorted((a, b) => b.length - a.length);
		const place = ofMajor.indexOf(macs);
		const boards = macs.map(({ board }) => board);
		const [usual, ...late] = duesOf(catalog, policy, options, macs);
		return {
			name: `macos-${target.major}${place === 0 ? '' : `-${place + 1}`}`,
			target,
			build: buildFor(catalog, target, boards),
			...usual!,
			late,
			closesExploited: macs.some(({ closesExploited }) => closesExploited),
			blocked,
			support: majorLifecycle(catalog, target.major, policy.asOf)!.state,
			listedUntil: listedForAll(boards, target, policy.asOf),
			boards,
			boardIds: identifiersOf(boards),
			modelIdentifiers: models.get(macs)!,
		};
	});
}

/** The releases of a group by deadline, latest first: that one is the group's. */
function duesOf(catalog: Catalog, policy: Policy, options: PlanOptions, macs: readonly Asked[]): Due[] {
	const byDeadline = new Map<string | null, Map<Release, Asked>>();
	for (const mac of macs) {
		for (const { release, deadline } of mac.due) {
			const releases = byDeadline.get(deadline) ?? new Map<Release, Asked>();
			byDeadline.set(deadline, releases.set(release, mac));
		}
	}
	if (byDeadline.size === 0) byDeadline.set(macs[0]!.usualDeadline, new Map());
	return [...byDeadline]
		.toSorted(([a], [b]) => compareText(b ?? never, a ?? never))
		.map(([deadline, releases]) => {
			const sorted = [...releases].toSorted(([a], [b]) => compareVersions(a.parsed, b.parsed));
			// A Mac on the oldest release has missed every deadline that the others have.
			const [oldest] = sorted;
			return {
				versions: sorted.map(([{ version }]) => version),
				deadline,
				enforcedOn: deadline && enforcedOn(deadline, policy, options),
				overdueSince:
					oldest === undefined
						? null
						: overdueSince(catalog, {
								board: oldest[1].board,
								release: oldest[0],
								policy,
								target: oldest[1].policyTarget,
							}),
			};
		});
}

/** Later than all days. */
const never = '9999';

function enforcedOn(deadline: string, { asOf }: Policy, { enforceOverdue = false }: PlanOptions): string {
	const tomorrow = dayOfNumber(dayNumber(asOf) + 1);
	return enforceOverdue || deadline > tomorrow ? deadline : tomorrow;
}

/** If boards of several groups share a model, the model gets the oldest target, which all of them run. */
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

function listedForAll(boards: readonly Board[], target: Release, asOf: string): string | null {
	const days = boards.flatMap(({ support }) => listedUntil(support.get(target.major)!, target, asOf) ?? []);
	return days.sort()[0] ?? null;
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
