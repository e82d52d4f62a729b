import { enforcedOn } from '../../advice/standing/deadline.ts';
import type { Release } from '../../catalog/catalog.ts';
import { compareVersions } from '../../catalog/version.ts';
import { groupBy } from '../../text/group-by.ts';
import { listedMajors, usualEnded } from '../sofa/sofa-document.ts';
import { englishArticle } from '../sofa/sofa-release.ts';
import { notCoveredFile, notCoveredOf, ownMajorNotices } from './coverage.ts';
import { type Enforcement, type FormatOptions, jsonFile } from './formats.ts';
import type { NotCovered } from './not-covered.ts';
import type { EnforcementGroup, EnforcementPlan } from './plan.ts';

/** The first major that Nudge 2 runs on. */
const firstMajor = 12;

/** A required release and its day. Equal requirements are the same object, so that sets and `===` compare them. */
interface Requirement {
	readonly target: Release;
	readonly enforcedOn: string;
}

/** Requirements by installed version; null for a version that must not match the rule of its major. */
type Requirements = ReadonlyMap<string, Requirement | null>;

/**
 * One configuration for each group, for MDMs that can target by model, and one for the whole fleet. Nudge chooses by
 * installed version, not by model, so the configuration for all has a rule only if it is right for every Mac that can be
 * on the version: a Mac at its target must not be asked for more.
 */
export function nudgeEnforcement(plan: EnforcementPlan, options: FormatOptions): Enforcement {
	const { ownSofaUrl, ownMajor = false } = options;
	const groups = groupsOf(plan.groups);
	const configuration = (rules: readonly NudgeRule<Requirement>[], ofAll: boolean) => ({
		optionalFeatures: {
			attemptToCheckForSupportedDevice: true,
			...(ofAll && { attemptToFetchMajorUpgrade: false }),
			utilizeSOFAFeed: true,
			...(ownSofaUrl && { customSOFAFeedURL: `${ownSofaUrl}${endedFor(plan, groups)}` }),
		},
		osVersionRequirements: rules.map(({ rule, requirement }) => ruleEntry(plan, requirement, rule)),
	});
	const fleet = fleetOf(plan);
	const notCovered = notCoveredBy(plan, fleet, options);
	const files: Enforcement['files'] = [
		jsonFile('nudge.json', configuration(rulesOf(fleet.ofVersions, fleet.exactOnly), true)),
		...groups
			.filter(({ isOwnMajor }) => ownMajor || !isOwnMajor)
			.map((group) =>
				jsonFile(`nudge-${group.name}.json`, configuration(rulesOf(requirementsOf(group)), false)),
			),
		notCoveredFile(plan, notCovered),
	];
	return { files, notices: noticesOf(plan, fleet, options), notCovered };
}

/** The query that makes our feed list every required version: Nudge looks up its target there. */
function endedFor({ catalog, policy }: EnforcementPlan, groups: readonly EnforcementGroup[]): string {
	let ended = usualEnded;
	const isListed = ({ target }: EnforcementGroup) =>
		listedMajors(catalog, ended, policy.asOf).some(({ name }) => name === target.major);
	while (!groups.every(isListed) && ended < catalog.majors.size) ended++;
	return ended === usualEnded ? '' : `?ended=${ended}`;
}

/** The groups that Nudge can be used for. */
function groupsOf(groups: readonly EnforcementGroup[]): EnforcementGroup[] {
	return groups.filter(
		({ target, deadline, late }) =>
			Number(target.major) >= firstMajor && (deadline !== null || late.length > 0),
	);
}

/** The versions that the configuration for all Macs leaves out, and files that are given to some Macs by hand. */
function noticesOf(plan: EnforcementPlan, { silent }: Fleet, options: FormatOptions): string[] {
	const majors = silent.map(({ major }) => major);
	return [
		...(majors.length === 0
			? []
			: [
					`nudge.json can't cover some versions of macOS ${majors.join(', ')}, because models need different targets: use the file of each group`,
				]),
		...ownMajorNotices(groupsOf(plan.groups), options),
	];
}

