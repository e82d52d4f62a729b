import { listedMajors, usualEnded } from '../sofa/sofa-document.ts';
import { articleOf } from '../sofa/sofa-release.ts';
import { type EnforcementFile, type FormatOptions, jsonFile } from './formats.ts';
import type { EnforcementGroup, EnforcementPlan } from './plan.ts';

/** The first major that Nudge 2 runs on. */
const firstMajor = 12;

/** A required release and its day. There is one object for each pair, so that equal requirements are identical. */
interface Wanted {
	readonly group: EnforcementGroup;
	readonly enforcedOn: string;
}

/** Requirements by installed version; null if Nudge cannot decide the release or the day. */
type WantedOf = ReadonlyMap<string, Wanted | null>;

/**
 * One configuration for each group, for MDMs that can target by model, and one for the whole fleet. Nudge chooses by
 * installed version, not by model. The configuration for all leaves out versions that Macs of several groups have,
 * because it could lead some through a major that they do not need.
 */
export function nudgeFiles(plan: EnforcementPlan, { ownSofaUrl }: FormatOptions): EnforcementFile[] {
	const groups = groupsOf(plan.groups);
	const configuration = (rules: readonly NudgeRule<Wanted>[], ofAll: boolean) => ({
		optionalFeatures: {
			attemptToCheckForSupportedDevice: true,
			...(ofAll && { attemptToFetchMajorUpgrade: false }),
			utilizeSOFAFeed: true,
			...(ownSofaUrl && { customSOFAFeedURL: `${ownSofaUrl}${endedFor(plan, groups)}` }),
		},
		osVersionRequirements: rules.map(({ rule, wanted }) => requirement(plan, wanted, rule)),
	});
	const wanted = groups.map(wantedOf);
	return [
		jsonFile('nudge.json', configuration(rulesOf(wantedOfAll(wanted), null), true)),
		...groups.map((group, at) => {
			const { ofVersions, usual } = wanted[at]!;
			return jsonFile(`nudge-${group.name}.json`, configuration(rulesOf(ofVersions, usual), false));
		}),
	];
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

/** The versions that the configuration for all Macs leaves out. */
export function nudgeNotices({ groups }: EnforcementPlan): string[] {
	const without = [...wantedOfAll(groupsOf(groups).map(wantedOf))].filter(([, wanted]) => wanted === null);
	const majors = [...new Set(without.map(([version]) => majorOf(version)))].sort((a, b) => a - b);
	return majors.length === 0
		? []
		: [
				`nudge.json: it has no rule for some versions of macOS ${majors.join(', ')}, because Macs on them have different targets: give each group its own file`,
			];
}

function wantedOf(group: EnforcementGroup): { readonly ofVersions: WantedOf; readonly usual: Wanted | null } {
	const ofVersions = new Map<string, Wanted | null>();
	const onDays = new Map<string, Wanted>();
	const on = (enforcedOn: string | null): Wanted | null => {
		if (enforcedOn === null) return null;
		const wanted = onDays.get(enforcedOn) ?? { group, enforcedOn };
		onDays.set(enforcedOn, wanted);
		return wanted;
	};
	for (const { versions, enforcedOn } of [group, ...group.late]) {
		for (const version of versions)
			if (majorOf(version) >= firstMajor) ofVersions.set(version, on(enforcedOn));
	}
	return { ofVersions, usual: on(group.enforcedOn) };
}

/** The requirement for all Macs on a version; null if they differ. */
function wantedOfAll(wanted: readonly { readonly ofVersions: WantedOf }[]): WantedOf {
	const ofAll = new Map<string, Wanted | null>();
	for (const { ofVersions } of wanted) {
		for (const [version, each] of ofVersions) ofAll.set(version, ofAll.has(version) ? null : each);
	}
	return ofAll;
}

function majorOf(version: string): number {
	return Number(version.split('.')[0]);
}

function requirement({ catalog }: EnforcementPlan, { group: { target }, enforcedOn }: Wanted, rule: string) {
	return {
		targetedOSVersionsRule: rule,
		requiredMinimumOSVersion: target.version,
		requiredInstallationDate: `${enforcedOn}T12:00:00Z`,
		aboutUpdateURL: articleOf(catalog.security.lists.get(target.version)?.article ?? ''),
	};
}

/** A rule of Nudge: a version, a major, or `default`. */
export interface NudgeRule<Wanted> {
	readonly rule: string;
	readonly wanted: Wanted;
}

/**
 * The fewest rules that give every version its requirement. Nudge uses the rule of the version, else of the major,
 * else the default. A version without a requirement must not match the rule of its major.
 */
export function rulesOf<Wanted extends object>(
	ofVersions: ReadonlyMap<string, Wanted | null>,
	usual: Wanted | null,
): NudgeRule<Wanted>[] {
	const byMajor = new Map<string, [string, Wanted | null][]>();
	for (const each of ofVersions) {
		const major = each[0].split('.')[0]!;
		byMajor.set(major, [...(byMajor.get(major) ?? []), each]);
	}
	const majors = [...byMajor].toSorted(([a], [b]) => Number(b) - Number(a));
	return [
		...majors.flatMap(([major, versions]) => rulesOfMajor(major, versions, usual)),
		...(usual ? [{ rule: 'default', wanted: usual }] : []),
	];
}

function rulesOfMajor<Wanted extends object>(
	major: string,
	versions: readonly [string, Wanted | null][],
	usual: Wanted | null,
): NudgeRule<Wanted>[] {
	const apart = (from: Wanted | null) =>
		versions.flatMap(([rule, wanted]) => (wanted && wanted !== from ? [{ rule, wanted }] : [])).toReversed();
	const alone = apart(usual);
	if (versions.some(([, wanted]) => wanted === null)) return alone;
	const ways = [...new Set(versions.map(([, wanted]) => wanted!))].map((wanted) => [
		...apart(wanted),
		{ rule: major, wanted },
	]);
	return [alone, ...ways].reduce((best, way) => (way.length < best.length ? way : best));
}
