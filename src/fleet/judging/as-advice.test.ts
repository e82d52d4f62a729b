import { expect, test } from 'bun:test';
import { type Policy, policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Assessment } from '@pointrelease/core/src/advice/standing/assess.ts';
import { headlineOf } from '@pointrelease/core/src/advice/standing/headline.ts';
import { isProblem } from '@pointrelease/core/src/api/problem.ts';
import { adviceRecord, adviseOn } from '@pointrelease/core/src/api/reads/advice.ts';
import { readAskedMacs } from '@pointrelease/core/src/api/reads/asked-mac.ts';
import { csvLine } from '@pointrelease/core/src/text/csv.ts';
import fc from 'fast-check';
import { fleetOf } from '../../../test/fleet/fleet-of.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { sized } from '../../../test/size.ts';
import { macRecord } from '../report/report.ts';

const knowledge = ['complete', 'lower-bound', 'unknown'];
const exposure = [
	'exposure_known',
	'missing_count',
	'exploited_missing_count',
	'fixed_elsewhere_count',
	'fixed_elsewhere_exploited_count',
	'not_stated_count',
	'not_stated_exploited_count',
] as const;

/** The members that a result of the report and an answer of `/advice` share. */
const shared = [
	'version',
	'build',
	'major',
	'version_standing',
	'standing',
	'target_version',
	'recommended_version',
	'deadline',
	'days_overdue',
	'overdue_since',
	'meets_policy',
	'blocked_by',
	'releases_behind',
	'days_behind',
	'action',
	'headline',
	'doubt',
	...exposure,
] as const;

/** Board IDs instead of boards: a failing example would print the whole catalog with a board. */
const anyId = fc.constantFrom(...shipped.boards.keys());
const versions = [...shipped.releases.keys()];
const builds = [...shipped.builds.values()].filter(({ kind }) => kind !== 'server').map(({ build }) => build);

const mac = fc.record({
	board: anyId,
	version: fc.oneof(
		{ weight: 3, arbitrary: fc.constantFrom(...versions) },
		fc.constantFrom(
			'99.9',
			'28.0',
			'27.9',
			'26.5.99',
			'15',
			'14.0.0',
			'10.16',
			'26.3.1 (a)',
			'15.70',
			'26.4.9',
		),
	),
	build: fc.oneof(
		{ weight: 2, arbitrary: fc.constant('') },
		fc.constantFrom(...builds),
		fc.constantFrom('26B5101f', '25H999', '24A5264n', '24G999', '26Z1', '99A1'),
	),
});
const terms = fc.record({
	asOf: fc.constantFrom('2026-11-16', '2026-09-14', '2026-03-20', '2025-03-01', '2021-06-01'),
	behind: fc.integer({ min: 0, max: 3 }),
	deferDays: fc.constantFrom(0, 14, 90),
	graceDays: fc.constantFrom(null, 0, 14),
	exploitedGraceDays: fc.constantFrom(null, 3),
});

/** The answer of `/advice`. A row does not ask to check for a response, because its export reports none. */
function advised(advice: Assessment, policy: Policy) {
	const { action, words } = headlineOf(advice, advice.response.standing !== 'not-reported');
	return { ...adviceRecord(advice, policy, true), action, headline: words };
}

/** The result of a table with one row. */
async function reported(
	[head, cell]: readonly [string, string],
	installed: { version: string; build: string },
	policy: Policy,
) {
	const { macs } = await fleetOf(
		`Name,${head},OS Version,Build\nx,${csvLine([cell, installed.version, installed.build])}\n`,
		policy,
	);
	return macRecord(macs[0]!);
}

