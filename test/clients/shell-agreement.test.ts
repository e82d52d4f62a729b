import { afterAll, beforeAll, describe, expect } from 'bun:test';
import { installedOf } from '@pointrelease/core/src/advice/installed.ts';
import { assess } from '@pointrelease/core/src/advice/standing/assess.ts';
import { enforcedOn } from '@pointrelease/core/src/advice/standing/deadline.ts';
import { headlineOf } from '@pointrelease/core/src/advice/standing/headline.ts';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { type EnforcementPlan, planEnforcement } from '@pointrelease/core/src/integrations/enforce/plan.ts';
import { readVersion } from '@pointrelease/core/src/names/read-version.ts';
import { addDays } from '@pointrelease/core/src/text/day.ts';
import { type Live, startLive } from '../live.ts';
import { shipped } from '../shipped-data.ts';
import { isFull, sized } from '../size.ts';
import { type FakeMac, fakeMac } from './fake-mac.ts';
import { shellTest } from './run-shell.ts';
import {
	type ShellPair,
	shellFacts,
	shellLine,
	shellNudge,
	shellPairs,
	shellPolicies,
} from './shell-agreement.ts';

let live: Live;
let mac: FakeMac;
let env: Record<string, string>;
beforeAll(async () => {
	live = await startLive();
	mac = fakeMac({});
	env = { ...mac.env, POINTRELEASE_URL: live.address, POINTRELEASE_KEY: live.key };
});
afterAll(async () => {
	mac.remove();
	await live.stop();
});

/** 24 pairs in a usual run, 504 in a full one: each policy has its own, so that no test takes a minute. */
const pairsOfPolicy = sized(4, 84);

function adviceOf({ board, installed, policy }: ShellPair) {
	const advice = assess(shipped, board, installedOf(shipped, readVersion(shipped, installed)!)!, policy)!;
	return { ...advice, action: headlineOf(advice).action };
}

const text = (value: unknown) => (value === null ? '' : String(value));
const placeOf = ({ board, installed, policy }: ShellPair) => `${board.id} ${installed} ${policy.asOf}`;

for (const [at, terms] of shellPolicies.entries()) {
	describe(`under ${JSON.stringify(terms)}`, () => {
		const pairs = shellPairs(pairsOfPolicy, terms, at + 1);

		shellTest('the facts are those of the advice', async () => {
			for (const pair of pairs) {
				const facts = await shellFacts(env, pair);
				const advice = adviceOf(pair);
				const told = {
					target_version: advice.target?.version ?? null,
					deadline: advice.deadline,
					enforced_on: enforcedOn(advice.deadline, pair.policy.asOf),
					overdue_since: advice.overdueSince,
					meets_policy: advice.meetsPolicy,
					missing_count: advice.exposure.missingCount,
					exploited_missing_count: advice.exposure.exploitedMissingCount,
					action: advice.action,
				};
				const names = Object.keys(told);
				expect([placeOf(pair), ...names.map((name) => facts.get(name))]).toEqual([
					placeOf(pair),
					...Object.values(told).map(text),
				]);
			}
		});

		// In a usual run the line of one half and the file of the other half: each takes a tenth of a second.
		shellTest('the line says what the advice says', async () => {
			for (const pair of pairs.filter((_, at) => isFull || at % 2 === 0))
				expect([placeOf(pair), verdictOf(await shellLine(env, pair))]).toEqual([
					placeOf(pair),
					expectedVerdict(pair),
				]);
		});

		shellTest('the Nudge file has the release of the advice and the day of enforcement', async () => {
			for (const pair of pairs.filter((_, at) => isFull || at % 2 === 1))
				expect([placeOf(pair), await shellNudge(env, pair)]).toEqual([placeOf(pair), expectedNudge(pair)]);
		});
	});
}

/** The verdict in a line, and whether the line says that nothing has to be done. */
function verdictOf(line: string) {
	const [, target = null, deadline = null] = /policy requires ([\d.]+)(?: by ([\d-]+))?/.exec(line) ?? [];
	const [, exploited = '0'] = /, (\d+) exploited/.exec(line) ?? [];
	return {
		target,
		deadline,
		overdueSince: /overdue since ([\d-]+)/.exec(line)?.[1] ?? null,
		meets: line.includes('meets the policy'),
		isJudged: !line.includes('not judged'),
		isBlocked: line.includes('hardware cannot meet the policy'),
		isCurrent: line.startsWith('current: '),
		exploited: Number(exploited),
		asksToCheck: /check|wait for the next release|not a known release/.test(line),
	};
}

function expectedVerdict(pair: ShellPair): ReturnType<typeof verdictOf> {
	const advice = adviceOf(pair);
	const { meetsPolicy, meetsTarget, versionStanding, standing, target } = advice;
	const isAsked = meetsPolicy === false && meetsTarget === false;
	const isForBoard = versionStanding !== 'not-for-board';
	return {
		target: isAsked ? target!.version : null,
		deadline: isAsked && advice.overdueSince === null ? advice.deadline : null,
		overdueSince: advice.overdueSince,
		meets: meetsPolicy === true && isForBoard,
		isJudged: meetsPolicy !== null,
		isBlocked: advice.blockedBy !== null,
		isCurrent: standing === 'current' && meetsPolicy !== false,
		exploited: advice.exposure.exploitedMissingCount ?? 0,
		asksToCheck: advice.action === 'check' || versionStanding === 'unknown',
	};
}

function expectedNudge(pair: ShellPair) {
	const { policy } = pair;
	const { meetsTarget, target, deadline, targetSince } = adviceOf(pair);
	if (meetsTarget !== false) return null;
	// Without a grace there is no deadline, and Nudge gets two weeks.
	const day = enforcedOn(deadline ?? addDays(targetSince!, 14), policy.asOf)!;
	const planned = isFull || policy.deferMajorDays === 30 ? plannedDay(pair) : undefined;
	if (deadline !== null && planned !== undefined)
		expect([placeOf(pair), planned]).toEqual([placeOf(pair), day]);
	return { version: target!.version, day };
}

const plans = new Map<string, EnforcementPlan>();

/** The day that the enforcement files of this Mac carry; undefined if they do not cover it. */
function plannedDay({ board, installed, policy }: ShellPair): string | null | undefined {
	const key = JSON.stringify(policy);
	const plan = plans.get(key) ?? planEnforcement(shipped, policy);
	plans.set(key, plan);
	const { version } = readVersion(shipped, installed)!;
	const { major } = parseVersion(version!)!;
	const group = plan.groups.find(
		({ boardIds, installedMajors }) => boardIds.includes(board.id) && installedMajors.includes(major),
	);
	return group && [group, ...group.late].find(({ versions }) => versions.includes(version!))?.enforcedOn;
}