/** The Macs that Nudge does not remind: by the file for all Macs, and by that of their group. */
function notCoveredBy(
	plan: EnforcementPlan,
	{ silent, tooOld }: Fleet,
	{ ownMajor = false }: FormatOptions,
): NotCovered[] {
	return [
		...silent.map(
			({ major, versions, boardIds, hasDay }): NotCovered => ({
				reason: hasDay ? 'different-targets' : 'no-deadline',
				group: null,
				installedMajors: [major],
				versions,
				boardIds,
			}),
		),
		...(tooOld.boardIds.length > 0
			? [{ reason: 'needs-macos-12' as const, group: null, versions: null, ...tooOld }]
			: []),
		...plan.groups.flatMap((group) =>
			notCoveredOf(group, ({ due }) => {
				if (due.enforcedOn === null) return 'no-deadline';
				return group.isOwnMajor && !ownMajor ? 'own-major' : null;
			}),
		),
	];
}

function requirementsOf(group: EnforcementGroup): Requirements {
	const requirementOn = oneForEachDay();
	const ofVersions = new Map<string, Requirement | null>();
	for (const { versions, enforcedOn: day } of [group, ...group.late]) {
		for (const version of versions)
			if (majorOf(version) >= firstMajor)
				ofVersions.set(version, day === null ? null : requirementOn(group.target, day));
	}
	return ofVersions;
}

/** Returns the same object for the same release and day. */
function oneForEachDay(): (target: Release, day: string) => Requirement {
	const ofDays = new Map<string, Requirement>();
	return (target, day) => {
		const key = `${target.version} ${day}`;
		const requirement = ofDays.get(key) ?? { target, enforcedOn: day };
		ofDays.set(key, requirement);
		return requirement;
	};
}

/** The requirements of all Macs on one version. */
interface OnVersion {
	readonly release: Release;
	/** Null stands for a Mac at its target, or without one. */
	readonly requirements: Set<Requirement | 'no day' | null>;
	/** The boards with a requirement, except those left out of all formats. */
	readonly askedIds: Set<string>;
}

interface Fleet {
	readonly ofVersions: Requirements;
	/** Majors on which Macs have different targets, so that an unknown version must match no rule. */
	readonly exactOnly: ReadonlySet<string>;
	/** The versions that have requirements but no rule. */
	readonly silent: readonly {
		readonly major: string;
		readonly versions: readonly string[];
		readonly boardIds: readonly string[];
		readonly hasDay: boolean;
	}[];
	/** The Macs on majors that Nudge does not run on. */
	readonly tooOld: { readonly installedMajors: readonly string[]; readonly boardIds: readonly string[] };
}

/** The requirements of all Macs by installed version. */
function fleetOf(plan: EnforcementPlan): Fleet {
	const { onVersions, targets } = onEveryVersion(plan);
	const sorted = [...onVersions.values()].toSorted((a, b) =>
		compareVersions(a.release.parsed, b.release.parsed),
	);
	const ofVersions = new Map<string, Requirement | null>();
	const silentOf = new Map<string, OnVersion[]>();
	const tooOld: OnVersion[] = [];
	for (const each of sorted) {
		const { release, requirements } = each;
		const [first] = requirements;
		if (Number(release.major) < firstMajor) tooOld.push(each);
		else if (requirements.size > 1 || first === 'no day') {
			ofVersions.set(release.version, null);
			silentOf.set(release.major, [...(silentOf.get(release.major) ?? []), each]);
		} else if (first) ofVersions.set(release.version, first);
	}
	const silent = [...silentOf].map(([major, versions]) => ({
		major,
		versions: versions.map(({ release }) => release.version),
		boardIds: idsOf(versions),
		hasDay: versions.some(({ requirements }) =>
			[...requirements].some((each) => each !== 'no day' && each !== null),
		),
	}));
	return {
		ofVersions,
		exactOnly: new Set([...targets].flatMap(([major, of]) => (of.size > 1 || of.has(null) ? [major] : []))),
		silent: silent.filter(({ boardIds }) => boardIds.length > 0),
		tooOld: {
			installedMajors: [...new Set(tooOld.map(({ release }) => release.major))],
			boardIds: idsOf(tooOld),
		},
	};
}

