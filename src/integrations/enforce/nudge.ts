import type { Policy } from '../../advice/policy/policy.ts';
import { isOffered } from '../../advice/standing/policy-target.ts';
import type { Major } from '../../catalog/catalog.ts';
import { compareVersions } from '../../catalog/version.ts';
import { articleOf } from '../sofa/release.ts';
import { type EnforcementFile, type FormatOptions, jsonFile } from './file.ts';
import type { EnforcementGroup, EnforcementPlan } from './plan.ts';

/** Nudge 2 runs from macOS 12 on. */
const firstMajor = 12;

/**
 * One configuration for the whole fleet, and one for each group, for whoever can give each Mac that of its hardware model.
 * Nudge itself chooses by what a Mac is on, not by what it is.
 */
export function nudgeFiles(plan: EnforcementPlan, { ownSofaUrl }: FormatOptions): EnforcementFile[] {
	const groups = plan.groups.filter(
		({ target, deadline }) => deadline !== null && Number(target.major) >= firstMajor,
	);
	const majors = [...plan.catalog.majors.values()]
		.filter(({ name, era }) => era === 'modern' && Number(name) >= firstMajor)
		.toReversed();
	const configuration = (requirements: readonly object[]) => ({
		optionalFeatures: {
			attemptToCheckForSupportedDevice: true,
			utilizeSOFAFeed: true,
			...(ownSofaUrl && { customSOFAFeedURL: ownSofaUrl }),
		},
		osVersionRequirements: requirements,
	});
	return [
		jsonFile(
			'nudge.json',
			configuration(majors.flatMap((major) => requirementsOfMajor(plan, groups, major))),
		),
		...groups.map((group) =>
			jsonFile(`nudge-${group.name}.json`, configuration([requirement(plan, group, 'default')])),
		),
	];
}

/**
 * What Macs on a major are asked for: the oldest target that the vendor still updates, and whoever has it the next one, so
 * that no Mac is told of what it cannot run before it has what it can. The request is for a minimum; Software Update
 * offers the newest all the same. Targets of ended majors count where there is no other.
 */
function requirementsOfMajor(
	plan: EnforcementPlan,
	groups: readonly EnforcementGroup[],
	major: Major,
): object[] {
	const reached = groups.filter(
		({ target, boards }) =>
			Number(target.major) >= Number(major.name) && boards.some(({ support }) => support.has(major.name)),
	);
	const updated = reached.filter(({ support }) => support !== 'ended');
	// Groups have the newest target first.
	const targets = (updated.length > 0 ? updated : reached).toReversed();
	const [first] = targets;
	if (!first) return [];
	const beyond = targets.find(({ target }) => target.major !== major.name);
	const onward = beyond && beyond !== first ? releasesFrom(plan, major, first) : [];
	return [
		...onward.map((version) => requirement(plan, beyond!, version)),
		requirement(plan, first, major.name),
	];
}

/** The releases of a major that a Mac may be on and needs none of its major any more, newest first. */
function releasesFrom({ policy }: EnforcementPlan, major: Major, { target }: EnforcementGroup): string[] {
	return major.releases
		.filter(
			(release) => isOffered(release, policy.asOf) && compareVersions(release.parsed, target.parsed) >= 0,
		)
		.map(({ version }) => version)
		.toReversed();
}

function requirement(
	{ catalog, policy }: EnforcementPlan,
	{ target, deadline }: EnforcementGroup,
	rule: string,
) {
	return {
		targetedOSVersionsRule: rule,
		requiredMinimumOSVersion: target.version,
		requiredInstallationDate: `${deadline}T12:00:00Z`,
		aboutUpdateURL: articleOf(catalog.security.lists.get(target.version)?.article ?? ''),
		...serviceLevels(policy),
	};
}

/**
 * Days from the release to the deadline, from which Nudge makes a day of its own where it is given none. It takes a release
 * for exploited, for one with fixes, or for a plain one.
 */
function serviceLevels({ deferDays, deferMajorDays, graceDays, exploitedGraceDays }: Policy) {
	const ofMajor = Math.max(deferDays, deferMajorDays);
	const exploited = Math.min(
		graceDays ?? Number.POSITIVE_INFINITY,
		exploitedGraceDays ?? Number.POSITIVE_INFINITY,
	);
	return {
		activelyExploitedCVEsMajorUpgradeSLA: ofMajor + exploited,
		activelyExploitedCVEsMinorUpdateSLA: deferDays + exploited,
		...(graceDays !== null && {
			nonActivelyExploitedCVEsMajorUpgradeSLA: ofMajor + graceDays,
			nonActivelyExploitedCVEsMinorUpdateSLA: deferDays + graceDays,
			standardMajorUpgradeSLA: ofMajor + graceDays,
			standardMinorUpdateSLA: deferDays + graceDays,
		}),
	};
}
