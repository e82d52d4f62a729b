import { expect, test } from 'bun:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { enforcementFiles } from '../../../../../test/enforce/enforcement-files.ts';
import { namedPolicy } from '../../../../../test/enforce/policies.ts';
import { readPredicate } from '../../../../../test/enforce/read-predicate.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { declarationOf } from './declaration.ts';
import type { MdmName } from './formats.ts';
import { jamfShape } from './mdm-shapes.ts';
import { planEnforcement } from './plan.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
const policies = ['standard', 'newest', 'careful'];

function shape(policy: string, mdm: MdmName, activations = true) {
	const [, ...files] = enforcementFiles(shipped, namedPolicy(policy), 'ddm', { activations, mdm });
	return new Map(files.map(({ name, body }) => [name, body]));
}

const json = (files: Map<string, string>, name: string) => JSON.parse(files.get(name)!);

/** The schema of a request that creates a blueprint, from Jamf's published API description. */
const isBlueprint = ajv.compile({
	type: 'object',
	required: ['name', 'scope', 'steps'],
	additionalProperties: false,
	properties: {
		name: { type: 'string', minLength: 1, maxLength: 200 },
		description: { type: ['string', 'null'], maxLength: 2000 },
		scope: {
			type: 'object',
			required: ['deviceGroups'],
			properties: { deviceGroups: { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } } },
		},
		steps: {
			type: 'array',
			maxItems: 10,
			items: {
				type: 'object',
				required: ['components'],
				additionalProperties: false,
				properties: {
					name: { type: ['string', 'null'], maxLength: 200 },
					activationPredicate: { type: ['string', 'null'], maxLength: 10_000 },
					components: {
						type: 'array',
						minItems: 1,
						maxItems: 100,
						items: { type: 'object', required: ['identifier', 'configuration'] },
					},
				},
			},
		},
	},
});

test.each(policies)('Jamf accepts a blueprint of %s, in which each step has its predicate', (policy) => {
	const files = shape(policy, 'jamf');
	const blueprint = json(files, 'blueprint.json');
	expect([isBlueprint(blueprint), isBlueprint.errors]).toEqual([true, null]);
	for (const { name, activationPredicate, components } of blueprint.steps) {
		const [{ configuration }] = components;
		const [declaration] = configuration.declarations;
		expect(Object.keys(declaration)).toEqual(['kind', 'channelType', 'type', 'payload', 'payloadKey']);
		expect([name, activationPredicate === null]).toEqual([name, ['status', 'deferrals'].includes(name)]);
		if (activationPredicate !== null) expect(readPredicate(activationPredicate)).not.toBeNull();
	}
});

test('without activations, Jamf gets a blueprint for each group, which is scoped in Jamf', () => {
	const files = shape('standard', 'jamf', false);
	expect([...files.keys()]).toEqual([
		'blueprint-deferrals.json',
		'blueprint-macos-26.json',
		'blueprint-macos-26-late.json',
		'blueprint-macos-15.json',
		'blueprint-macos-15-late.json',
		'blueprint-macos-14.json',
	]);
	for (const body of files.values()) {
		const blueprint = JSON.parse(body);
		expect([isBlueprint(blueprint), blueprint.steps.length]).toEqual([true, 1]);
		expect(blueprint.steps[0].activationPredicate).toBeNull();
	}
});

test.each(policies)('SimpleMDM accepts the fields and payload files of %s', (policy) => {
	const files = shape(policy, 'simplemdm');
	const isList = ajv.compile({
		type: 'array',
		items: {
			type: 'object',
			required: ['name', 'declaration_type', 'payload', 'user_scope'],
			additionalProperties: false,
			properties: {
				name: { type: 'string', minLength: 1 },
				declaration_type: { type: 'string', pattern: '^com[.]apple[.]configuration[.]' },
				user_scope: { const: false },
				activation_predicate: { type: 'string', minLength: 1 },
				payload: { type: 'string' },
			},
		},
	});
	const list = json(files, 'custom-declarations.json').custom_declarations as {
		payload: string;
		activation_predicate?: string;
	}[];
	expect([isList(list), isList.errors]).toEqual([true, null]);
	expect(list.map(({ payload }) => payload)).toEqual([...files.keys()].slice(1));
	for (const { payload } of list) expect(json(files, payload)).not.toHaveProperty('Type');
	for (const { activation_predicate: predicate } of list)
		if (predicate) expect(readPredicate(predicate)).not.toBeNull();
});

