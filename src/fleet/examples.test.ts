import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { fleetOf } from '../../test/fleet/fleet-of.ts';
import { shipped } from '../../test/shipped-data.ts';

const folder = join(import.meta.dir, '../../examples');
const files = readdirSync(folder, { withFileTypes: true })
	.filter((entry) => entry.isFile())
	.map(({ name }) => name)
	.toSorted();
const policy = policyOf('2026-11-17', { behind: 1, graceDays: 14 }, null);

test('the sample fleet has an export of each of three services', () => {
	expect(files).toEqual(['fleet.json', 'jamf-pro.csv', 'osquery.ndjson']);
});

test.each(files)('%s has 40 recognized Macs, some of them behind, unsupported or stale', async (file) => {
	const { macs, summary } = await fleetOf(readFileSync(join(folder, file)), policy);
	expect(macs.map(({ serial }) => serial)).toEqual(
		Array.from({ length: 40 }, (_, at) => `SAMPLE${String(at + 1).padStart(6, '0')}`),
	);
	const { rows, current, behind, ended, unknown, ambiguous, unreadable, stale } = summary;
	expect({ rows, current, behind, ended, unknown, ambiguous, unreadable, stale }).toEqual({
		rows: 40,
		current: 28,
		behind: 6,
		ended: 6,
		unknown: 0,
		ambiguous: 0,
		unreadable: 0,
		stale: 2,
	});
});

test.each(files)(
	'%s has only real releases and builds, on Macs that support them, seen after their release',
	async (file) => {
		const { macs } = await fleetOf(readFileSync(join(folder, file)), policy);
		const odd = macs.filter(({ noSighting, judgment: { answer } }) => {
			const { version, build, board_ids, version_standing } = answer!;
			const isRun = board_ids.every((id) =>
				[...shipped.boards.get(id)!.support.values()].some(({ releases }) =>
					releases.some((release) => release.version === version),
				),
			);
			const isBuilt = build === null || shipped.builds.get(build)?.version === version;
			return !isRun || !isBuilt || version_standing !== 'known' || noSighting !== null;
		});
		expect(
			odd.map(({ name, judgment }) => `${name}: ${judgment.answer!.version} ${judgment.answer!.build}`),
		).toEqual([]);
	},
);

test('all three exports give the same results', async () => {
	const results = await Promise.all(
		files.map(async (file) =>
			(await fleetOf(readFileSync(join(folder, file)), policy)).macs.map(
				({ name, serial, seen, judgment }) => {
					const { found_by: _, ...answer } = judgment.answer!;
					return { name, serial, seen, answer };
				},
			),
		),
	);
	expect(results[1]).toEqual(results[0]!);
	expect(results[2]).toEqual(results[0]!);
});
