import { type Activation, activationForAll, subscriptionOf } from './activation.ts';
import type { Declaration, SettingsDeclaration } from './declaration.ts';
import { type EnforcementFile, type FormatOptions, jsonFile, type MdmName } from './formats.ts';
import type { Due, EnforcementGroup, EnforcementPlan } from './plan.ts';
import { printYaml } from './yaml-text.ts';

interface Shape {
	/** What to do instead if the MDM needs our activations; null if it does not. */
	readonly needsActivations: string | null;
	files(bundle: Bundle): EnforcementFile[];
}

const shapes: Readonly<Record<MdmName, Shape>> = {
	raw: { needsActivations: null, files: rawShape },
	jamf: { needsActivations: null, files: jamfShape },
	simplemdm: { needsActivations: null, files: simplemdmShape },
	zentral: { needsActivations: null, files: zentralShape },
	fleetdm: {
		needsActivations: 'activations as well, or the format fleet, which has labels in their place',
		files: fleetdmShape,
	},
	kmfddm: {
		needsActivations: 'activations as well: a declaration that no activation names does nothing there',
		files: kmfddmShape,
	},
};

/** Why there are no files for an MDM; null if there are files. */
export function whyNoShape({ mdm = 'raw', activations = false }: FormatOptions): string | null {
	return activations ? null : shapes[mdm].needsActivations;
}

/** The declarations in the shape of an MDM. */
export function shapeFor(
	plan: EnforcementPlan,
	parts: { readonly declared: readonly Declared[]; readonly settings: Bundle['settings'] },
	{ mdm = 'raw', activations = false }: FormatOptions,
): EnforcementFile[] {
	return shapes[mdm].files(declaredParts(plan, parts, activations));
}

/** A configuration and its activation; null if the MDM activates it. */
interface Configured {
	/** The name of its files. */
	readonly name: string;
	readonly configuration: Declaration;
	readonly activation: Activation | null;
}

/** A configuration that requires an update. */
interface Declared extends Configured {
	readonly group: EnforcementGroup;
	readonly due: Due;
}

/** Everything that a policy declares, in the order that an MDM accepts. */
interface Bundle {
	readonly plan: EnforcementPlan;
	readonly declared: readonly Declared[];
	readonly settings: SettingsDeclaration | null;
	/** Configurations for all Macs: status subscription, deferrals and settings. */
	readonly forAll: readonly Configured[];
	readonly activations: boolean;
}

function declaredParts(
	plan: EnforcementPlan,
	{ declared, settings }: Pick<Bundle, 'declared' | 'settings'>,
	activations: boolean,
): Bundle {
	const configured = (name: string, configuration: Declaration): Configured => ({
		name,
		configuration,
		activation: activations ? activationForAll(plan, name, configuration) : null,
	});
	return {
		plan,
		declared,
		settings,
		// Only predicates need the status items.
		forAll: [
			...(activations ? [configured('status', subscriptionOf(plan))] : []),
			...(settings ? [configured(settings.name, settings.declaration)] : []),
		],
		activations,
	};
}

/** A declaration without token, for servers that generate it. */
export function withoutToken({ Type, Identifier, Payload }: Declaration): object {
	return { Type, Identifier, Payload };
}

/** The predicate alone, for a form field. */
function predicateFile(name: string, predicate: string): EnforcementFile {
	return { name: `${name}.predicate.txt`, type: 'text/plain; charset=utf-8', body: `${predicate}\n` };
}

/** The title in an MDM's list. */
export function titleOf({ policy }: EnforcementPlan, name: string): string {
	return `pointrelease ${policy.name} ${name}`;
}

/** Complete declarations. With activations also one file of everything in order, and the parts that forms ask for. */
function rawShape({ plan, declared, forAll, activations }: Bundle): EnforcementFile[] {
	const all = [...forAll, ...declared];
	const files = all.flatMap(({ name, configuration, activation }) => [
		jsonFile(`${name}.json`, configuration),
		...(activation ? [jsonFile(`${name}.activation.json`, activation.declaration)] : []),
		...(activation?.predicate ? [predicateFile(name, activation.predicate)] : []),
		...(activations ? [jsonFile(`${name}.payload.json`, configuration.Payload)] : []),
	]);
	if (!activations) return files;
	const bundle = jsonFile('bundle.json', {
		data_version: plan.catalog.dataVersion,
		policy: plan.policy.name,
		// A configuration comes before the activation that names it.
		declarations: all.flatMap(({ configuration, activation }) => [
			configuration,
			...(activation ? [activation.declaration] : []),
		]),
	});
	return [bundle, ...files];
}

