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
const days = sampled(
	Array.from({ length: 60 }, (_, at) => dayOfNumber(dayNumber('2026-09-18') + at)).filter(
		(_, at) => isFull || at % 20 === 19,
	),
);
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

/** How many Macs, versions and ways were looked at, of all policies. */
let looked = 0;

// A test for each policy: with all days one alone takes more than a minute.
describe('the day in every format is the deadline of /advice, and never before tomorrow unless overdue days are enforced', () => {
	test.each(terms)('%j', (each) => {
		for (const asOf of days) comparePolicy(policyOf(asOf, each, 'any'));
	});

	test('for every Mac and version that is below its target', () => {
		expect(looked).toBeGreaterThan(6_000 * days.length);
	});
});

function comparePolicy(policy: Policy): void {
	const tomorrow = dayOfNumber(dayNumber(policy.asOf) + 1);
	const macs = [...macsOf(policy)];
	const ways = [filesOf(policy, false, macs), filesOf(policy, true, macs)];
	for (const mac of macs) {
		const { model, version, deadline, target } = mac;
		for (const { enforceOverdue, groups, fleet, nudge, nudgeForAll } of ways) {
			const day = deadline && (enforceOverdue || deadline > tomorrow ? deadline : tomorrow);
			const place = [policy.asOf, policy.behind, model, version];
			const group = groups.get(mac.group)!;
			const said = group.late.find(({ versions }) => versions.includes(version)) ?? group;
			const isDeclared = deadline !== null && Number(target.split('.')[0]) >= 14;
			expect([
				...place,
				group.target_version,
				said.deadline,
				said.enforced_on,
				said.declaration?.Payload.TargetLocalDateTime,
			]).toEqual([...place, target, deadline, day, isDeclared ? `${day}T12:00:00` : undefined]);
			expect([...place, fleet.get(`${model} ${version}`) ?? []]).toEqual([
				...place,
				isDeclared ? [{ version: target, date: `${day}T12:00:00` }] : [],
			]);
			if (Number(version.split('.')[0]) < 12) continue;
			const asked = day && { version: target, date: `${day}T12:00:00Z` };
			const file = nudge.get(`nudge-${mac.group}.json`);
			expect([...place, file ? nudgeChoice(file, version) : null]).toEqual([...place, asked]);
			expect([asked, null]).toContainEqual(nudgeChoice(nudgeForAll, version));
			looked++;
		}
	}
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

interface Said {
	readonly deadline: string | null;
	readonly enforced_on: string | null;
	readonly declaration: { readonly Payload: { readonly TargetLocalDateTime: string } } | null;
}

interface Group extends Said {
	readonly name: string;
	readonly target_version: string;
	readonly late: readonly (Said & { readonly versions: readonly string[] })[];
}
