import { minimumRecord } from '../../../advice/door/minimum-record.ts';
import type { Release } from '../../../catalog/catalog.ts';
import { compareVersions } from '../../../catalog/version.ts';
import { counted } from '../../../text/numbers.ts';
import { coverageMembers } from '../coverage.ts';
import { head } from '../fleetdm.ts';
import { type Enforcement, type EnforcementFile, type FormatOptions, jsonFile } from '../formats.ts';
import type { EnforcementPlan } from '../plan.ts';
import { printYaml } from '../yaml-text.ts';
import { type AccessRules, accessRules, lower, oneNumber, rulesByName } from './access-rules.ts';
import { fleetQuery } from './fleet.ts';
import { intuneFiles } from './intune.ts';
import { jamfGroup } from './jamf.ts';
import { refusedInEnrollmentGrace } from './newly-enrolled.ts';
import { oktaQuery } from './okta.ts';

/**
 * Minimum versions for what lets Macs sign in. Products that know models get the floor of each Mac. The others get the lowest
 * floor, which admits some Macs too many and refuses none that is within the policy; what they admit too much is counted.
 */
export function accessEnforcement(plan: EnforcementPlan, options: FormatOptions): Enforcement {
	const { at = 'deadline', hardware = null, intuneModel, newlyEnrolled = null } = options;
	const rules = accessRules(plan.catalog, plan.policy, { at, hardware });
	const intuneRules =
		intuneModel === 'name' ? rulesByName(rules) : intuneModel ? rules.byModel : rules.byVersion;
	const number = oneNumber(rules);
	const { byVersion } = rules;
	const members = headOf(rules);
	const unwritten = unwrittenFiles(rules, intuneRules === null);
	const { name } = plan.policy;
	const minimum = minimumRecord(rules.majors, {
		policy: plan.policy,
		dataVersion: plan.catalog.dataVersion,
		at,
		hardware: hardware ?? 'refuse',
	});
	const files: Enforcement['files'] = [
		jsonFile('minimum.json', minimum),
		...(intuneRules === null
			? []
			: [jsonFile('intune.json', { ...members, ...untried, ...intuneFiles(intuneRules, name ?? '') })]),
		...(number === null
			? []
			: [
					jsonFile('okta.json', {
						...members,
						...untried,
						merge: { osVersion: { minimum: number.version } },
					}),
				]),
		jsonFile('okta-check.json', { ...members, ...untried, body: oktaCheck(rules) }),
		jsonFile('jamf-group.json', { ...members, ...untried, body: jamfGroup(rules) }),
		fleetFile(rules),
		jsonFile('not-covered.json', {
			...members,
			...coverageMembers(plan, []),
			hardware: hardwareCounts(rules),
			one_number: number && { minimum: number.version, ...tooMuch(rules, () => number) },
			by_version:
				byVersion &&
				tooMuch(rules, (major) => byVersion.find((rule) => rule.major === major)?.minimum ?? null),
			not_written: unwritten,
			refused_in_enrollment_grace: newlyEnrolled && refusedInEnrollmentGrace(rules, newlyEnrolled),
		}),
	];
	return {
		files,
		notices: unwritten.map(({ file, because }) => `${file} is not written: ${because}`),
		notCovered: [],
	};
}

const untried = {
	not_tried: 'never tried on a tenant: try it with a test group, or in report-only mode, first',
};

function headOf({ catalog, policy, at, nextChange }: AccessRules) {
	return {
		data_version: catalog.dataVersion,
		policy: policy.name,
		as_of: policy.asOf,
		at,
		next_change: nextChange,
	};
}

function unwrittenFiles({ byVersion, majors }: AccessRules, lacksIntune: boolean) {
	if (byVersion !== null) return [];
	const models = majors.flatMap(({ hardware }) => hardware?.modelIdentifiers ?? []);
	const ended = counted(new Set(models).size, 'model');
	const because = `it cannot distinguish models, and hardware keeps ${ended} on older major versions: choose with --hardware allow (every Mac is admitted on their versions) or --hardware refuse (these are locked out)`;
	return [
		...(lacksIntune
			? [
					{
						file: 'intune.json',
						because: `${because}, or say with --intune-model what your tenant has as the model`,
					},
				]
			: []),
		{ file: 'okta.json', because },
	];
}

function oktaCheck(rules: AccessRules) {
	const { name } = rules.policy;
	return {
		name: `pointrelease ${name}`,
		variableName: `pointrelease_${(name ?? '').replaceAll(/[^A-Za-z0-9]/g, '_')}`,
		description: `Whether this Mac is admitted by the policy ${name}`,
		platform: 'MACOS',
		type: 'CUSTOM',
		mappingType: 'CHECKBOX',
		query: oktaQuery(rules),
	};
}

function fleetFile(rules: AccessRules): EnforcementFile {
	const { policy, at, nextChange } = rules;
	const policies = [
		{
			name: `pointrelease ${policy.name}: may sign in`,
			description: `The policy ${policy.name} lets this Mac sign in: ${at === 'deadline' ? 'no update is overdue' : 'it is at its target'}.`,
			resolution:
				'Install the newest update: System Settings, General, Software Update. Then choose Refetch on My device.',
			platform: 'darwin',
			query: fleetQuery(rules),
			conditional_access_enabled: true,
		},
	];
	const remarks = [
		head(rules),
		`as of ${policy.asOf}, at ${at}, next change ${nextChange ?? 'not known'}`,
		untried.not_tried,
	];
	return {
		name: 'fleet-policies.yml',
		type: 'application/yaml',
		body: remarks.map((line) => `# ${line}\n`).join('') + printYaml(policies),
	};
}

/** What each choice about hardware costs; null if no Mac is concerned. */
function hardwareCounts({ majors, hardware }: AccessRules) {
	const ended = majors.flatMap((major) =>
		major.hardware ? [{ ...major.hardware, kinds: major.kinds }] : [],
	);
	if (ended.length === 0) return null;
	const models = [...new Set(ended.flatMap(({ modelIdentifiers }) => modelIdentifiers))];
	const able = ended.flatMap(({ kinds, minimum }) =>
		kinds.filter(
			({ isBlocked, refused }) =>
				!isBlocked && refused.some(({ parsed }) => compareVersions(parsed, minimum.parsed) >= 0),
		),
	);
	const ableModels = new Set(
		able.flatMap(({ boards }) => boards.flatMap(({ modelIdentifiers }) => modelIdentifiers)),
	);
	return {
		choice: hardware,
		minimum: ended.map(({ minimum }) => minimum).reduce((a, b) => lower(a, b)!).version,
		refuse: { models_locked_out: models.length, model_identifiers: models.sort() },
		allow: { models_admitted_too_much: ableModels.size },
	};
}

/** The versions that rules without models admit and the policy does not, of at least one Mac, and of how many models. */
function tooMuch({ majors }: AccessRules, minimumOf: (major: string) => Release | null) {
	const versions = new Map<string, Release>();
	const models = new Set<string>();
	for (const { major, kinds } of majors) {
		const minimum = minimumOf(major);
		for (const { boards, refused } of kinds)
			for (const release of refused) {
				if (!minimum || compareVersions(release.parsed, minimum.parsed) < 0) continue;
				versions.set(release.version, release);
				for (const model of boards.flatMap(({ modelIdentifiers }) => modelIdentifiers)) models.add(model);
			}
	}
	const sorted = [...versions.values()].toSorted((a, b) => compareVersions(a.parsed, b.parsed));
	return { admits_too_much: sorted.map(({ version }) => version), of_models: models.size };
}
