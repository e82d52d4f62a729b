import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { enforcementFiles } from '../../../test/enforce/enforcement-files.ts';
import { nudgeChoice } from '../../../test/enforce/nudge-choice.ts';
import { day, namedPolicy } from '../../../test/enforce/policies.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { sized } from '../../../test/size.ts';
import { isOut } from '../../advice/offered.ts';
import { policyOf } from '../../advice/policy/policy.ts';
import { assess } from '../../advice/standing/assess.ts';
import { releasesOfBoard } from '../../catalog/lookup.ts';
import { compareVersions } from '../../catalog/version.ts';
import { listedMajors, sofaDocument, usualEnded } from '../sofa/sofa-document.ts';
import { type Due, planEnforcement } from './plan.ts';

const graceDays = fc.option(fc.nat(60));
const anyPolicy = fc
	.record({
		behind: fc.nat(4),
		deferDays: fc.nat(90),
		deferMajorDays: fc.nat(120),
		graceDays,
		exploitedGraceDays: graceDays,
		exclude: fc.subarray(['26.7.2', '26.7.1', '27.2', '15.8.2']),
		asOf: fc.constantFrom('2024-03-01', '2025-10-01', '2026-09-20', day),
	})
	.map(({ asOf, ...terms }) => policyOf(asOf, terms, 'any'));

test('every Mac is in one group or left out, runs its target, and has the deadline that advice gives it', () => {
	fc.assert(
		fc.property(anyPolicy, (policy) => {
			const { groups, leftOut } = planEnforcement(shipped, policy);
			const all = [...groups, ...leftOut].flatMap(({ boardIds }) => boardIds);
			expect(all.toSorted()).toEqual([...shipped.boards.keys()].toSorted());
			const models = groups.flatMap(({ modelIdentifiers }) => modelIdentifiers);
			expect(new Set(models).size).toBe(models.length);
			expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length);
			for (const { boards, target, versions, deadline, late, blocked } of groups) {
				for (const board of boards) {
					expect(board.support.get(target.major)!.releases.includes(target)).toBe(true);
					const before = releasesOfBoard(board).findLast(
						(release) =>
							isOut(release, policy.asOf) &&
							!policy.exclude.includes(release.version) &&
							release.parsed.era === 'modern' &&
							compareVersions(release.parsed, target.parsed) < 0,
					);
					if (!before) continue;
					const advice = assess(shipped, board, { version: before.version, build: null }, policy)!;
					const due = [{ versions, deadline }, ...late].find((each) =>
						each.versions.includes(before.version),
					)!;
					expect([board.id, advice.target?.version, advice.deadline, advice.blockedBy]).toEqual([
						board.id,
						target.version,
						due.deadline,
						blocked ? 'hardware' : null,
					]);
				}
				for (const each of late) expect(each.deadline! < (deadline ?? '9999')).toBe(true);
			}
		}),
		{ numRuns: sized(12, 200) },
	);
});

test('the Nudge file of all Macs has no rule for a version on which Macs have different targets, and fetches no major', () => {
	const policy = namedPolicy('standard');
	const file = JSON.parse(enforcementFiles(shipped, policy, 'nudge')[0].body);
	expect(file.optionalFeatures.attemptToFetchMajorUpgrade).toBe(false);
	// Every Mac on 26 is asked for 26.7.2; one on 14.7 for 14.8.9, 15.8.2 or 26.7.2, and Nudge cannot tell which.
	expect([nudgeChoice(file, '26.6'), nudgeChoice(file, '26.7.1'), nudgeChoice(file, '14.7')]).toEqual([
		{ version: '26.7.2', date: '2026-11-17T12:00:00Z' },
		{ version: '26.7.2', date: '2026-11-23T12:00:00Z' },
		null,
	]);
	const { groups } = planEnforcement(shipped, policy);
	for (const version of shipped.releases.keys()) {
		const choice = nudgeChoice(file, version);
		const targets = groups.filter((group) =>
			[group, ...group.late].some(({ versions }) => versions.includes(version)),
		);
		if (choice && targets.length > 0)
			expect([version, targets.map(({ target }) => target.version)]).toEqual([version, [choice.version]]);
	}
});

test.each(['standard', 'newest', 'careful'])(
	'the feed that the Nudge files of %s name has every version they ask for',
	(name) => {
		const own = 'https://macs.example/sofa/v1/macos_data_feed.json';
		for (const { body } of enforcementFiles(shipped, namedPolicy(name), 'nudge', { ownSofaUrl: own })) {
			const { optionalFeatures, osVersionRequirements } = JSON.parse(body);
			const { origin, pathname, searchParams } = new URL(optionalFeatures.customSOFAFeedURL);
			expect(origin + pathname).toBe(own);
			const ended = Number(searchParams.get('ended') ?? usualEnded);
			const { OSVersions: majors } = sofaDocument(shipped, 'v1', listedMajors(shipped, ended, day));
			const listed = majors.flatMap(({ SecurityReleases: releases }) =>
				releases.map((release) => (release as { ProductVersion: string }).ProductVersion),
			);
			for (const { requiredMinimumOSVersion: version } of osVersionRequirements)
				expect(listed).toContain(version);
		}
	},
);

