import { describe, expect, test } from 'bun:test';
import { activeDeclarations } from '../../../../../test/enforce/active-declarations.ts';
import { enforcementFiles } from '../../../../../test/enforce/enforcement-files.ts';
import { fleetdmDeclarations } from '../../../../../test/enforce/fleetdm-labels.ts';
import { nudgeChoice } from '../../../../../test/enforce/nudge-choice.ts';
import { expectSame } from '../../../../../test/expect-same.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { cases, isFull } from '../../../../../test/size.ts';
import { supportsOn } from '../../advice/offered.ts';
import { type Policy, type PolicyTerms, policyOf } from '../../advice/policy/policy.ts';
import { assess } from '../../advice/standing/assess.ts';
import type { Board } from '../../catalog/catalog.ts';
import { compareVersions, parseVersion } from '../../catalog/version.ts';
import { dayNumber, dayOfNumber } from '../../text/day.ts';

/** Sixty days with new releases, a new major and newly exploited vulnerabilities. */
const days = Array.from({ length: 60 }, (_, at) => dayOfNumber(dayNumber('2026-09-18') + at));
/** The days in one test, so that each test of a full run takes only seconds. */
const daysOfTest = 10;
const terms: Partial<PolicyTerms>[] = [
	{ behind: 1, deferDays: 14, deferMajorDays: 30, graceDays: 14, exploitedGraceDays: 3 },
	{ graceDays: 30, exploitedGraceDays: 7 },
	{ behind: 2, exploitedGraceDays: 5, exclude: ['15.8.2'] },
];

/** Boards with the same releases have the same deadlines. A short run compares one board of each kind. */
const boards = [...shipped.boards.values()].filter(
	(board, at, all) => isFull || all.findIndex((other) => sameReleases(board, other)) === at,
);

function sameReleases(a: Board, b: Board): boolean {
	const [of, other] = [[...a.support.values()], [...b.support.values()]];
	return of.length === other.length && of.every(({ releases }, at) => releases === other[at]!.releases);
}

/** The target and deadline of `/advice` for every Mac on every version. `day` is null without a deadline. */
function* macsOf(policy: Policy) {
	for (const board of boards) {
		if (board.identifiers[0] !== board.id) continue;
		for (const { major, releases } of supportsOn(board, policy.asOf)) {
			if (major.era !== 'modern') continue;
			for (const { version, released } of releases) {
				if (released > policy.asOf) continue;
				const advice = assess(shipped, board, { version, build: null }, policy)!;
				const { target, deadline, meetsTarget } = advice;
				const targetVersion = meetsTarget === false ? target!.version : null;
				expectSame(
					[board.id, version, targetVersion === null && deadline !== null],
					[board.id, version, false],
				);
				yield {
					board,
					major: major.name,
					model: board.modelIdentifiers[0]!,
					version,
					targetVersion,
					deadline,
				};
			}
		}
	}
}

describe('every format has the target and deadline of /advice for each Mac, tomorrow for overdue Macs unless overdue days are enforced, and nothing for a Mac at its target', () => {
	for (const [number, term] of terms.entries()) {
		const comparedDays = cases([days[19 + 20 * number]!], days);
		for (let at = 0; at < comparedDays.length; at += daysOfTest) {
			const block = comparedDays.slice(at, at + daysOfTest);
			test(`${JSON.stringify(term)}, from ${block[0]} to ${block.at(-1)}`, () => {
				let compared = 0;
				for (const asOf of block) compared += comparePolicy(policyOf(asOf, term, 'any'));
				expect(compared).toBeGreaterThan(2_000 * block.length);
			});
		}
	}
});

