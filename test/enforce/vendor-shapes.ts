import { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * What the vendors document, as JSON Schema: Apple's keys of
 * com.apple.configuration.softwareupdate.enforcement.specific, Fleet's reference of YAML files, and the keys that
 * Nudge 2 reads. Other keys are refused.
 */

const version = { type: 'string', pattern: '^\\d+(\\.\\d+){1,2}$' };
const address = { type: 'string', pattern: '^https://[^\\s]+$' };
const days = { type: 'integer', minimum: 0 };
const text = { type: 'string', minLength: 1 };

function object(properties: Record<string, object>, required: readonly string[]): object {
	return { type: 'object', properties, required, additionalProperties: false };
}

const enforcementPayload = object(
	{
		TargetOSVersion: version,
		TargetBuildVersion: { type: 'string', pattern: '^\\d+[A-Z]\\d+[a-z]?$' },
		// Without a zone: local time of the Mac.
		TargetLocalDateTime: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' },
		DetailsURL: address,
	},
	['TargetOSVersion', 'TargetLocalDateTime'],
);

const enforcement = {
	Type: { const: 'com.apple.configuration.softwareupdate.enforcement.specific' },
	Identifier: text,
	Payload: enforcementPayload,
};

const declaration = object({ ...enforcement, ServerToken: text }, [
	'Type',
	'Identifier',
	'ServerToken',
	'Payload',
]);

/**
 * Apple's keys of com.apple.configuration.softwareupdate.settings that a Mac has, with the values of Apple's schema.
 * `RecommendedCadence` and `Deferrals.CombinedPeriodInDays` are not for macOS there.
 */
const deferralDays = { type: 'integer', minimum: 1, maximum: 90 };
const decides = { enum: ['Allowed', 'AlwaysOn', 'AlwaysOff'] };
const settings = {
	Type: { const: 'com.apple.configuration.softwareupdate.settings' },
	Identifier: text,
	Payload: object(
		{
			Notifications: { type: 'boolean' },
			Deferrals: object(
				{
					MajorPeriodInDays: deferralDays,
					MinorPeriodInDays: deferralDays,
					SystemPeriodInDays: deferralDays,
				},
				[],
			),
			AutomaticActions: object(
				{ Download: decides, InstallOSUpdates: decides, InstallSecurityUpdate: decides },
				[],
			),
			RapidSecurityResponse: object({ Enable: { type: 'boolean' }, EnableRollback: { type: 'boolean' } }, []),
			AllowStandardUserOSUpdates: { type: 'boolean' },
			Beta: object({ ProgramEnrollment: decides }, ['ProgramEnrollment']),
		},
		[],
	),
};

const label = object(
	{
		name: text,
		description: text,
		query: text,
		platform: { enum: ['darwin', 'windows', 'ubuntu', 'centos', ''] },
		label_membership_type: { enum: ['dynamic', 'manual', 'host_vitals'] },
	},
	['name', 'query', 'label_membership_type'],
);

const policy = object(
	{
		name: text,
		description: text,
		resolution: text,
		query: text,
		platform: text,
		critical: { type: 'boolean' },
		labels_include_any: { type: 'array', items: text, minItems: 1 },
	},
	['name', 'query'],
);

const controls = object(
	{
		apple_settings: object(
			{
				configuration_profiles: {
					type: 'array',
					minItems: 1,
					items: object({ path: text, labels_include_any: { type: 'array', items: text, minItems: 1 } }, [
						'path',
					]),
				},
			},
			['configuration_profiles'],
		),
	},
	['apple_settings'],
);

const requirement = object(
	{
		aboutUpdateURL: address,
		aboutUpdateURLs: { type: 'array' },
		actionButtonPath: text,
		activelyExploitedCVEsMajorUpgradeSLA: days,
		activelyExploitedCVEsMinorUpdateSLA: days,
		majorUpgradeAppPath: text,
		minorVersionRecalculationThreshold: days,
		nonActivelyExploitedCVEsMajorUpgradeSLA: days,
		nonActivelyExploitedCVEsMinorUpdateSLA: days,
		requiredInstallationDate: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$' },
		requiredMinimumOSVersion: version,
		standardMajorUpgradeSLA: days,
		standardMinorUpdateSLA: days,
		targetedOSVersionsRule: { type: 'string', pattern: '^(default|\\d+(\\.\\d+){0,2})$' },
		unsupportedActionButtonPath: text,
		unsupportedURL: address,
		unsupportedURLs: { type: 'array' },
	},
	['requiredMinimumOSVersion', 'requiredInstallationDate'],
);

const ajv = new Ajv2020({ strict: true, allErrors: true });
const labels = { type: 'array', items: label };
const policies = { type: 'array', items: policy };

export const isDeclaration = ajv.compile(declaration);
export const isSettings = ajv.compile(
	object({ ...settings, ServerToken: text }, ['Type', 'Identifier', 'ServerToken', 'Payload']),
);
export const isFleetLabels = ajv.compile(labels);
export const isFleetPolicies = ajv.compile(policies);
export const isFleetControls = ajv.compile(controls);
/** Fleet makes the token itself. */
export const isFleetDeclaration = ajv.compile({
	oneOf: [enforcement, settings].map((each) => object(each, ['Type', 'Identifier', 'Payload'])),
});
export const isFleetFile = ajv.compile(object({ labels, policies, controls }, ['labels', 'policies']));
export const isNudge = ajv.compile(
	object(
		{
			optionalFeatures: object(
				{
					attemptToCheckForSupportedDevice: { type: 'boolean' },
					attemptToFetchMajorUpgrade: { type: 'boolean' },
					utilizeSOFAFeed: { type: 'boolean' },
					customSOFAFeedURL: address,
				},
				[],
			),
			osVersionRequirements: { type: 'array', items: requirement },
			userExperience: { type: 'object' },
			userInterface: { type: 'object' },
		},
		['osVersionRequirements'],
	),
);
