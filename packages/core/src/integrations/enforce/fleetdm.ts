import { compareVersions, parseVersion } from '../../catalog/version.ts';
import { notCoveredFile, notCoveredOf } from './coverage.ts';
import {
	declarationFor,
	deferralNotices,
	type Enforced,
	enforcedOf,
	type SettingsDeclaration,
	settingsOf,
	whyNotDeclared,
} from './declaration.ts';
import { type Enforcement, type EnforcementFile, jsonFile } from './formats.ts';
import { titleOf, withoutToken } from './mdm-shapes.ts';
import { becauseOf } from './not-covered.ts';
import type { EnforcementGroup, EnforcementPlan } from './plan.ts';
import { sqlList, versionRow } from './sql-text.ts';
import { printYaml, type YamlValue, yamlText } from './yaml-text.ts';

/**
 * For GitOps: a Fleet policy for each group, and a declaration for each with a label of the Macs that still need it,
 * so that one team serves all groups. The first file has everything.
 */
export function fleetdmEnforcement(plan: EnforcementPlan): Enforcement {
	// A Fleet policy that no version fails would be useless.
	const groups = plan.groups.filter(
		(group) => group.modelIdentifiers.length > 0 && versionsOf(group).length > 0,
	);
	const enforced = groups
		.flatMap(enforcedOf)
		.filter((each) => each.due.versions.length > 0 && whyNotDeclared(plan, each) === null);
	const settings = settingsOf(plan.policy);
	const labels = [
		...groups.map((group) => labelOf(plan, group)),
		...enforced.map((each) => updateLabelOf(plan, each)),
		...(settings ? [settingsLabelOf(plan, settings)] : []),
	];
	const policies = groups.map((group) => policyOf(plan, group));
	const controls = {
		apple_settings: {
			configuration_profiles: [
				...enforced.map((each) => ({
					path: `./${each.name}.json`,
					labels_include_any: [updateNameOf(plan, each)],
				})),
				...(settings
					? [
							{
								path: `./${settings.name}.json`,
								labels_include_any: [settingsLabelOf(plan, settings).name],
							},
						]
					: []),
			],
		},
	};
	const hasControls = enforced.length > 0 || settings !== null;
	const file = (name: string, value: YamlValue, remarks: readonly string[] = []): EnforcementFile => ({
		name,
		type: 'application/yaml',
		body: [head(plan), ...remarks].map((line) => `# ${line}\n`).join('') + printYaml(value),
	});
	const notCovered = plan.groups.flatMap((group) =>
		notCoveredOf(group, (enforced) => whyNotDeclared(plan, enforced)),
	);
	const files: Enforcement['files'] = [
		file('fleet.yml', { labels, policies, ...(hasControls && { controls }) }, remarksOn(plan, groups)),
		file('labels.yml', labels),
		file('policies.yml', policies),
		...(hasControls ? [file('controls.yml', controls)] : []),
		...enforced.map((each) => jsonFile(`${each.name}.json`, withoutToken(declarationFor(plan, each)))),
		...(settings ? [jsonFile(`${settings.name}.json`, withoutToken(settings.declaration))] : []),
		notCoveredFile(plan, notCovered),
	];
	return { files, notices: deferralNotices(plan.policy), notCovered };
}

function versionsOf(group: EnforcementGroup): string[] {
	return [group, ...group.late]
		.flatMap(({ versions }) => versions)
		.toSorted((a, b) => compareVersions(parseVersion(a)!, parseVersion(b)!));
}

function labelOf(plan: EnforcementPlan, group: EnforcementGroup) {
	return {
		name: titleOf(plan, group.name),
		description: `The Macs of the group ${group.name} under the policy ${plan.policy.name}, by their hardware model and installed major version.`,
		query: `SELECT 1 FROM os_version, system_info WHERE system_info.hardware_model IN ${sqlList(group.modelIdentifiers)} AND os_version.major IN (${group.installedMajors.join(', ')});`,
		platform: 'darwin',
		label_membership_type: 'dynamic',
	};
}