/** Compares all Macs on all versions, with and without enforced overdue days. Returns the number of comparisons. */
function comparePolicy(policy: Policy): number {
	const tomorrow = dayOfNumber(dayNumber(policy.asOf) + 1);
	const macs = [...macsOf(policy)];
	const ways = [filesOf(policy, false, macs), filesOf(policy, true, macs)];
	let compared = 0;
	for (const { board, major, model, version, deadline, targetVersion } of macs) {
		for (const { enforceOverdue, groups, active, fleet, nudge, nudgeForAll } of ways) {
			const day = deadline && (enforceOverdue || deadline > tomorrow ? deadline : tomorrow);
			const place = [policy.asOf, policy.behind, board.id, version];
			// One file for all Macs cannot distinguish a virtual machine from a Mac.
			const requirement = targetVersion && day && { version: targetVersion, date: `${day}T12:00:00Z` };
			const choice = Number(major) < 12 ? null : nudgeChoice(nudgeForAll, version);
			if (choice !== null && isAbove(choice.version, version))
				expectSame([...place, choice], [...place, requirement]);
			if (board.kind === 'virtual-machine') continue;
			const group = groups.find(
				({ board_ids: ids, installed_majors: majors }) => ids.includes(board.id) && majors.includes(major),
			);
			expectSame([...place, targetVersion !== null && !group], [...place, false]);
			const isDeclared = targetVersion !== null && day !== null && Number(targetVersion.split('.')[0]) >= 14;
			const declared = isDeclared ? [{ version: targetVersion, date: `${day}T12:00:00` }] : [];
			expectSame([...place, fleet.get(`${model} ${version}`) ?? []], [...place, declared]);
			expectSame([...place, active(model, version)], [...place, declared]);
			if (!group) continue;
			const due = [group, ...group.late].find(({ versions }) => versions.includes(version));
			expectSame(
				[...place, due && group.target_version, due?.deadline, due?.enforced_on],
				[
					...place,
					targetVersion ?? undefined,
					targetVersion === null ? undefined : deadline,
					targetVersion === null ? undefined : day,
				],
			);
			if (due)
				expectSame(
					[...place, due.declaration?.Payload.TargetLocalDateTime],
					[...place, isDeclared ? `${day}T12:00:00` : undefined],
				);
			if (Number(major) < 12) continue;
			const file = nudge.get(`nudge-${group.name}.json`);
			const ofGroup = file ? nudgeChoice(file, version) : null;
			if (targetVersion !== null) expectSame([...place, ofGroup], [...place, requirement]);
			else expectSame([...place, ofGroup !== null && isAbove(ofGroup.version, version)], [...place, false]);
			compared++;
		}
	}
	return compared;
}

function isAbove(version: string, other: string): boolean {
	return compareVersions(parseVersion(version)!, parseVersion(other)!) > 0;
}

interface Mac {
	readonly model: string;
	readonly version: string;
}

function filesOf(policy: Policy, enforceOverdue: boolean, macs: readonly Mac[]) {
	const options = { enforceOverdue, ownMajor: true };
	const [list] = enforcementFiles(shipped, policy, 'ddm', options);
	const [all, ...single] = enforcementFiles(shipped, policy, 'nudge', options);
	return {
		enforceOverdue,
		groups: JSON.parse(list.body).groups as Group[],
		active: activeDeclarations(enforcementFiles(shipped, policy, 'ddm', { ...options, activations: true })),
		fleet: fleetdmDeclarations(enforcementFiles(shipped, policy, 'fleet', options), macs),
		nudge: new Map(single.map(({ name, body }) => [name, JSON.parse(body)])),
		nudgeForAll: JSON.parse(all.body),
	};
}

interface ListedDay {
	readonly deadline: string | null;
	readonly enforced_on: string | null;
	readonly versions: readonly string[];
	readonly declaration: { readonly Payload: { readonly TargetLocalDateTime: string } } | null;
}

interface Group extends ListedDay {
	readonly name: string;
	readonly target_version: string;
	readonly board_ids: readonly string[];
	readonly installed_majors: readonly string[];
	readonly late: readonly ListedDay[];
}
