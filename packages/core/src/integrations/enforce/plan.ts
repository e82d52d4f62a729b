import { boardsOfBuild, isUpdate } from '../../advice/builds.ts';
import { type LifecycleState, majorLifecycle } from '../../advice/lifecycle.ts';
import { listedUntil } from '../../advice/offered.ts';
import type { Policy } from '../../advice/policy/policy.ts';
import { enforcedOn } from '../../advice/standing/deadline.ts';
import { listedFor } from '../../catalog/apple-list.ts';
import type { Board, Build, Catalog, Release } from '../../catalog/catalog.ts';
import { compareText } from '../../catalog/identifier.ts';
import { compareVersions } from '../../catalog/version.ts';
import { groupBy } from '../../text/group-by.ts';
import { type AskedMacs, askedMacs, type LeftOutReason, leftOutReasons, overdueSince } from './asked-macs.ts';

/** The deadline for Macs on some releases. */
export interface Due {
	/** The releases below the target, oldest first. */
	readonly versions: readonly string[];
	/** The deadline of `/advice`; null if the policy has no grace. */
	readonly deadline: string | null;
	/** The enforced day: the deadline or, if that has passed and `enforceOverdue` is off, tomorrow. */
	readonly enforcedOn: string | null;
	/** The oldest deadline that a Mac on one of these releases missed; null if none was missed. */
	readonly overdueSince: string | null;
}

/** Macs for which a policy requires the same release: boards, and their installed majors. */
export interface EnforcementGroup extends Due {
	/** `macos-26`, named after the major of the target, so that the name does not change with each release. */
	readonly name: string;
	readonly target: Release;
	/** Only Macs on these majors belong to the group, oldest first. */
	readonly installedMajors: readonly string[];
	/**
	 * The target is of a newer major than the oldest allowed one. On a Mac with an older major it would be an upgrade that
	 * the policy does not require and nobody can undo.
	 */
	readonly isOwnMajor: boolean;
	/** The build of the target on every board of the group; null if none is known or boards differ. */
	readonly build: Build | null;
	/** Releases with an earlier deadline than the group. */
	readonly late: readonly Due[];
	/** Whether the update fixes an exploited vulnerability. */
	readonly closesExploited: boolean;
	/** Whether these Macs cannot run what the policy requires. The target is then their last release. */
	readonly blocked: boolean;
	/** Whether the vendor still updates the major of the target. */
	readonly support: LifecycleState;
	/** The last day on which the update service lists the target; null while nothing newer of its major is out. */
	readonly listedUntil: string | null;
	/** Whether Apple's list states that day. Otherwise it is what Apple usually does. */
	readonly isUntilStated: boolean;
	readonly boards: readonly Board[];
	/** Every identifier of these Macs, twins included. */
	readonly boardIds: readonly string[];
	/** No other group has any of them for the same installed major. */
	readonly modelIdentifiers: readonly string[];
}

interface LeftOut {
	readonly reason: LeftOutReason;
	readonly installedMajors: readonly string[];
	readonly boardIds: readonly string[];
}

/** The groups of Macs that a policy makes: each board with an installed major is in one group or left out. */
export interface EnforcementPlan {
	readonly catalog: Catalog;
	readonly policy: Policy;
	readonly options: PlanOptions;
	/** All Macs, including those left out. */
	readonly macs: readonly AskedMacs[];
	/** Newest target first. */
	readonly groups: readonly EnforcementGroup[];
	/** In the order of the reasons. */
	readonly leftOut: readonly LeftOut[];
}

interface PlanOptions {
	/** Whether a past deadline is enforced unchanged, which restarts Macs at once. */
	readonly enforceOverdue?: boolean;
}

/** Macs that are asked for a release. */
interface TargetedMacs extends AskedMacs {
	readonly target: Release;
}

export function planEnforcement(
	catalog: Catalog,
	policy: Policy,
	options: PlanOptions = {},
): EnforcementPlan {
	const macs = askedMacs(catalog, policy);
	const targetedMacs = macs.filter((mac): mac is TargetedMacs => mac.leftOut === null);
	const groups = groupBy(
		targetedMacs,
		({ target, usualDeadline, blocked, isOwnMajor }) =>
			`${target.version} ${usualDeadline} ${blocked} ${isOwnMajor}`,
	);
	return {
		catalog,
		policy,
		options,
		macs,
		groups: nameGroups(catalog, policy, options, [...groups.values()].flatMap(withoutConflicts)),
		leftOut: leftOutOf(macs),
	};
}

function leftOutOf(macs: readonly AskedMacs[]): LeftOut[] {
	const leftOut = macs.filter(({ leftOut }) => leftOut !== null);
	// Virtual machines are left out with all majors. Of other boards, some majors may be in a group.
	const entries = groupBy(leftOut, (mac) =>
		mac.leftOut === 'virtual-machine' ? mac.leftOut : `${mac.leftOut} ${majorsOf([mac]).join(' ')}`,
	);
	const reasons = Object.keys(leftOutReasons);
	return [...entries.values()]
		.toSorted(([a], [b]) => reasons.indexOf(a!.leftOut!) - reasons.indexOf(b!.leftOut!))
		.map((same) => ({
			reason: same[0]!.leftOut!,
			installedMajors: majorsOf(same),
			boardIds: identifiersOf([...new Set(same.map(({ board }) => board))]),
		}));
}

function majorsOf(macs: readonly AskedMacs[]): string[] {
	const majors = macs.flatMap(({ supports }) => supports.map(({ major }) => major.name));
	return [...new Set(majors)].sort((a, b) => Number(a) - Number(b));
}

/**
 * Formats distinguish Macs by model and version only, so boards with different deadlines for a version go to different
 * groups.
 */
