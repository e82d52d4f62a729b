import { describe, expect, test } from 'bun:test';
import { type Assessment, assess } from '@pointrelease/core/src/advice/standing/assess.ts';
import { headlineOf } from '@pointrelease/core/src/advice/standing/headline.ts';
import { answerRead } from '@pointrelease/core/src/api/reads/reads.ts';
import { readSafari } from '@pointrelease/core/src/catalog/safari.ts';
import { csvLine } from '@pointrelease/core/src/text/csv.ts';
import { macRecord } from '../../src/fleet/report/report.ts';
import { embeddedSource } from '../../src/mcp/source.ts';
import { tools } from '../../src/mcp/tools.ts';
import { expectSame } from '../expect-same.ts';
import { fleetOf } from '../fleet/fleet-of.ts';
import { randomFrom, shuffle } from '../seeded-random.ts';
import { shipped } from '../shipped-data.ts';
import { isFull, sized } from '../size.ts';
import { type Asked, enforcedBy } from './enforced-by.ts';
import { type Case, days, macsOn, policyFor, terms } from './macs.ts';
import { isAbove } from './oracle-majors.ts';
import { SafariTables } from './oracle-safari.ts';

/** The statement of each surface about a Mac under a policy, in the names of /advice. */
interface Verdict {
	readonly target_version: string | null;
	readonly deadline: string | null;
	readonly overdue_since: string | null;
	readonly meets_policy: boolean | null;
	readonly blocked_by: string | null;
	readonly missing_count: number | null;
	readonly exploited_missing_count: number | null;
	readonly fixed_elsewhere_count: number | null;
	readonly not_stated_count: number | null;
	readonly safari: string | null;
	readonly latest_safari: string | null;
	readonly safari_missing_count: number | null;
	readonly safari_missing_exploited_count: number | null;
	readonly safari_not_reported_count: number | null;
}

const members = [
	'target_version',
	'deadline',
	'overdue_since',
	'meets_policy',
	'blocked_by',
	'missing_count',
	'exploited_missing_count',
	'fixed_elsewhere_count',
	'not_stated_count',
	'safari',
	'latest_safari',
	'safari_missing_count',
	'safari_missing_exploited_count',
	'safari_not_reported_count',
] as const satisfies (keyof Verdict)[];

function verdictOf({ target, exposure, ...advice }: Assessment): Verdict {
	return {
		target_version: target?.version ?? null,
		deadline: advice.deadline,
		overdue_since: advice.overdueSince,
		meets_policy: advice.meetsPolicy,
		blocked_by: advice.blockedBy,
		missing_count: exposure.missingCount,
		exploited_missing_count: exposure.exploitedMissingCount,
		fixed_elsewhere_count: exposure.fixedElsewhereCount,
		not_stated_count: exposure.notStatedCount,
		safari: advice.safari.installed?.version ?? null,
		latest_safari: advice.safari.latest?.version ?? null,
		safari_missing_count: exposure.safariMissingCount,
		safari_missing_exploited_count: exposure.safariMissingExploitedCount,
		safari_not_reported_count: exposure.safariUndecidedCount,
	};
}

function pick(record: object, names: readonly string[]) {
	return Object.fromEntries(names.map((name) => [name, Reflect.get(record, name)]));
}

/** A Mac of which half report a Safari: any of the tables, which need not fit its macOS. */
interface Reporting extends Case {
	readonly safari: string | null;
}

const safaris = new SafariTables().reports();

function reporting(cases: readonly Case[], seed: number): Reporting[] {
	const random = randomFrom(seed + 60);
	return cases.map((mac) => ({
		...mac,
		safari: random() < 0.5 ? null : safaris[Math.floor(random() * safaris.length)]!,
	}));
}

const nameOf = ({ board, release }: Case) => `${board.id}:${release.version}`;

function adviseOn(cases: readonly Reporting[], policy: string, asOf: string) {
	return cases.map((mac) => ({
		mac,
		advice: assess(
			shipped,
			mac.board,
			{
				version: mac.release.version,
				build: null,
				safari: mac.safari === null ? null : readSafari(mac.safari),
			},
			policyFor(policy, asOf),
		)!,
	}));
}

/** Two days for each policy in a usual run; in a full run all, each in a test of its own. */
const pairs = Object.keys(terms).flatMap((policy, place) =>
	days.filter((_, at) => isFull || at % 12 === (place * 5 + 11) % 12).map((asOf) => [policy, asOf] as const),
);