test('the result of any row is the answer of /advice for the same Mac, version and policy', async () => {
	await fc.assert(
		fc.asyncProperty(mac, terms, async ({ board, version, build }, { asOf, ...policyTerms }) => {
			const policy = policyOf(asOf, policyTerms);
			const asked = readAskedMacs(shipped, `${board}:${version}${build === '' ? '' : ` (${build})`}`);
			if (!asked || isProblem(asked)) throw new Error(`${board}:${version} is not understood`);
			const answer = adviseOn(shipped, asked, policy);
			if (isProblem(answer)) throw new Error(`${board}:${version} has no advice`);
			const advice = advised(answer.value, policy);
			const record = await reported(['Board ID', board], { version, build }, policy);
			expect(knowledge).toContain(advice.exposure_known);
			const of = (from: typeof advice | typeof record) => shared.map((member) => [member, from[member]]);
			// In `/advice`, `ended_on` is that of the installed major; here it is that of the Mac's last major.
			expect([record.major_ended_on, record.major_estimated_end]).toEqual([
				advice.ended_on,
				advice.estimated_end,
			]);
			expect(of(record)).toEqual(of(advice));
		}),
		{ numRuns: sized(60, 3000) },
	);
});

/** Other model cells for a Mac: its identifier, its name, or a part of the name that several Macs share. */
const named = mac.chain(({ board, version, build }) => {
	const texts = shipped.boards
		.get(board)!
		.machines.flatMap(({ modelIdentifier: model, name }) => [
			...(model ? [['Model Identifier', model] as const] : []),
			['Model', name] as const,
			['Model', name.replace(/ \(.*/, '')] as const,
		]);
	const columns = texts.length > 0 ? texts : [['Model', board] as const];
	return fc.record({
		text: fc.constantFrom(...columns, ['Model', 'Toaster'] as const),
		version: fc.constantFrom(
			version,
			...[...shipped.boards.get(board)!.support.values()].flatMap(({ releases }) =>
				releases.map((release) => release.version),
			),
		),
		build: fc.constant(build),
	});
});

test('for several possible Macs the result has only what /advice says of every one that runs the version', async () => {
	const kinds = { one: 0, several: 0, unknown: 0 };
	await fc.assert(
		fc.asyncProperty(named, terms, async ({ text, version, build }, { asOf, ...policyTerms }) => {
			const policy = policyOf(asOf, policyTerms);
			const record = await reported(text, { version, build }, policy);
			const asked = readAskedMacs(shipped, `${text[1]}:${version}${build === '' ? '' : ` (${build})`}`);
			if (!asked || isProblem(asked)) {
				kinds.unknown++;
				expect([record.board_ids, record.meets_policy, record.standing]).toEqual([[], null, null]);
				expect(knowledge).toContain(record.exposure_known);
				return;
			}
			kinds[asked.boards.length > 1 ? 'several' : 'one']++;
			expect(record.board_ids).toEqual(asked.boards.map(({ id }) => id));
			const advice = asked.boards.map((board) => {
				const advice = adviseOn(shipped, { ...asked, boards: [board] }, policy);
				if (isProblem(advice)) throw new Error(`${board.id}:${version} has no advice`);
				return advised(advice.value, policy);
			});
			const isLate = new Set(advice.map(({ overdue_since }) => overdue_since));
			for (const member of shared) {
				// A Mac that may be late has no next deadline.
				if (member === 'deadline' && isLate.size > 1) {
					expect(record.deadline).toBeNull();
					continue;
				}
				const values = new Set(advice.map((each) => each[member]));
				const agreed = values.size === 1 ? [...values][0]! : null;
				if (member !== 'exposure_known') expect([member, record[member]]).toEqual([member, agreed]);
			}
			// The exposure is unknown only if it is unknown for all of them, and a lower bound if their counts differ.
			const counts = new Set(advice.map((each) => JSON.stringify(exposure.map((member) => each[member]))));
			const isUnknown = advice.every(({ exposure_known }) => exposure_known === 'unknown');
			const weakest = counts.size === 1 ? advice[0]!.exposure_known : 'lower-bound';
			expect(record.exposure_known).toBe(isUnknown ? 'unknown' : weakest);
		}),
		{ numRuns: sized(75, 3000) },
	);
	expect(Math.min(...Object.values(kinds))).toBeGreaterThan(0);
});
