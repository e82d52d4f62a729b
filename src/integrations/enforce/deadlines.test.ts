import { describe, expect, test } from 'bun:test';
import { enforcementFiles } from '../../../test/enforce/enforcement-files.ts';
import { fleetdmDeclarations } from '../../../test/enforce/fleetdm-labels.ts';
import { nudgeChoice } from '../../../test/enforce/nudge-choice.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { sampled, sized } from '../../../test/size.ts';
import { type Policy, type PolicyTerms, policyOf } from '../../advice/policy/policy.ts';
import { assess } from '../../advice/standing/assess.ts';
import type { Board } from '../../catalog/catalog.ts';
import { compareVersions } from '../../catalog/version.ts';
import { dayNumber, dayOfNumber } from '../../text/day.ts';
import { planEnforcement } from './plan.ts';

const isFull = sized(0, 1) === 1;

/** Sixty days in which releases, a major and exploited vulnerabilities appeared; every 20th unless the run is full. */
const days = Array.from({ length: 60 }, (_, at) => dayOfNumber(dayNumber('2026-09-18') + at));
const comparedDays = sampled(isFull ? days : days.filter((_, at) => at % 20 === 19));
/** So many days are one test: no test of a full run takes more than seconds. */
const daysOfTest = 10;
const terms: Partial<PolicyTerms>[] = [
	{ behind: 1, deferDays: 14, deferMajorDays: 30, graceDays: 14, exploitedGraceDays: 3 },
	{ graceDays: 30, exploitedGraceDays: 7 },
	{ behind: 2, exploitedGraceDays: 5, exclude: ['15.8.2'] },
];

/** Boards with the same releases have the same deadlines: one stands for them unless the run is full. */
const boards = [...shipped.boards.values()].filter(
	(board, at, all) => isFull || all.findIndex((other) => sameReleases(board, other)) === at,
);

function sameReleases(a: Board, b: Board): boolean {
	const [of, other] = [[...a.support.values()], [...b.support.values()]];
	return of.length === other.length && of.every(({ releases }, at) => releases === other[at]!.releases);
}

/** What `/advice` says of every Mac of a plan that is below its target. */
function* macsOf(policy: Policy) {
	for (const group of planEnforcement(shipped, policy).groups) {
		for (const board of group.boards.filter((board) => boards.includes(board))) {
			// A model that another group has too is asked for what all of its boards run.
			const model = board.modelIdentifiers.find((each) => group.modelIdentifiers.includes(each));
			if (model === undefined) continue;
			for (const { major, releases } of board.support.values()) {
				if (major.era !== 'modern') continue;
				for (const { version, parsed, released } of releases) {
					if (released > policy.asOf || compareVersions(parsed, group.target.parsed) >= 0) continue;
					const { target, deadline } = assess(shipped, board, { version, build: null }, policy)!;
					yield { group: group.name, model, version, target: target!.version, deadline };
				}
			}
		}
	}
}

describe('every format has the deadline of /advice, and tomorrow for overdue Macs unless overdue days are enforced', () => {
	for (const term of terms)
		for (let at = 0; at < comparedDays.length; at += daysOfTest) {
			const block = comparedDays.slice(at, at + daysOfTest);
			test(`${JSON.stringify(term)}, from ${block[0]} to ${block.at(-1)}`, () => {
				let compared = 0;
				for (const asOf of block) compared += comparePolicy(policyOf(asOf, term, 'any'));
				expect(compared).toBeGreaterThan(2_000 * block.length);
			});
		}
});

/** Compares all Macs and versions below their target, both with and without overdue days, and returns how many. */
function comparePolicy(policy: Policy): number {
	const tomorrow = dayOfNumber(dayNumber(policy.asOf) + 1);
	const macs = [...macsOf(policy)];
	const ways = [filesOf(policy, false, macs), filesOf(policy, true, macs)];
	let compared = 0;
	for (const mac of macs) {
		const { model, version, deadline, target } = mac;
		for (const { enforceOverdue, groups, fleet, nudge, nudgeForAll } of ways) {
			const day = deadline && (enforceOverdue || deadline > tomorrow ? deadline : tomorrow);
			const place = [policy.asOf, policy.behind, model, version];
			const group = groups.get(mac.group)!;
			const listed = group.late.find(({ versions }) => versions.includes(version)) ?? group;
			const isDeclared = deadline !== null && Number(target.split('.')[0]) >= 14;
			expectSame(
				[
					...place,
					group.target_version,
					listed.deadline,
					listed.enforced_on,
					listed.declaration?.Payload.TargetLocalDateTime,
				],
				[...place, target, deadline, day, isDeclared ? `${day}T12:00:00` : undefined],
			);
			expectSame(
				[...place, fleet.get(`${model} ${version}`) ?? []],
				[...place, isDeclared ? [{ version: target, date: `${day}T12:00:00` }] : []],
			);
			if (Number(version.split('.')[0]) < 12) continue;
			const asked = day && { version: target, date: `${day}T12:00:00Z` };
			const file = nudge.get(`nudge-${mac.group}.json`);
			expectSame([...place, file ? nudgeChoice(file, version) : null], [...place, asked]);
			const choice = nudgeChoice(nudgeForAll, version);
			if (choice !== null) expectSame([...place, choice], [...place, asked]);
			compared++;
		}
	}
	return compared;
}

/** `toEqual`, called only if the values differ: it is the dearest part of a hundred thousand comparisons. */
function expectSame(actual: readonly unknown[], expected: readonly unknown[]): void {
	if (!Bun.deepEquals(actual, expected)) expect(actual).toEqual(expected);
}

interface Mac {
	readonly model: string;
	readonly version: string;
}

function filesOf(policy: Policy, enforceOverdue: boolean, macs: readonly Mac[]) {
	const [list] = enforcementFiles(shipped, policy, 'ddm', { enforceOverdue });
	const [all, ...single] = enforcementFiles(shipped, policy, 'nudge', { enforceOverdue });
	const groups = JSON.parse(list.body).groups as Group[];
	return {
		enforceOverdue,
		groups: new Map(groups.map((group) => [group.name, group])),
		fleet: fleetdmDeclarations(enforcementFiles(shipped, policy, 'fleet', { enforceOverdue }), macs),
		nudge: new Map(single.map(({ name, body }) => [name, JSON.parse(body)])),
		nudgeForAll: JSON.parse(all.body),
	};
}

interface ListedDay {
	readonly deadline: string | null;
	readonly enforced_on: string | null;
	readonly declaration: { readonly Payload: { readonly TargetLocalDateTime: string } } | null;
}

interface Group extends ListedDay {
	readonly name: string;
	readonly target_version: string;
	readonly late: readonly (ListedDay & { readonly versions: readonly string[] })[];
}
