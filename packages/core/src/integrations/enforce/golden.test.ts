import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { enforcementFiles } from '../../../../../test/enforce/enforcement-files.ts';
import { goldenCases, goldenFile, goldenText } from '../../../../../test/enforce/golden.ts';
import { namedPolicy } from '../../../../../test/enforce/policies.ts';
import {
	isDeclaration,
	isFleetControls,
	isFleetDeclaration,
	isFleetFile,
	isFleetLabels,
	isFleetPolicies,
	isNudge,
	isSettings,
} from '../../../../../test/enforce/vendor-shapes.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { isEnforceable } from './enforce.ts';
import { planEnforcement } from './plan.ts';

const names = ['standard', 'newest', 'careful'];

interface Listed {
	readonly file: string | null;
	readonly declaration: object | null;
}

test.each(goldenCases)('the policy %s for %s gives the reviewed files', (policy, format) => {
	expect(goldenText(shipped, policy, format)).toBe(readFileSync(goldenFile(policy, format), 'utf8'));
});

describe('every file has only keys that its reader accepts', () => {
	test.each(names)('declarations of %s', (policy) => {
		const [list, ...files] = enforcementFiles(shipped, namedPolicy(policy), 'ddm');
		const groups = (JSON.parse(list.body).groups as (Listed & { late: Listed[] })[]).flatMap((group) => [
			group,
			...group.late,
		]);
		const declarations = files.filter(({ name }) => name !== 'deferrals.json');
		expect(declarations.length).toBeGreaterThan(1);
		for (const { body } of files.filter((file) => !declarations.includes(file)))
			expect([isSettings(JSON.parse(body)), isSettings.errors]).toEqual([true, null]);
		for (const { name, body } of declarations) {
			expect([name, isDeclaration(JSON.parse(body)), isDeclaration.errors]).toEqual([name, true, null]);
			expect(groups.find(({ file }) => file === name)?.declaration).toEqual(JSON.parse(body));
		}
		expect(groups.filter(({ file }) => file !== null)).toHaveLength(declarations.length);
	});

	test.each(names)('Fleet, %s', (policy) => {
		const files = enforcementFiles(shipped, namedPolicy(policy), 'fleet');
		const [whole, labels, policies, controls, ...others] = files;
		const declarations = others.filter(({ name }) => name !== 'not-covered.json');
		expect([isFleetFile(parse(whole.body)), isFleetFile.errors]).toEqual([true, null]);
		expect([isFleetLabels(parse(labels!.body)), isFleetLabels.errors]).toEqual([true, null]);
		expect([isFleetPolicies(parse(policies!.body)), isFleetPolicies.errors]).toEqual([true, null]);
		expect([isFleetControls(parse(controls!.body)), isFleetControls.errors]).toEqual([true, null]);
		for (const { body } of declarations)
			expect([isFleetDeclaration(JSON.parse(body)), isFleetDeclaration.errors]).toEqual([true, null]);
		expect(parse(whole.body)).toMatchObject({
			labels: parse(labels!.body),
			policies: parse(policies!.body),
			controls: parse(controls!.body),
		});
		// Every file and every label that is named exists.
		const { configuration_profiles: profiles } = parse(controls!.body).apple_settings as {
			configuration_profiles: { path: string; labels_include_any: string[] }[];
		};
		expect(profiles.map(({ path }) => path)).toEqual(declarations.map(({ name }) => `./${name}`));
		const names = (parse(labels!.body) as { name: string }[]).map(({ name }) => name);
		for (const { labels_include_any: used } of profiles) expect(names).toContain(used[0]!);
	});

	test.each(names)('Nudge, %s', (policy) => {
		const files = enforcementFiles(shipped, namedPolicy(policy), 'nudge', { ownMajor: true });
		for (const { name, body } of files.filter(({ name }) => name !== 'not-covered.json'))
			expect([name, isNudge(JSON.parse(body)), isNudge.errors]).toEqual([name, true, null]);
	});
});

test('the queries of Fleet find the Macs of each group, and whether a Mac is at its target', () => {
	const database = new Database(':memory:');
	database.run('CREATE TABLE system_info (uuid TEXT, hardware_model TEXT, cpu_type TEXT)');
	database.run(
		'CREATE TABLE os_version (name TEXT, version TEXT, major INTEGER, minor INTEGER, patch INTEGER, build TEXT)',
	);
	const mac = (model: string, version: string) => {
		database.run('DELETE FROM system_info');
		database.run('DELETE FROM os_version');
		database.run('INSERT INTO system_info (hardware_model) VALUES (?)', [model]);
		const [major, minor, patch] = version.split('.').map(Number);
		database.run('INSERT INTO os_version (version, major, minor, patch) VALUES (?, ?, ?, ?)', [
			version,
			major!,
			minor ?? 0,
			patch ?? 0,
		]);
	};
	const passes = (query: string) => database.query(query).all().length > 0;
	for (const name of names) {
		const policy = namedPolicy(name);
		const { groups } = planEnforcement(shipped, policy);
		const { labels, policies } = parse(enforcementFiles(shipped, policy, 'fleet')[0].body) as {
			labels: { name: string; query: string }[];
			policies: { name: string; query: string; labels_include_any: string[] }[];
		};
		expect(labels.slice(0, groups.length).map(({ name }) => [name])).toEqual(
			policies.map((each) => each.labels_include_any),
		);
		for (const [at, group] of groups.entries()) {
			const { target, modelIdentifiers, installedMajors, late } = group;
			const due = [group, ...late].flatMap(({ versions }) => versions);
			const [major, minor = 0, patch = 0] = target.parsed.components;
			for (const model of modelIdentifiers) {
				mac(model, target.version);
				expect([model, labels.map(({ query }) => passes(query)).indexOf(true)]).toEqual([model, at]);
				expect([model, policies.every(({ query }) => passes(query))]).toEqual([model, true]);
			}
			const [model] = modelIdentifiers;
			for (const [version, expected] of [
				[due[0]!, false],
				[due.at(-1)!, false],
				// Unknown versions do not count as missing the target.
				[`${major}.${minor}.${patch + 1}`, true],
				[`${major}.${minor + 1}`, true],
				[`${major! + 1}.0`, true],
				[`${major! - 1}.9.9`, true],
			] as const) {
				mac(model!, version);
				expect([model, version, passes(policies[at]!.query)]).toEqual([model, version, expected]);
				const isOfGroup = installedMajors.includes(version.split('.')[0]!);
				expect([model, version, passes(labels[at]!.query)]).toEqual([model, version, isOfGroup]);
			}
		}
		mac('Mac99,1', '11.0');
		expect(labels.some(({ query }) => passes(query))).toBe(false);
	}
});

test('a policy without a grace gives no declaration and no configuration of Nudge, but labels and policies', () => {
	const open = namedPolicy('open');
	expect((['ddm', 'fleet', 'nudge'] as const).map((format) => isEnforceable(open, format))).toEqual([
		false,
		true,
		false,
	]);
	const files = enforcementFiles(shipped, open, 'fleet');
	expect(files.map(({ name }) => name)).toEqual([
		'fleet.yml',
		'labels.yml',
		'policies.yml',
		'not-covered.json',
	]);
	expect(Object.keys(parse(files[0].body))).toEqual(['labels', 'policies']);
	expect(files[0].body).toContain('# not enforced, the policy has no deadline for these Macs: macos-26\n');
});
