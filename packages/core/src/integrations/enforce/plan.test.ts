import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { activeDeclarations } from '../../../../../test/enforce/active-declarations.ts';
import { enforcementFiles } from '../../../../../test/enforce/enforcement-files.ts';
import { fleetdmDeclarations } from '../../../../../test/enforce/fleetdm-labels.ts';
import { nudgeChoice } from '../../../../../test/enforce/nudge-choice.ts';
import { day, namedPolicy } from '../../../../../test/enforce/policies.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { sized } from '../../../../../test/size.ts';
import { isOut, supportsOn } from '../../advice/offered.ts';
import { type Policy, policyOf, shortestGrace } from '../../advice/policy/policy.ts';
import { assess } from '../../advice/standing/assess.ts';
import { compareVersions, parseVersion } from '../../catalog/version.ts';
import { listedMajors, sofaDocument, usualEnded } from '../sofa/sofa-document.ts';
import { enforce } from './enforce.ts';
import { type Due, type EnforcementGroup, planEnforcement } from './plan.ts';

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

/** Every board with every major, from macOS 11 on, of which it had a release on the day. */
function placesOn(asOf: string): string[] {
	return [...shipped.boards.values()].flatMap((board) =>
		supportsOn(board, asOf).flatMap(({ major }) =>
			major.era === 'modern' ? [`${board.id} ${major.name}`] : [],
		),
	);
}

test('every board with an installed major is in one group or left out, and has the target and deadline of advice', () => {
	fc.assert(
		fc.property(anyPolicy, (policy) => {
			const { groups, leftOut } = planEnforcement(shipped, policy);
			const places = new Set(placesOn(policy.asOf));
			const placed = [...groups, ...leftOut].flatMap(({ boardIds, installedMajors }) =>
				boardIds.flatMap((id) => installedMajors.map((major) => `${id} ${major}`)),
			);
			expect(placed.filter((place) => places.has(place)).toSorted()).toEqual([...places].toSorted());
			expect(new Set([...groups, ...leftOut].flatMap(({ boardIds }) => boardIds))).toEqual(
				new Set(shipped.boards.keys()),
			);
			const models = groups.flatMap(({ modelIdentifiers, boards, installedMajors }) =>
				modelIdentifiers.flatMap((model) =>
					installedMajors
						.filter((major) =>
							boards.some(
								(each) => each.modelIdentifiers.includes(model) && places.has(`${each.id} ${major}`),
							),
						)
						.map((major) => `${model} ${major}`),
				),
			);
			expect(new Set(models).size).toBe(models.length);
			expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length);
			for (const group of groups) compareWithAdvice(group, policy);
		}),
		{ numRuns: sized(2, 80) },
	);
});

/** Compares two releases in each installed major of each board: the newest below the target, and the newest. */
function compareWithAdvice(group: EnforcementGroup, policy: Policy): void {
	const { boards, target, late, blocked, installedMajors, isOwnMajor } = group;
	if (isOwnMajor) expect(installedMajors).toEqual([target.major]);
	for (const board of boards) {
		expect(board.support.get(target.major)!.releases.includes(target)).toBe(true);
		for (const { major, releases } of supportsOn(board, policy.asOf)) {
			if (!installedMajors.includes(major.name)) continue;
			const out = releases.filter((release) => isOut(release, policy.asOf));
			const below = out.findLast(({ parsed }) => compareVersions(parsed, target.parsed) < 0);
			for (const { version } of new Set([below, out.at(-1)].filter((each) => each !== undefined))) {
				const advice = assess(shipped, board, { version, build: null }, policy)!;
				const due = [group, ...late].find(({ versions }) => versions.includes(version));
				expect([
					board.id,
					version,
					advice.target?.version,
					advice.meetsTarget,
					advice.deadline,
					advice.blockedBy,
				]).toEqual([
					board.id,
					version,
					target.version,
					due === undefined,
					due?.deadline ?? null,
					blocked ? 'hardware' : null,
				]);
			}
		}
	}
	for (const each of late) expect(each.deadline! < (group.deadline ?? '9999')).toBe(true);
}

