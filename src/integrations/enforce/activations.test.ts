import { expect, test } from 'bun:test';
import { enforcementFiles } from '../../../test/enforce/enforcement-files.ts';
import { namedPolicy } from '../../../test/enforce/policies.ts';
import { compilePredicate } from '../../../test/enforce/read-predicate.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { compareVersions, parseVersion } from '../../catalog/version.ts';
import { planEnforcement } from './plan.ts';

interface Declaration {
	readonly Type: string;
	readonly Identifier: string;
	readonly ServerToken: string;
	readonly Payload: {
		readonly StandardConfigurations?: readonly string[];
		readonly Predicate?: string;
		readonly TargetOSVersion?: string;
		readonly TargetLocalDateTime?: string;
	};
}

const enforcementType = 'com.apple.configuration.softwareupdate.enforcement.specific';

/** What a bundle makes a Mac do: the declarations of updates whose activation holds there. */
function bundleOf(policy: string) {
	const files = enforcementFiles(shipped, namedPolicy(policy), 'ddm', { activations: true });
	const { declarations } = JSON.parse(files.find(({ name }) => name === 'bundle.json')!.body) as {
		declarations: Declaration[];
	};
	const updates = declarations.flatMap(({ Payload: { Predicate, StandardConfigurations: [named] = [] } }) => {
		const update = declarations.find(
			({ Type, Identifier }) => Type === enforcementType && Identifier === named,
		);
		if (!update) return [];
		const { TargetOSVersion, TargetLocalDateTime } = update.Payload;
		return [
			{
				holds: compilePredicate(Predicate!),
				asks: { version: TargetOSVersion!, date: TargetLocalDateTime! },
			},
		];
	});
	const activeOn = (model: string, version: string) =>
		updates
			.filter(({ holds }) =>
				holds({ 'device.model.identifier': model, 'device.operating-system.version': version }),
			)
			.map(({ asks }) => asks);
	return { declarations, activeOn };
}

const lastYears = [...shipped.releases.values()].filter(
	({ released, parsed }) => parsed.era === 'modern' && released >= '2023-11-16',
);

test.each(['standard', 'newest', 'careful'])(
	'under %s every Mac on every version of three years gets its declaration and no other, and none at its target',
	(name) => {
		const { activeOn } = bundleOf(name);
		const { groups } = planEnforcement(shipped, namedPolicy(name));
		const known = new Set(groups.flatMap(({ modelIdentifiers }) => modelIdentifiers));
		for (const { target, modelIdentifiers, enforcedOn, late, versions } of groups) {
			for (const model of modelIdentifiers) {
				for (const { version, parsed } of lastYears) {
					const due = [{ versions, enforcedOn }, ...late].find((each) => each.versions.includes(version));
					const isBelow = compareVersions(parsed, target.parsed) < 0;
					const day = isBelow ? (due?.enforcedOn ?? enforcedOn) : null;
					const expected =
						Number(target.major) >= 14 && day ? [{ version: target.version, date: `${day}T12:00:00` }] : [];
					// A release that these Macs never ran and that is above the target is not in the list: see the next test.
					if (!isBelow && !due && !runs(groups, model, version)) continue;
					expect([model, version, activeOn(model, version)]).toEqual([model, version, expected]);
				}
			}
		}
		const others = [...shipped.boards.values()].flatMap(({ modelIdentifiers }) => modelIdentifiers);
		for (const model of ['Mac99,1', ...others.filter((each) => !known.has(each))])
			expect([model, activeOn(model, '26.5')]).toEqual([model, []]);
	},
);

function runs(groups: ReturnType<typeof planEnforcement>['groups'], model: string, version: string): boolean {
	return groups.some(({ boards }) =>
		boards.some(
			({ modelIdentifiers, support }) =>
				modelIdentifiers.includes(model) &&
				[...support.values()].some(({ releases }) => releases.some((release) => release.version === version)),
		),
	);
}

test('a version that nobody knew yet never has two declarations, and below the target always has one', () => {
	const { activeOn } = bundleOf('standard');
	for (const version of ['26.10', '26.7.10', '26.9', '26.6.9', '28.0', '15.8.10', '14.9'])
		for (const [model, target] of [
			['MacBookPro17,1', '26.7.2'],
			['MacBookPro15,1', '15.8.2'],
		] as const) {
			const active = activeOn(model, version);
			expect([version, model, active.length <= 1]).toEqual([version, model, true]);
			if (compareVersions(parseVersion(version)!, shipped.releases.get(target)!.parsed) < 0)
				expect(active).toEqual([{ version: target, date: '2026-11-23T12:00:00' }]);
		}
});

test('the bundle has every configuration before its activation, identifiers of at most 64 octets and no name twice', () => {
	for (const name of ['standard', 'careful']) {
		const { declarations } = bundleOf(name);
		const seen = new Set<string>();
		for (const { Type, Identifier, ServerToken, Payload } of declarations) {
			for (const configuration of Payload.StandardConfigurations ?? []) expect(seen).toContain(configuration);
			expect([Identifier, seen.has(Identifier)]).toEqual([Identifier, false]);
			expect(Buffer.byteLength(Identifier)).toBeLessThanOrEqual(64);
			expect(ServerToken).toMatch(/^[0-9a-f]{32}$/);
			seen.add(Identifier);
			if (Type !== 'com.apple.activation.simple')
				expect(
					declarations.filter(({ Payload }) => Payload.StandardConfigurations?.includes(Identifier)),
				).toHaveLength(1);
		}
	}
});

test('a policy with a long name has short identifiers, each its own', () => {
	const identifiers = ['a', 'b'].flatMap((last) => {
		const policy = { ...namedPolicy('standard'), name: `${'n'.repeat(63)}${last}` };
		const files = enforcementFiles(shipped, policy, 'ddm', { activations: true });
		const { declarations } = JSON.parse(files.find(({ name }) => name === 'bundle.json')!.body);
		return (declarations as Declaration[]).map(({ Identifier }) => Identifier);
	});
	expect(new Set(identifiers).size).toBe(identifiers.length);
	expect(Math.max(...identifiers.map((each) => Buffer.byteLength(each)))).toBeLessThanOrEqual(64);
	expect(identifiers).toContain('org.pointrelease.nnnnnnnnnnnnn-a66dcc5a.macos-26-late.activation');
});

test('a group with a model of another shape is left out with its reason, and nobody else is', () => {
	const boards = new Map(shipped.boards);
	const board = boards.get('J293AP')!;
	boards.set('J293AP', { ...board, modelIdentifiers: ["MacBookPro17,1' OR '1' == '1"] });
	const files = enforcementFiles({ ...shipped, boards }, namedPolicy('standard'), 'ddm', {
		activations: true,
	});
	const { groups } = JSON.parse(files[0].body);
	expect(groups.map((group: { file: string | null }) => group.file)).toEqual([
		null,
		'macos-15.json',
		'macos-14.json',
		null,
		null,
		null,
	]);
	expect(groups[0].no_declaration_because).toBe(
		'a model identifier or version has an unusual shape, and a malformed predicate can cost a Mac its management',
	);
	expect(files.filter(({ name }) => name.startsWith('macos-26'))).toEqual([]);
});