function idsOf(versions: readonly OnVersion[]): string[] {
	return [...new Set(versions.flatMap(({ askedIds }) => [...askedIds]))].sort();
}

function onEveryVersion({ macs, policy, options }: EnforcementPlan) {
	const requirementOn = oneForEachDay();
	const onVersions = new Map<Release, OnVersion>();
	const targets = new Map<string, Set<Release | null>>();
	for (const { board, supports, target, due, leftOut } of macs) {
		const deadlines = new Map(due.map(({ release, deadline }) => [release, deadline]));
		for (const { major, releases } of supports) {
			targets.set(major.name, (targets.get(major.name) ?? new Set()).add(target));
			for (const release of releases) {
				if (release.released > policy.asOf) continue;
				const on = onVersions.get(release) ?? { release, requirements: new Set(), askedIds: new Set() };
				onVersions.set(release, on);
				const isDue = deadlines.has(release);
				const day = enforcedOn(deadlines.get(release) ?? null, policy.asOf, options.enforceOverdue);
				if (!isDue) on.requirements.add(null);
				else on.requirements.add(day === null ? 'no day' : requirementOn(target!, day));
				if (isDue && leftOut === null) for (const id of board.identifiers) on.askedIds.add(id);
			}
		}
	}
	return { onVersions, targets };
}

function majorOf(version: string): number {
	return Number(version.split('.')[0]);
}

function ruleEntry({ catalog }: EnforcementPlan, { target, enforcedOn: day }: Requirement, rule: string) {
	return {
		targetedOSVersionsRule: rule,
		requiredMinimumOSVersion: target.version,
		requiredInstallationDate: `${day}T12:00:00Z`,
		aboutUpdateURL: englishArticle(catalog.security.lists.get(target.version)?.article ?? ''),
	};
}

/** A rule of Nudge for a version or a major. Never `default`, which would match Macs that the plan does not know. */
interface NudgeRule<Requirement> {
	readonly rule: string;
	readonly requirement: Requirement;
}

/**
 * The fewest rules that give every version its requirement. Nudge uses the rule of the version, else of the major. A
 * version without a requirement must not match the rule of its major.
 */
export function rulesOf<Requirement extends object>(
	ofVersions: ReadonlyMap<string, Requirement | null>,
	exactOnly: ReadonlySet<string> = new Set(),
): NudgeRule<Requirement>[] {
	const byMajor = groupBy(ofVersions, ([version]) => version.split('.')[0]!);
	return [...byMajor]
		.toSorted(([a], [b]) => Number(b) - Number(a))
		.flatMap(([major, versions]) => rulesOfMajor(major, versions, exactOnly.has(major)));
}

function rulesOfMajor<Requirement extends object>(
	major: string,
	versions: readonly [string, Requirement | null][],
	isExactOnly: boolean,
): NudgeRule<Requirement>[] {
	const rulesExcept = (from: Requirement | null) =>
		versions
			.flatMap(([rule, requirement]) => (requirement && requirement !== from ? [{ rule, requirement }] : []))
			.toReversed();
	const byVersion = rulesExcept(null);
	if (isExactOnly || versions.some(([, requirement]) => requirement === null)) return byVersion;
	const withMajorRule = [...new Set(versions.map(([, requirement]) => requirement!))].map((requirement) => [
		...rulesExcept(requirement),
		{ rule: major, requirement },
	]);
	return [byVersion, ...withMajorRule].reduce((best, rules) => (rules.length < best.length ? rules : best));
}
