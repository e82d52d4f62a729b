import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { policyOf } from '../../src/advice/policy/policy.ts';
import { assess } from '../../src/advice/standing/assess.ts';
import { isOffered } from '../../src/advice/standing/policy-target.ts';
import { releasesOfBoard } from '../../src/catalog/lookup.ts';
import { compareVersions } from '../../src/catalog/version.ts';
import { enforcementFiles } from '../../src/integrations/enforce/enforce.ts';
import { planEnforcement } from '../../src/integrations/enforce/plan.ts';
import { shipped } from '../shipped-data.ts';
import { sized } from '../size.ts';
import { day, namedPolicy } from './policies.ts';

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
			for (const { boards, target, deadline, blocked } of groups) {
				for (const board of boards) {
					expect(board.support.get(target.major)!.releases).toContain(target);
					const before = releasesOfBoard(board).findLast(
						(release) =>
							isOffered(release, policy.asOf) &&
							!policy.exclude.includes(release.version) &&
							compareVersions(release.parsed, target.parsed) < 0,
					);
					const { version } = before ?? target;
					const advice = assess(shipped, board, { version, build: null }, policy)!;
					expect([board.id, advice.target, advice.deadline, advice.blockedBy]).toEqual([
						board.id,
						target,
						deadline,
						blocked ? 'hardware' : null,
					]);
				}
			}
		}),
		{ numRuns: sized(12, 200) },
	);
});

/** What Nudge itself chooses for a Mac on a version: the very version first, then the major. */
function chosen(file: string, version: string) {
	const requirements = JSON.parse(file).osVersionRequirements as {
		targetedOSVersionsRule: string;
		requiredMinimumOSVersion: string;
	}[];
	const ruled = (rule: string) =>
		requirements.find(({ targetedOSVersionsRule }) => targetedOSVersionsRule === rule);
	return (ruled(version) ?? ruled(version.split('.')[0]!))?.requiredMinimumOSVersion ?? null;
}

test('step by step Nudge leads every Mac that the vendor updates to its target, past nothing it cannot run', () => {
	for (const name of ['standard', 'newest', 'careful']) {
		const policy = namedPolicy(name);
		const file = enforcementFiles(shipped, policy, 'nudge')[0].body;
		for (const { boards, target, support } of planEnforcement(shipped, policy).groups) {
			if (support === 'ended') continue;
			for (const board of boards) {
				let version =
					board.support.get('14')?.latest.version ?? [...board.support.values()][0]!.first.version;
				while (compareVersions(shipped.releases.get(version)!.parsed, target.parsed) < 0) {
					const next = chosen(file, version)!;
					const release = shipped.releases.get(next)!;
					expect([
						board.id,
						version,
						next,
						board.support.get(release.major)?.releases.includes(release),
					]).toEqual([board.id, version, next, true]);
					expect([
						version,
						next,
						Math.sign(compareVersions(release.parsed, shipped.releases.get(version)!.parsed)),
					]).toEqual([version, next, 1]);
					version = next;
				}
			}
		}
	}
});

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
