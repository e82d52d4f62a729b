import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { fleetOf } from '../../test/fleet/fleet-of.ts';
import { shipped } from '../../test/shipped-data.ts';
import { sized } from '../../test/size.ts';
import { policyOf } from '../advice/policy/policy.ts';
import { isProblem } from '../api/problem.ts';
import { adviceRecord, adviseOn } from '../api/reads/advice.ts';
import { readAskedMacs } from '../api/reads/asked-mac.ts';
import { macRecord } from './report.ts';

/** What a record of the report and an answer of /advice both have, under the same name. */
const shared = [
	...(['version', 'build', 'major', 'version_standing', 'standing', 'target_version', 'deadline'] as const),
	...([
		'days_overdue',
		'overdue_since',
		'meets_policy',
		'blocked_by',
		'releases_behind',
		'days_behind',
	] as const),
	...(['exposure_known', 'missing_count', 'exploited_missing_count', 'fixed_elsewhere_count'] as const),
	...(['fixed_elsewhere_exploited_count', 'headline', 'doubt'] as const),
];

const boards = [...shipped.boards.values()];
const versions = [...shipped.releases.keys()];
const builds = [...shipped.builds.values()].filter(({ kind }) => kind !== 'server').map(({ build }) => build);

const mac = fc.record({
	board: fc.constantFrom(...boards),
	version: fc.oneof(
		{ weight: 3, arbitrary: fc.constantFrom(...versions) },
		fc.constantFrom('99.9', '28.0', '27.9', '26.5.99', '15', '14.0.0', '10.16', '26.3.1 (a)'),
	),
	build: fc.oneof(
		{ weight: 2, arbitrary: fc.constant('') },
		fc.constantFrom(...builds),
		fc.constantFrom('26B5101f', '25H999', '24A5264n'),
	),
});
const terms = fc.record({
	asOf: fc.constantFrom('2026-11-16', '2026-09-14', '2025-03-01', '2021-06-01'),
	behind: fc.integer({ min: 0, max: 3 }),
	deferDays: fc.constantFrom(0, 14, 90),
	graceDays: fc.constantFrom(null, 0, 14),
	exploitedGraceDays: fc.constantFrom(null, 3),
});

test('for any row the report says neither more nor less than /advice of the same Mac, version and policy', async () => {
	await fc.assert(
		fc.asyncProperty(mac, terms, async ({ board, version, build }, { asOf, ...policyTerms }) => {
			const policy = policyOf(asOf, policyTerms);
			const asked = readAskedMacs(shipped, `${board.id}:${version}${build === '' ? '' : ` (${build})`}`);
			if (!asked || isProblem(asked)) throw new Error(`${board.id}:${version} is not understood`);
			const found = adviseOn(shipped, asked, policy);
			if (isProblem(found)) throw new Error(`${board.id}:${version} has no advice`);
			const advice = adviceRecord(found.value, policy, true);
			const { macs } = await fleetOf(
				`Name,Board ID,OS Version,Build\nx,${board.id},"${version}",${build}\n`,
				policy,
			);
			const record = macRecord(macs[0]!);
			const of = (from: typeof advice | typeof record) => shared.map((member) => [member, from[member]]);
			expect(of(record)).toEqual(of(advice));
		}),
		{ numRuns: sized(120, 3000) },
	);
});