describe.each(pairs)('%s on %s', (policy, asOf) => {
	const seed = pairs.findIndex(([name, day]) => name === policy && day === asOf);
	const cases = reporting(shuffle(macsOn(asOf), seed).slice(0, sized(150, 20_000)), seed);

	test('a fleet report and the files of every format say the same about each Mac as /advice', async () => {
		const advised = adviseOn(cases, policy, asOf);
		const rows = cases.map(({ board, release, safari }) =>
			csvLine([board.id, release.version, safari ?? '']),
		);
		const { macs } = await fleetOf(
			`Board ID,OS Version,Safari Version\n${rows.join('\n')}\n`,
			policyFor(policy, asOf),
		);
		const files = enforcedBy(shipped, policyFor(policy, asOf), cases);
		for (const [at, { mac, advice }] of advised.entries()) {
			const place = `${nameOf(mac)} with Safari ${mac.safari} under ${policy} on ${asOf}`;
			const verdict = verdictOf(advice);
			// An export without security responses leads to no checks for one.
			const { action, version } = headlineOf(advice, false);
			const record = macRecord(macs[at]!);
			expectSame([place, pick(record, members), record.action], [place, verdict, action]);
			if (verdict.meets_policy || !advice.target) expectSame([place, verdict.deadline], [place, null]);
			const isAsked = advice.target !== null && isAbove(advice.target.version, mac.release.version);
			if (isAsked) {
				expectSame([place, verdict.meets_policy, version], [place, false, advice.target.version]);
				expectSame([place, action.startsWith('update')], [place, true]);
			}
			const asked: Asked | null = isAsked
				? { version: advice.target.version, deadline: advice.deadline }
				: null;
			for (const [format, says] of Object.entries(files))
				expectSame([place, format, says(mac, asked)], [place, format, null]);
		}
	});

	test('/advice, /exposure, /cves and the tools of agents give the same record', async () => {
		const setting = { today: () => asOf, policies: new Map() };
		const get = (path: string, accept = 'application/json') =>
			answerRead(shipped, new Request(`http://local${path}`, { headers: { Accept: accept } }), setting)!;
		const source = embeddedSource(shipped, setting);
		const { behind, deferDays, deferMajorDays, exclude, graceDays, exploitedGraceDays } = terms[policy]!;
		const given = {
			behind,
			defer_days: deferDays,
			defer_major_days: deferMajorDays,
			...(exclude.length > 0 && { exclude: exclude.join(',') }),
			...(graceDays !== null && { grace_days: graceDays }),
			...(exploitedGraceDays !== null && { exploited_grace_days: exploitedGraceDays }),
		};
		const query = new URLSearchParams(
			Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]),
		);
		const random = randomFrom(seed);
		for (const { mac, advice } of adviseOn(cases.slice(0, sized(3, 60)), policy, asOf)) {
			const place = nameOf(mac);
			const { action } = headlineOf(advice);
			const verdict = { ...verdictOf(advice), action };
			const names = Object.keys(verdict);
			const asked = mac.safari === null ? '' : `safari=${encodeURIComponent(mac.safari)}`;
			const record = JSON.parse(get(`/advice/${place}?${query}&${asked}`).body);
			expectSame([place, pick(record, names)], [place, verdict]);
			const lines = get(`/advice/${place}?${query}&${asked}`, 'text/plain').body.split('\n');
			for (const [name, value] of Object.entries(verdict))
				expect([place, lines.includes(`${name}=${value ?? ''}`), name]).toEqual([place, true, name]);
			const tool = (name: string) => tools.find((each) => each.name === name)!;
			const arguments_ = {
				mac: mac.board.id,
				version: mac.release.version,
				...(mac.safari !== null && { safari: mac.safari }),
			};
			const told = (await tool('standing').answer(source, {
				...arguments_,
				...given,
				...(exclude.length > 0 && { exclude }),
			})) as Record<string, unknown>;
			expectSame([place, pick(told, names)], [place, verdict]);

			const exposure = JSON.parse(get(`/exposure/${place}?${asked}`).body);
			const counts = names.filter((name) => name.endsWith('_count'));
			expectSame([place, pick(exposure, counts)], [place, pick(verdict, counts)]);
			const asTool = (await tool('exposure').answer(source, arguments_)) as Record<string, unknown>;
			expectSame([place, pick(asTool, counts)], [place, pick(verdict, counts)]);

			const missing = new Map<string, { fixed_in: string | null }>(
				exposure.missing.map((fix: { cve_id: string; fixed_in: string | null }) => [fix.cve_id, fix]),
			);
			const cves = [...shipped.security.cves.values()].filter(({ fixedIn, safari }) =>
				[...fixedIn, ...safari].some(({ released }) => released <= asOf),
			);
			const from = Math.floor(random() * cves.length);
			for (const { id } of [
				...cves.slice(from, from + 6),
				...[...missing.keys()].slice(0, 3).map((id) => ({ id })),
			]) {
				const { state } = JSON.parse(get(`/cves/${id}/${place}?${asked}`).body);
				expectSame([place, id, state === 'missing'], [place, id, missing.has(id)]);
			}
		}
	});
});