/** The limit of steps in a blueprint, by Jamf's API description. */
const mostSteps = 10;

/** A blueprint needs at least one device group, whose ID only the admin knows. */
const groupToFillIn = 'REPLACE-WITH-THE-ID-OF-A-DEVICE-GROUP';

/**
 * Requests that create blueprints. With activations one blueprint for a group of all Macs has everything, each step
 * with its predicate; otherwise there is one for each group. Jamf generates identifiers and tokens.
 */
export function jamfShape({ plan, declared, forAll, activations }: Bundle): EnforcementFile[] {
	const configured = [...forAll, ...declared];
	const blueprint = (name: string, title: string, steps: readonly Configured[]) =>
		jsonFile(`${name}.json`, {
			name: titleOf(plan, title),
			description: `The policy ${plan.policy.name}, data version ${plan.catalog.dataVersion}`,
			scope: { deviceGroups: [groupToFillIn] },
			steps: steps.map(stepOf),
		});
	if (!activations) return configured.map((each) => blueprint(`blueprint-${each.name}`, each.name, [each]));
	const count = Math.ceil(configured.length / mostSteps);
	return Array.from({ length: count }, (_, at) => {
		const number = at === 0 ? '' : `-${at + 1}`;
		return blueprint(
			`blueprint${number}`,
			`updates${number}`,
			configured.slice(at * mostSteps, (at + 1) * mostSteps),
		);
	});
}

function stepOf({ name, configuration, activation }: Configured) {
	return {
		name,
		activationPredicate: activation?.predicate ?? null,
		components: [
			{
				identifier: 'com.jamf.ddm.custom-declarations',
				configuration: {
					declarations: [
						{
							kind: 'CONFIGURATION',
							channelType: 'SYSTEM',
							type: configuration.Type,
							payload: configuration.Payload,
							payloadKey: 1,
						},
					],
				},
			},
		],
	};
}

/**
 * The fields of each custom declaration, and its payload as the file that the form takes. SimpleMDM generates the
 * rest.
 */
function simplemdmShape({ plan, declared, forAll }: Bundle): EnforcementFile[] {
	const configured = [...forAll, ...declared];
	const list = configured.map(({ name, configuration, activation }) => ({
		name: titleOf(plan, name),
		declaration_type: configuration.Type,
		// Updates belong to the Mac, not to a user of it.
		user_scope: false,
		...(activation?.predicate && { activation_predicate: activation.predicate }),
		payload: `${name}.payload.json`,
	}));
	return [
		jsonFile('custom-declarations.json', { custom_declarations: list }),
		...configured.map(({ name, configuration }) => jsonFile(`${name}.payload.json`, configuration.Payload)),
	];
}

/** One file for each artifact. Zentral refuses a token that was used before, and generates a missing one. */
function zentralShape({ declared, forAll }: Bundle): EnforcementFile[] {
	return [...forAll, ...declared].flatMap(({ name, configuration, activation }) => [
		jsonFile(`${name}.json`, withoutToken(configuration)),
		...(activation ? [jsonFile(`${name}.activation.json`, withoutToken(activation.declaration))] : []),
	]);
}

/** Declarations to upload, and the identifiers for a set, one in each line. */
function kmfddmShape(bundle: Bundle): EnforcementFile[] {
	const identifiers = [...bundle.forAll, ...bundle.declared].flatMap(({ configuration, activation }) => [
		configuration.Identifier,
		...(activation ? [activation.declaration.Identifier] : []),
	]);
	return [
		{ name: 'set.txt', type: 'text/plain; charset=utf-8', body: identifiers.map((id) => `${id}\n`).join('') },
		...zentralShape(bundle),
	];
}

/** Profiles for GitOps, each with its activation. Fleet subscribes to status items itself, and refuses a subscription. */
function fleetdmShape({ declared, forAll }: Bundle): EnforcementFile[] {
	const profiles = [...forAll.filter(({ name }) => name !== 'status'), ...declared];
	const controls = {
		apple_settings: {
			configuration_profiles: profiles.map(({ name, activation }) => ({
				path: `./${name}.json`,
				...(activation && { activation: `./${name}.activation.json` }),
			})),
		},
	};
	return [
		{ name: 'controls.yml', type: 'application/yaml', body: printYaml(controls) },
		...profiles.flatMap(({ name, configuration, activation }) => [
			jsonFile(`${name}.json`, withoutToken(configuration)),
			...(activation ? [jsonFile(`${name}.activation.json`, withoutToken(activation.declaration))] : []),
		]),
	];
}