test('every version with requirements but no rule is listed', () => {
	fc.assert(
		fc.property(
			anyPolicy.filter((policy) => shortestGrace(policy) !== null),
			(policy) => {
				const { files, notCovered } = enforce(shipped, policy, 'nudge');
				const file = JSON.parse(files[0].body);
				const silent = notCovered.filter(({ group }) => group === null);
				for (const { target, boardIds, installedMajors, versions, late } of planEnforcement(shipped, policy)
					.groups)
					for (const version of [versions, ...late.map((each) => each.versions)].flat()) {
						const choice = nudgeChoice(file, version);
						if (choice && compareVersions(parseVersion(choice.version)!, parseVersion(version)!) > 0) {
							expect([version, choice.version]).toEqual([version, target.version]);
							continue;
						}
						const [major] = version.split('.');
						const ids = silent
							.filter(
								(entry) =>
									entry.installedMajors.includes(major!) && (entry.versions?.includes(version) ?? true),
							)
							.flatMap((entry) => entry.boardIds);
						const missing = boardIds.filter(
							(id) =>
								shipped.boards
									.get(id)!
									.support.get(major!)
									?.releases.some((each) => each.version === version) && !ids.includes(id),
						);
						if (missing.length > 0)
							expect([version, installedMajors, missing]).toEqual([version, installedMajors, []]);
					}
			},
		),
		{ numRuns: sized(2, 100) },
	);
});

test('a Mac that shipped with 27 is asked for 27.2 by every format, as by /advice', () => {
	const policy = namedPolicy('standard');
	const board = shipped.boards.get('J775cAP')!;
	const [model] = board.modelIdentifiers;
	const { target, deadline, meetsPolicy } = assess(shipped, board, { version: '27.0', build: null }, policy)!;
	expect([target?.version, deadline, meetsPolicy]).toEqual(['27.2', '2026-11-23', false]);
	const declared = [{ version: '27.2', date: '2026-11-23T12:00:00' }];
	const active = activeDeclarations(enforcementFiles(shipped, policy, 'ddm', { activations: true }));
	expect(active(model!, '27.0')).toEqual(declared);
	const mac = { model: model!, version: '27.0' };
	const fleet = fleetdmDeclarations(enforcementFiles(shipped, policy, 'fleet'), [mac]);
	expect([...fleet.values()]).toEqual([declared]);
	const [nudge] = enforcementFiles(shipped, policy, 'nudge');
	expect(nudgeChoice(JSON.parse(nudge.body), '27.0')).toEqual({
		version: '27.2',
		date: '2026-11-23T12:00:00Z',
	});
});

