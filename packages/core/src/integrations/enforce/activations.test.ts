import { expect, test } from 'bun:test';
import { activeDeclarations } from '../../../../../test/enforce/active-declarations.ts';
import { enforcementFiles } from '../../../../../test/enforce/enforcement-files.ts';
import { namedPolicy } from '../../../../../test/enforce/policies.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { planEnforcement } from './plan.ts';

interface Declaration {
	readonly Type: string;
	readonly Identifier: string;
	readonly ServerToken: string;
	readonly Payload: {
		readonly StandardConfigurations?: readonly string[];
	};
}

function bundleOf(policy: string) {
	const files = enforcementFiles(shipped, namedPolicy(policy), 'ddm', { activations: true });
	const { declarations } = JSON.parse(files.find(({ name }) => name === 'bundle.json')!.body) as {
		declarations: Declaration[];
	};
	return { declarations, activeOn: activeDeclarations(files) };
}

test.each(['standard', 'newest', 'careful'])(
	'under %s every model on every version gets the declaration of its group and no other, and none at its target',
	(name) => {
		const { activeOn } = bundleOf(name);
		const { groups } = planEnforcement(shipped, namedPolicy(name));
		const identifiers = new Set(groups.flatMap(({ modelIdentifiers }) => modelIdentifiers));
		for (const model of identifiers) {
			const ofModel = groups.filter(({ modelIdentifiers }) => modelIdentifiers.includes(model));
			for (const { version, major, parsed } of shipped.releases.values()) {
				if (parsed.era !== 'modern') continue;
				const group = ofModel.find(({ installedMajors }) => installedMajors.includes(major));
				const due = group && [group, ...group.late].find(({ versions }) => versions.includes(version));
				const expected =
					due && Number(group.target.major) >= 14
						? [{ version: group.target.version, date: `${due.enforcedOn}T12:00:00` }]
						: [];
				const active = activeOn(model, version);
				if (!Bun.deepEquals(active, expected))
					expect([model, version, active]).toEqual([model, version, expected]);
			}
		}
		const models = [...shipped.boards.values()].flatMap(({ modelIdentifiers }) => modelIdentifiers);
		for (const model of ['Mac99,1', ...models.filter((each) => !identifiers.has(each))])
			expect([model, activeOn(model, '26.5')]).toEqual([model, []]);
	},
);

test('an unknown version matches no activation: that of a newer major version would upgrade the Mac', () => {
	const { activeOn } = bundleOf('standard');
	for (const version of ['26.10', '26.7.3', '26.7.10', '26.9', '26.6.9', '28.0', '15.8.10', '14.9'])
		for (const model of ['MacBookPro17,1', 'MacBookPro15,1'])
			expect([version, model, activeOn(model, version)]).toEqual([version, model, []]);
	expect(activeOn('MacBookPro17,1', '26.7.1')).toEqual([{ version: '26.7.2', date: '2026-11-23T12:00:00' }]);
	expect(activeOn('MacBookPro17,1', '27.0')).toEqual([{ version: '27.2', date: '2026-11-23T12:00:00' }]);
});

test('the bundle has each configuration before its activation, and unique identifiers of at most 64 octets', () => {
	for (const name of ['standard', 'careful']) {
		const { declarations } = bundleOf(name);
		const earlierIds = new Set<string>();
		for (const { Type, Identifier, ServerToken, Payload } of declarations) {
			for (const configuration of Payload.StandardConfigurations ?? [])
				expect(earlierIds).toContain(configuration);
			expect([Identifier, earlierIds.has(Identifier)]).toEqual([Identifier, false]);
			expect(Buffer.byteLength(Identifier)).toBeLessThanOrEqual(64);
			expect(ServerToken).toMatch(/^[0-9a-f]{32}$/);
			earlierIds.add(Identifier);
			if (Type !== 'com.apple.activation.simple')
				expect(
					declarations.filter(({ Payload }) => Payload.StandardConfigurations?.includes(Identifier)),
				).toHaveLength(1);
		}
	}
});

test('a policy with a long name has short, unique identifiers', () => {
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

test('groups with a malformed model identifier are left out with the reason, and no others', () => {
	const boards = new Map(shipped.boards);
	const board = boards.get('J293AP')!;
	boards.set('J293AP', { ...board, modelIdentifiers: ["MacBookPro17,1' OR '1' == '1"] });
	const files = enforcementFiles({ ...shipped, boards }, namedPolicy('standard'), 'ddm', {
		activations: true,
	});
	const { groups } = JSON.parse(files[0].body);
	expect(groups.map((group: { file: string | null }) => group.file)).toEqual([
		null,
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