test('a Mac that ends before the policy is asked for its own last release; the youngest are left alone', () => {
	const { groups, leftOut } = planEnforcement(shipped, namedPolicy('standard'));
	const groupOf = (id: string) => groups.find(({ boardIds }) => boardIds.includes(id));
	expect(groupOf('J293AP')).toMatchObject({ name: 'macos-26', blocked: false, support: 'maintained' });
	expect(groupOf('Mac-226CB3C6A851A671')).toMatchObject({
		name: 'macos-14',
		blocked: true,
		support: 'ended',
	});
	expect(leftOut.map(({ reason, boardIds }) => [reason, boardIds.length, boardIds[0]])).toEqual([
		['virtual-machine', 2, 'VMA2MACOSAP'],
		['before-macos-11', 200, 'A1001'],
		['new-enough', 4, 'J775cAP'],
	]);
});

test.each([
	[
		'two groups of one major by what their boards were offered: the larger has the name of the major',
		policyOf('2023-11-07', { behind: 1, graceDays: 30, exploitedGraceDays: 7 }),
		[
			'macos-13-2: 13.6.2 none on 11 as 11, maintained, closes exploited; 12.7 to 13.6.1 (4) by 2023-12-07, missed 2023-10-26; 12.0 to 13.5.2 (32) by 2023-11-14, missed 2022-10-31',
			'macos-13: 13.6.1 22G313 on 57 as 40, maintained; 12.7 to 13.6 (3) by 2023-11-24, missed 2023-10-26; 11.0 to 13.5.2 (64) by 2023-11-01 on 2023-11-08, missed 2021-11-01',
			'macos-12: 12.7.1 21G920 on 16 as 14, maintained, blocked; 12.7 to 12.7 (1) by 2023-11-24; 11.0.1 to 12.6.9 (51) by 2023-11-01 on 2023-11-08, missed 2021-11-01',
			'macos-11: 11.7.10 20G1427 on 10 as 8, ended, closes exploited, blocked; 11.0.1 to 11.7.9 (31) by 2023-09-18 on 2023-11-08, missed 2021-11-01',
			'virtual-machine: 2',
			'before-macos-11: 200',
			'new-enough: 6',
			'nothing-old-enough: 27',
		],
	],
	[
		'two groups with one target, those that could run something newer first',
		policyOf('2024-10-28', { deferDays: 46, deferMajorDays: 13, exclude: ['14.6', '14.6.1', '15.0'] }),
		[
			'macos-14: 14.5 23F79 on 64 as 50, maintained, listed until 2024-10-27; 11.0 to 14.4.1 (94) by null',
			'macos-14-2: 14.5 23F79 on 5 as 2, maintained, blocked, listed until 2024-10-27; 11.0.1 to 14.4.1 (91) by null',
			'macos-13: 13.6.9 22G830 on 7 as 7, maintained, blocked, listed until 2024-12-15; 11.0.1 to 13.6.8 (78) by null',
			'macos-12: 12.7.6 21H1320 on 16 as 14, ended, closes exploited, blocked; 11.0.1 to 12.7.5 (57) by null',
			'macos-11: 11.7.10 20G1427 on 10 as 8, ended, closes exploited, blocked; 11.0.1 to 11.7.9 (31) by null',
			'virtual-machine: 2',
			'before-macos-11: 200',
			'nothing-old-enough: 25',
		],
	],
] as const)('%s', (_, policy, expected) => {
	const { groups, leftOut } = planEnforcement(shipped, policy);
	const due = ({ versions, deadline, enforcedOn, overdueSince }: Due) =>
		`${versions[0]} to ${versions.at(-1)} (${versions.length}) by ${deadline}${enforcedOn === deadline ? '' : ` on ${enforcedOn}`}${overdueSince ? `, missed ${overdueSince}` : ''}`;
	const told = groups.map((group) => {
		const { name, target, build, boardIds, modelIdentifiers, support, closesExploited, blocked, late } =
			group;
		const marks = [
			support,
			closesExploited && 'closes exploited',
			blocked && 'blocked',
			group.listedUntil && `listed until ${group.listedUntil}`,
		].filter(Boolean);
		return `${name}: ${target.version} ${build?.build ?? 'none'} on ${boardIds.length} as ${modelIdentifiers.length}, ${marks.join(', ')}; ${[group, ...late].map(due).join('; ')}`;
	});
	expect([...told, ...leftOut.map(({ reason, boardIds }) => `${reason}: ${boardIds.length}`)]).toEqual([
		...expected,
	]);
});

test('a group has the build that was released, not the one from the factory', () => {
	const { groups } = planEnforcement(shipped, policyOf('2026-03-12', {}, 'newest'));
	const neo = groups.find(({ target }) => target.version === '26.3.2');
	expect([neo?.boardIds, neo?.build?.build]).toEqual([['J700AP'], '25D2140']);
});