function updateNameOf(plan: EnforcementPlan, { name }: Enforced): string {
	return titleOf(plan, `${name} update`);
}

/** A Mac that reaches its target leaves the label, and no longer has the declaration. */
function updateLabelOf(plan: EnforcementPlan, enforced: Enforced) {
	const { group, due, isLate } = enforced;
	return {
		name: updateNameOf(plan, enforced),
		description: `The Macs of the group ${group.name} that are below macOS ${group.target.version}, the target of the policy ${plan.policy.name}${isLate ? ', and whose deadline is earlier than that of the others' : ''}.`,
		query: `SELECT 1 FROM os_version, system_info WHERE ${isOn(group, due.versions)};`,
		platform: 'darwin',
		label_membership_type: 'dynamic',
	};
}

/**
 * Whether a Mac has a model of the group and one of these versions, by name: a version unknown to us must not get the
 * target of a newer major.
 */
function isOn({ modelIdentifiers }: EnforcementGroup, versions: readonly string[]): string {
	return `system_info.hardware_model IN ${sqlList(modelIdentifiers)} AND (os_version.major, os_version.minor, os_version.patch) IN (VALUES ${versions.map(versionRow).join(', ')})`;
}

/** The label of all Macs that understand the declaration of deferrals and settings. */
function settingsLabelOf(plan: EnforcementPlan, { name }: SettingsDeclaration) {
	return {
		name: titleOf(plan, name),
		description: `Macs on macOS 15 or later, which understand the declaration of ${name}.`,
		query: 'SELECT 1 FROM os_version WHERE major >= 15;',
		platform: 'darwin',
		label_membership_type: 'dynamic',
	};
}

function policyOf(plan: EnforcementPlan, group: EnforcementGroup) {
	const { target, blocked } = group;
	const by = deadlinesOf(group);
	const why = blocked
		? ' It is the last that this hardware gets, and less than the policy asks for: plan a replacement.'
		: '';
	return {
		name: `${titleOf(plan, group.name)}: is at its target`,
		description: `The policy ${plan.policy.name} asks this Mac to be on macOS ${target.version} or later${by}.${why}`,
		resolution: `Install macOS ${target.version}: System Settings, General, Software Update.`,
		platform: 'darwin',
		// A Mac of another group passes, so that the query also works without labels.
		query: `SELECT 1 FROM os_version, system_info WHERE NOT (${isOn(group, versionsOf(group))});`,
		labels_include_any: [titleOf(plan, group.name)],
	};
}

function deadlinesOf({ deadline, late }: EnforcementGroup): string {
	const days = [deadline, ...late.map((each) => each.deadline)].filter((day) => day !== null);
	if (days.length === 0) return '';
	return ` by ${days.join(' or ')}${days.length > 1 ? ', depending on the version it has' : ''}`;
}

export function head({ catalog, policy }: Pick<EnforcementPlan, 'catalog' | 'policy'>): string {
	return `pointrelease: policy ${yamlText(policy.name ?? '')}, data version ${yamlText(catalog.dataVersion)}`;
}

/** Comments about Macs that the file does not cover, for people who look for them in it. */
function remarksOn(plan: EnforcementPlan, labelled: readonly EnforcementGroup[]): string[] {
	const { leftOut, groups } = plan;
	return [
		...leftOut.map(({ reason, boardIds }) => `left out, ${reason}: ${boardIds.length} board IDs`),
		...groups
			.filter((group) => !labelled.includes(group) && group.modelIdentifiers.length === 0)
			.map(({ name, boardIds }) => `left out, no model identifier: ${name}, ${boardIds.length} board IDs`),
		...groups.flatMap((group) => {
			const reason = whyNotDeclared(plan, enforcedOf(group)[0]!);
			return reason === null ? [] : [`not enforced, ${becauseOf(reason, group)}: ${group.name}`];
		}),
	];
}