test.each(policies)(
	'Fleet takes profiles of %s with an activation of their own, no token and no subscription',
	(policy) => {
		const files = shape(policy, 'fleetdm');
		const { configuration_profiles: profiles } = parse(files.get('controls.yml')!).apple_settings;
		expect(profiles.length).toBeGreaterThan(2);
		for (const { path, activation, ...others } of profiles) {
			const configuration = json(files, path.slice(2));
			const { Type, Payload, ...rest } = json(files, activation.slice(2));
			expect([others, Object.keys(configuration), Object.keys(rest)]).toEqual([
				{},
				['Type', 'Identifier', 'Payload'],
				['Identifier'],
			]);
			expect([Type, Payload.StandardConfigurations]).toEqual([
				'com.apple.activation.simple',
				[configuration.Identifier],
			]);
			expect(configuration.Type).not.toContain('status-subscriptions');
		}
		expect(files.size).toBe(1 + 2 * profiles.length);
	},
);

test('KMFDDM and Zentral accept declarations without a token; a set of KMFDDM names all of them', () => {
	const zentral = shape('standard', 'zentral');
	const { 'set.txt': set, ...kmfddm } = Object.fromEntries(shape('standard', 'kmfddm'));
	expect(kmfddm).toEqual(Object.fromEntries(zentral));
	const declarations = [...zentral.values()].map((body) => JSON.parse(body));
	for (const declaration of declarations)
		expect(Object.keys(declaration)).toEqual(['Type', 'Identifier', 'Payload']);
	expect(set!.split('\n').slice(0, -1)).toEqual(declarations.map(({ Identifier }) => Identifier));
	// Zentral creates activations itself if it gets none.
	expect([...shape('standard', 'zentral', false).keys()].every((name) => !name.includes('activation'))).toBe(
		true,
	);
});

test('raw files are in Apple’s format, with separate files for predicate and payload', () => {
	const files = shape('standard', 'raw');
	const { declarations } = json(files, 'bundle.json');
	for (const name of ['macos-26', 'macos-26-late', 'macos-15', 'macos-15-late', 'macos-14']) {
		const configuration = json(files, `${name}.json`);
		const activation = json(files, `${name}.activation.json`);
		expect(declarations).toContainEqual(configuration);
		expect(declarations).toContainEqual(activation);
		expect(files.get(`${name}.predicate.txt`)).toBe(`${activation.Payload.Predicate}\n`);
		expect(json(files, `${name}.payload.json`)).toEqual(configuration.Payload);
	}
	expect(json(files, 'status.json').Payload).toEqual({
		StatusItems: [{ Name: 'device.model.identifier' }, { Name: 'device.operating-system.version' }],
	});
});

test('deferrals are 1 to 90 days, and notices name what they cannot do', () => {
	const deferred = (terms: object) => {
		const policy = { ...namedPolicy('standard'), behind: 0, exclude: [], ...terms };
		const files = enforcementFiles(shipped, policy, 'ddm');
		const file = files.find(({ name }) => name === 'deferrals.json');
		const notices = JSON.parse(files[0].body).notices as string[];
		return [
			file ? JSON.parse(file.body).Payload : null,
			notices.filter((notice) => notice.startsWith('deferrals: ')),
		];
	};
	expect(deferred({ deferDays: 14, deferMajorDays: 30 })).toEqual([
		{ Deferrals: { MajorPeriodInDays: 30, MinorPeriodInDays: 14 } },
		[],
	]);
	expect(deferred({ deferDays: 0, deferMajorDays: 30 })[0]).toEqual({ Deferrals: { MajorPeriodInDays: 30 } });
	expect(deferred({ deferDays: 0, deferMajorDays: 0, behind: 1 })).toEqual([null, []]);
	expect(deferred({ deferDays: 90, deferMajorDays: 90 })[1]).toEqual([]);
	expect(deferred({ deferDays: 7, deferMajorDays: 120, behind: 1, exclude: ['26.7.1'] })).toEqual([
		{ Deferrals: { MajorPeriodInDays: 90, MinorPeriodInDays: 7 } },
		[
			'deferrals: macOS hides a release for at most 90 days, and the policy defers 120',
			'deferrals: the policy allows 1 major version behind, and macOS offers the newest once its deferral is over: people can install it',
			'deferrals: macOS cannot hide single releases, and the policy excludes 26.7.1',
		],
	]);
});

test('a blueprint has at most ten steps: the eleventh starts a second one, the twenty-first a third', () => {
	const plan = planEnforcement(shipped, namedPolicy('standard'));
	const forAll = Array.from({ length: 21 }, (_, at) => ({
		name: `step-${at + 1}`,
		configuration: declarationOf('standard', `step-${at + 1}`, 'type', {}),
		activation: null,
	}));
	const files = jamfShape({ plan, declared: [], settings: null, forAll, activations: true });
	const shown = files.map(({ name, body }) => {
		const { name: title, steps } = JSON.parse(body);
		return [name, title, steps.length, steps[0].name];
	});
	expect(shown).toEqual([
		['blueprint.json', 'pointrelease standard updates', 10, 'step-1'],
		['blueprint-2.json', 'pointrelease standard updates-2', 10, 'step-11'],
		['blueprint-3.json', 'pointrelease standard updates-3', 1, 'step-21'],
	]);
});
