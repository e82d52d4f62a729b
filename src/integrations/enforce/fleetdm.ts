import type { EnforcementFile } from './file.ts';
import type { EnforcementGroup, EnforcementPlan } from './plan.ts';
import { sqlList } from './sql-text.ts';
import { printYaml, type YamlValue, yamlText } from './yaml-text.ts';

/** Fleet (fleetdm) enforces an update by a declaration, which Macs know from macOS 14 on. */
const firstEnforced = 14;

/**
 * For GitOps: labels of the groups by hardware model, a policy for each group, and for each group what a team of such Macs
 * is asked for. The first file holds all of it for one team of all Macs, which is asked for what the policy asks for.
 */
export function fleetdmFiles(plan: EnforcementPlan): EnforcementFile[] {
	const groups = plan.groups.filter(({ modelIdentifiers }) => modelIdentifiers.length > 0);
	const labels = groups.map((group) => labelOf(plan, group));
	const policies = groups.map((group) => policyOf(plan, group));
	const enforced = groups.filter(isEnforced);
	const main = enforced.find(({ blocked }) => !blocked);
	const file = (name: string, value: YamlValue, remarks: readonly string[] = []): EnforcementFile => ({
		name,
		type: 'application/yaml',
		body: [head(plan), ...remarks].map((line) => `# ${line}\n`).join('') + printYaml(value),
	});
	return [
		file(
			'fleet.yml',
			{ labels, policies, ...(main && { controls: controlsOf(main) }) },
			remarksOn(plan, groups),
		),
		file('labels.yml', labels),
		file('policies.yml', policies),
		...enforced.map((group) =>
			file(`team-${group.name}.yml`, { name: nameOf(plan, group), controls: controlsOf(group) }),
		),
	];
}

function isEnforced({ deadline, target }: EnforcementGroup): boolean {
	return deadline !== null && Number(target.major) >= firstEnforced;
}

function nameOf({ policy }: EnforcementPlan, { name }: EnforcementGroup): string {
	return `pointrelease ${policy.name} ${name}`;
}

function labelOf(plan: EnforcementPlan, group: EnforcementGroup) {
	return {
		name: nameOf(plan, group),
		description: `The Macs of the group ${group.name} under the policy ${plan.policy.name}, by their hardware model.`,
		query: `SELECT 1 FROM system_info WHERE hardware_model IN ${sqlList(group.modelIdentifiers)};`,
		platform: 'darwin',
		label_membership_type: 'dynamic',
	};
}

function policyOf(plan: EnforcementPlan, group: EnforcementGroup) {
	const { target, deadline, blocked } = group;
	const [major = 0, minor = 0, patch = 0] = target.parsed.components;
	const by = deadline === null ? '' : ` by ${deadline}`;
	const why = blocked
		? ' It is the last that this hardware gets, and less than the policy asks for: plan a replacement.'
		: '';
	return {
		name: `${nameOf(plan, group)}: is at its target`,
		description: `The policy ${plan.policy.name} asks this Mac to be on macOS ${target.version} or later${by}.${why}`,
		resolution: `Install macOS ${target.version}: System Settings, General, Software Update.`,
		platform: 'darwin',
		// A Mac of another group passes, so that the query stands by itself where labels are not to be had.
		query: `SELECT 1 FROM os_version, system_info WHERE system_info.hardware_model NOT IN ${sqlList(group.modelIdentifiers)} OR (os_version.major, os_version.minor, os_version.patch) >= (${major}, ${minor}, ${patch});`,
		labels_include_any: [nameOf(plan, group)],
	};
}

function controlsOf({ target, deadline }: EnforcementGroup) {
	return { macos_updates: { minimum_version: target.version, deadline: deadline! } };
}

function head({ catalog, policy }: EnforcementPlan): string {
	return `pointrelease: policy ${yamlText(policy.name ?? '')}, data version ${yamlText(catalog.dataVersion)}`;
}

/** What the file does not do, for whoever looks for a Mac in it. */
function remarksOn({ leftOut, groups }: EnforcementPlan, labelled: readonly EnforcementGroup[]): string[] {
	return [
		...leftOut.map(({ reason, boardIds }) => `left out, ${reason}: ${boardIds.length} board IDs`),
		...groups
			.filter((group) => !labelled.includes(group))
			.map(({ name, boardIds }) => `left out, no model identifier: ${name}, ${boardIds.length} board IDs`),
		...groups
			.filter((group) => !isEnforced(group))
			.map(({ name, deadline }) =>
				deadline === null
					? `not enforced, the policy gives no deadline: ${name}`
					: `not enforced, that needs macOS ${firstEnforced}: ${name}`,
			),
	];
}
