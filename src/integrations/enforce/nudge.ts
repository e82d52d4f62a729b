import { listedMajors, usualEnded } from '../sofa/sofa-document.ts';
import { articleOf } from '../sofa/sofa-release.ts';
import { type EnforcementFile, type FormatOptions, jsonFile } from './formats.ts';
import type { EnforcementGroup, EnforcementPlan } from './plan.ts';

/** Nudge 2 runs from macOS 12 on. */
const firstMajor = 12;

/** A release that a Mac is asked for, and the day; one object for each pair, so that equal ones are the same. */
interface Wanted {
	readonly group: EnforcementGroup;
	readonly enforcedOn: string;
}

/** By the version that a Mac is on; null where Nudge cannot tell what is asked of it, or by when. */
type WantedOf = ReadonlyMap<string, Wanted | null>;

/**
 * One configuration for each group, for whoever can give each Mac that of its hardware model, and one for the whole fleet.
 * Nudge itself chooses by what a Mac is on, not by what it is: the one for all leaves out the versions on which Macs of
 * several groups are found, rather than lead some of them through a major that they do not need.
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

/** The query with which our feed has every version that is asked for: Nudge looks up its target there. */
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

/** Which versions the configuration of all Macs leaves out. */
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

/** What all Macs on a version are asked for; null where they are asked for different things. */
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

/** What Nudge reads: a rule is a version, a major, or `default`. */
export interface NudgeRule<Wanted> {
	readonly rule: string;
	readonly wanted: Wanted;
}

/**
 * As few rules as lead every version to what is wanted of it. Nudge takes the rule of the very version, else that of the
 * major, else the default. A version of which nothing is wanted must not be caught by its major.
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