test.each(['standard', 'newest', 'careful'])(
	'the feed that the Nudge files of %s name has every version they ask for',
	(name) => {
		const feedUrl = 'https://macs.example/sofa/v1/macos_data_feed.json';
		const files = enforcementFiles(shipped, namedPolicy(name), 'nudge', { ownSofaUrl: feedUrl });
		for (const { body } of files.slice(0, -1)) {
			const { optionalFeatures, osVersionRequirements } = JSON.parse(body);
			const { origin, pathname, searchParams } = new URL(optionalFeatures.customSOFAFeedURL);
			expect(origin + pathname).toBe(feedUrl);
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

test('a Mac that no longer runs what the policy requires is asked for its last release, and the newest Macs for one of their major', () => {
	const { groups, leftOut } = planEnforcement(shipped, namedPolicy('standard'));
	const groupOf = (id: string) => groups.findLast(({ boardIds }) => boardIds.includes(id));
	expect(groupOf('J293AP')).toMatchObject({ name: 'macos-26', blocked: false, support: 'maintained' });
	expect(groupOf('Mac-226CB3C6A851A671')).toMatchObject({
		name: 'macos-14',
		blocked: true,
		support: 'ended',
	});
	expect(leftOut.map(({ reason, boardIds }) => [reason, boardIds.length, boardIds[0]])).toEqual([
		['virtual-machine', 2, 'VMA2MACOSAP'],
		['before-macos-11', 200, 'A1001'],
	]);
	expect(groupOf('J775cAP')).toMatchObject({ name: 'macos-27', isOwnMajor: true, installedMajors: ['27'] });
});

test.each([
	[
		'two groups of one major by what their boards were offered: the larger has the name of the major',
		policyOf('2023-11-07', { behind: 1, graceDays: 30, exploitedGraceDays: 7 }),
		[
			'macos-14: 14.1.1 none on 67 as 50, with 14, current; 14.0 to 14.1 (2) by 2023-12-07',
			'macos-13-2: 13.6.2 none on 11 as 11, with 12 13, maintained, closes exploited; 13.6 to 13.6.1 (2) by 2023-12-07; 12.0 to 13.5.2 (34) by 2023-11-14, missed 2021-11-24',
			'macos-13: 13.6.1 22G313 on 57 as 40, with 11 12 13, maintained; 13.6 to 13.6 (1) by 2023-11-24; 11.0 to 13.5.2 (66) by 2023-11-01 on 2023-11-08, missed 2020-12-12',
			'macos-12: 12.7.1 21G920 on 16 as 14, with 11 12, maintained, blocked; 12.7 to 12.7 (1) by 2023-11-24; 11.0.1 to 12.6.9 (51) by 2023-11-01 on 2023-11-08, missed 2021-01-13',
			'macos-11: 11.7.10 20G1427 on 10 as 8, with 11, ended, closes exploited, blocked; 11.0.1 to 11.7.9 (31) by 2023-09-18 on 2023-11-08, missed 2021-01-13',
			'virtual-machine: 2 11 12 13 14',
			'before-macos-11: 200',
			'nothing-old-enough: 27',
		],
	],
	[
		'two groups with one target, those that could run something newer first',
		policyOf('2024-10-28', { deferDays: 46, deferMajorDays: 13, exclude: ['14.6', '14.6.1', '15.0'] }),
		[
			'macos-14: 14.5 23F79 on 64 as 50, with 11 12 13 14, maintained, listed until 2024-10-27; 11.0 to 14.4.1 (94) by null',
			'macos-14-2: 14.5 23F79 on 5 as 2, with 11 12 13 14, maintained, blocked, listed until 2024-10-27; 11.0.1 to 14.4.1 (91) by null',
			'macos-13: 13.6.9 22G830 on 7 as 7, with 11 12 13, maintained, blocked, listed until 2024-12-15; 11.0.1 to 13.6.8 (78) by null',
			'macos-12: 12.7.6 21H1320 on 16 as 14, with 11 12, ended, closes exploited, blocked; 11.0.1 to 12.7.5 (57) by null',
			'macos-11: 11.7.10 20G1427 on 10 as 8, with 11, ended, closes exploited, blocked; 11.0.1 to 11.7.9 (31) by null',
			'virtual-machine: 2 11 12 13 14 15',
			'before-macos-11: 200',
			'nothing-old-enough: 73 15',
			'nothing-old-enough: 16',
		],
	],
] as const)('%s', (_, policy, expected) => {
	const { groups, leftOut } = planEnforcement(shipped, policy);
	const due = ({ versions, deadline, enforcedOn, overdueSince }: Due) =>
		`${versions[0]} to ${versions.at(-1)} (${versions.length}) by ${deadline}${enforcedOn === deadline ? '' : ` on ${enforcedOn}`}${overdueSince ? `, missed ${overdueSince}` : ''}`;
	const summaries = groups.map((group) => {
		const {
			name,
			target,
			build,
			boardIds,
			modelIdentifiers,
			installedMajors,
			support,
			closesExploited,
			blocked,
			late,
		} = group;
		const marks = [
			support,
			closesExploited && 'closes exploited',
			blocked && 'blocked',
			group.listedUntil && `listed until ${group.listedUntil}`,
		].filter(Boolean);
		return `${name}: ${target.version} ${build?.build ?? 'none'} on ${boardIds.length} as ${modelIdentifiers.length}, with ${installedMajors.join(' ')}, ${marks.join(', ')}; ${[group, ...late].map(due).join('; ')}`;
	});
	expect([
		...summaries,
		...leftOut.map(({ reason, boardIds, installedMajors }) =>
			[`${reason}: ${boardIds.length}`, ...installedMajors].join(' '),
		),
	]).toEqual([...expected]);
});

test('Macs on the major of the target and on older ones are one group, although it is asked of the older ones later', () => {
	// 27 counts from 2026-11-13 on, and with it 26.7.2 of 2026-10-26 for Macs on 15.
	const policy = policyOf(day, { behind: 1, deferMajorDays: 60, graceDays: 14 });
	const groups = planEnforcement(shipped, policy).groups.map(({ name, deadline }) => [name, deadline]);
	expect(groups.slice(0, 3)).toEqual([
		['macos-27', '2026-11-09'],
		['macos-26', '2026-11-27'],
		['macos-15', '2026-11-09'],
	]);
});

test('Macs on 11 are left out while the policy requires 10.15 of them', () => {
	// On that day no release of 11 is a year old, and 12 is five days old.
	const policy = policyOf('2021-10-30', { deferDays: 365, deferMajorDays: 0, graceDays: 14 });
	const { groups, leftOut } = planEnforcement(shipped, policy);
	const on11 = leftOut.find(({ installedMajors }) => installedMajors.join() === '11');
	expect([groups, on11?.reason, on11?.boardIds.length]).toEqual([[], 'before-macos-11', 68]);
});

test('a group has the released build, not the preinstalled one', () => {
	const { groups } = planEnforcement(shipped, policyOf('2026-03-12', {}, 'newest'));
	const neo = groups.find(({ target }) => target.version === '26.3.2');
	expect([neo?.boardIds, neo?.build?.build]).toEqual([['J700AP'], '25D2140']);
});