function withoutConflicts(macs: readonly TargetedMacs[]): TargetedMacs[][] {
	interface Fitting {
		readonly macs: TargetedMacs[];
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
	groups: readonly (readonly TargetedMacs[])[],
): EnforcementGroup[] {
	const sorted = groups.toSorted(
		([a], [b]) =>
			compareVersions(b!.target.parsed, a!.target.parsed) ||
			Number(a!.blocked) - Number(b!.blocked) ||
			Number(a!.isOwnMajor) - Number(b!.isOwnMajor) ||
			compareText(a!.usualDeadline ?? '', b!.usualDeadline ?? ''),
	);
	const models = modelsOfGroups(sorted);
	return sorted.map((macs) => {
		const { target, blocked, isOwnMajor } = macs[0]!;
		const ofMajor = sorted
			.filter(([other]) => other!.target.major === target.major)
			.toSorted((a, b) => b.length - a.length);
		const place = ofMajor.indexOf(macs);
		const boards = macs.map(({ board }) => board);
		const [usual, ...late] = duesOf(catalog, policy, options, macs);
		return {
			name: `macos-${target.major}${place === 0 ? '' : `-${place + 1}`}`,
			target,
			installedMajors: majorsOf(macs),
			isOwnMajor,
			build: buildFor(catalog, target, boards),
			...usual!,
			late,
			closesExploited: macs.some(({ closesExploited }) => closesExploited),
			blocked,
			support: majorLifecycle(catalog, target.major, policy.asOf)!.state,
			...listedForAll(catalog, boards, target, policy.asOf),
			boards,
			boardIds: identifiersOf(boards),
			modelIdentifiers: models.get(macs)!,
		};
	});
}

/** The releases of a group by deadline, latest first. The first entry is for the group itself. */
function duesOf(
	catalog: Catalog,
	policy: Policy,
	options: PlanOptions,
	macs: readonly TargetedMacs[],
): Due[] {
	const byDeadline = new Map<string | null, Set<Release>>();
	for (const { due } of macs) {
		for (const { release, deadline } of due)
			byDeadline.set(deadline, (byDeadline.get(deadline) ?? new Set()).add(release));
	}
	if (byDeadline.size === 0) byDeadline.set(macs[0]!.usualDeadline, new Set());
	return [...byDeadline]
		.toSorted(([a], [b]) => compareText(b ?? never, a ?? never))
		.map(([deadline, releases]) => ({
			versions: [...releases]
				.toSorted((a, b) => compareVersions(a.parsed, b.parsed))
				.map(({ version }) => version),
			deadline,
			enforcedOn: enforcedOn(deadline, policy.asOf, options.enforceOverdue),
			overdueSince: oldestMissed(catalog, policy, macs, releases),
		}));
}

/** Later than all days. */
const never = '9999';

/**
 * The oldest deadline that a Mac on one of the releases missed. Only the oldest release of each major is checked, since it
 * has missed every deadline that the others missed. Boards with the same releases are checked once.
 */
function oldestMissed(
	catalog: Catalog,
	policy: Policy,
	macs: readonly TargetedMacs[],
	releases: ReadonlySet<Release>,
): string | null {
	const days: string[] = [];
	const checkedReleases = new Set<readonly Release[]>();
	for (const mac of macs) {
		for (const support of mac.supports) {
			if (checkedReleases.has(support.releases)) continue;
			checkedReleases.add(support.releases);
			const oldest = support.releases.find((release) => releases.has(release));
			const since = oldest && overdueSince(catalog, mac, oldest, policy);
			if (since) days.push(since);
		}
	}
	return days.sort()[0] ?? null;
}

/**
 * If boards of several groups share a model, a Mac of that model on a major gets the oldest target, which all of them run.
 * A group has a model only if that holds for every major that its boards with that model have.
 */
function modelsOfGroups(
	newestFirst: readonly (readonly TargetedMacs[])[],
): Map<readonly TargetedMacs[], string[]> {
	const groupOf = new Map<string, readonly TargetedMacs[]>();
	const placesOf = (macs: readonly TargetedMacs[], model: string) =>
		macs
			.filter(({ board }) => board.modelIdentifiers.includes(model))
			.flatMap(({ supports }) => supports.map(({ major }) => `${model} ${major.name}`));
	const modelsOf = (macs: readonly TargetedMacs[]) => [
		...new Set(macs.flatMap(({ board }) => board.modelIdentifiers)),
	];
	for (const macs of newestFirst) {
		for (const model of modelsOf(macs)) for (const place of placesOf(macs, model)) groupOf.set(place, macs);
	}
	return new Map(
		newestFirst.map((macs) => [
			macs,
			modelsOf(macs)
				.filter((model) => placesOf(macs, model).every((place) => groupOf.get(place) === macs))
				.sort(compareText),
		]),
	);
}

/**
 * The first day on which a board loses the target, by Apple's list where it has the target. Apple moves the day of a major's newest release on, so
 * there it says nothing.
 */
function listedForAll(
	{ appleList }: Catalog,
	boards: readonly Board[],
	target: Release,
	asOf: string,
): Pick<EnforcementGroup, 'listedUntil' | 'isUntilStated'> {
	const days = boards.flatMap((board) => {
		const usual = listedUntil(board.support.get(target.major)!, target, asOf);
		if (usual === null) return [];
		const listed = listedFor(appleList, board, asOf)?.find(({ version }) => version === target.version);
		return [{ day: listed?.until ?? usual, isStated: typeof listed?.until === 'string' }];
	});
	const [first] = days.sort((a, b) => compareText(a.day, b.day));
	return { listedUntil: first?.day ?? null, isUntilStated: first?.isStated ?? false };
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
