import { expect, test } from 'bun:test';
import { noPolicy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { makeCatalog } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { type Seen, seenMacs } from '../../../test/fleet/seen-macs.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { smallData } from '../../../test/small-data.ts';
import { readSightings } from './evidence-sightings.ts';
import { historyRecord } from './history-report.ts';
import type { ReleasePatching } from './patching.ts';

function historyOf(
	macs: readonly Seen[],
	{ from, asOf = '2026-11-10', retired = '' }: { from?: string; asOf?: string; retired?: string } = {},
) {
	const fleet = seenMacs(macs, asOf, retired);
	return historyRecord(fleet, {
		catalog: shipped,
		policy: noPolicy(asOf),
		from,
		within: 14,
		staleDays: 30,
		groupBy: null,
	});
}

const countsOf = ({ macs, patched_within: { at_least, at_most }, ...release }: ReleasePatching) => ({
	macs,
	patched: [at_least, at_most],
	arrived: [release.arrived_with, release.arrived_without],
	uncertain: release.major_uncertain,
	missing: release.missing_at_end,
});

function releaseOf(version: string, ...macs: readonly Seen[]) {
	const release = historyOf(macs).releases.find((one) => one.version === version);
	return release && countsOf(release);
}

test('a release of 15 counts only the Macs that were on 15', () => {
	// 15.7.8 and 26.6 came out on 2026-07-27.
	const on26: Seen = [
		['26.5.2', '2026-07-20'],
		['26.6', '2026-08-02'],
	];
	const on15: Seen = [
		['15.7.7', '2026-07-20'],
		['15.7.8', '2026-08-02'],
	];
	const late: Seen = [['15.7.7', '2026-07-20', '2026-08-20']];
	const expected = { arrived: [0, 0], uncertain: 0 };
	expect(releaseOf('15.7.8', on26, on26, on15, late)).toEqual({
		macs: 2,
		patched: [1, 1],
		missing: 1,
		...expected,
	});
	expect(releaseOf('26.6', on26, on26, on15, late)).toEqual({
		macs: 2,
		patched: [2, 2],
		missing: 0,
		...expected,
	});
});

test('the first release of a major version is adoption, and is not in the table', () => {
	const mac: Seen = [['26.6.2', '2026-09-01', '2026-10-20']];
	expect(historyOf([mac]).releases.map(({ version }) => version)).toEqual(['26.7', '26.7.1', '26.7.2']);
	// 27.0 came out on 2026-09-14, as did 26.7.
	const upgraded: Seen = [
		['26.6.2', '2026-09-01', '2026-09-10'],
		['27.0', '2026-09-20'],
	];
	expect(historyOf([upgraded], { asOf: '2026-09-21' }).releases.map(({ version }) => version)).toEqual([
		'26.7',
	]);
});

test('of two releases that began a major version on one day, only the lower is adoption', () => {
	const catalog = makeCatalog(smallData(['primary/releases.csv', '11.1,2020-12-14', '11.1,2020-11-12']))
		.catalog!;
	const asOf = '2020-12-01';
	const columns =
		'number,serial,name,board_ids,version,build,first_seen,last_seen,shared_serial,in_export,retired_on,retired_reason,name_before,renamed_on';
	const mac = '1,S1,,J152FAP,11.0.1,,2020-11-12,2020-11-20,,,,,,';
	const fleet = readSightings(catalog, `${columns}\n${mac}\n`, asOf);
	const question = { catalog, policy: noPolicy(asOf), within: 14, staleDays: 30, groupBy: null };
	expect(historyRecord(fleet, question).releases).toMatchObject([{ version: '11.1', arrived_without: 1 }]);
});

test('a newer major version patches with releases of that day or later, not with earlier ones', () => {
	// 27.0 came out on 2026-09-14, 26.7.2 and 27.2 on 2026-10-26.
	const to = (version: string): Seen => [
		['26.7.1', '2026-10-20', '2026-10-28'],
		[version, '2026-11-06'],
	];
	expect(releaseOf('26.7.2', to('27.0'))).toMatchObject({ macs: 1, patched: [0, 1], missing: 1 });
	expect(releaseOf('26.7.2', to('27.2'))).toMatchObject({ macs: 1, patched: [1, 1], missing: 0 });
	expect(releaseOf('26.7.2', to('26.7.2'))).toMatchObject({ macs: 1, patched: [1, 1], missing: 0 });
	// A version above all known releases counts as later.
	expect(releaseOf('26.7.2', to('27.9'))).toMatchObject({ macs: 1, patched: [1, 1], missing: 0 });
});

test('Macs that arrive after a release are counted separately, on its major version only', () => {
	const arrived = releaseOf(
		'26.7',
		[['26.6.2', '2026-09-10', '2026-09-20']],
		[['26.7', '2026-09-20']],
		[['26.6.2', '2026-09-20']],
		[['26.7.1', '2026-10-20']],
		[['15.8', '2026-09-20']],
		[['27.0', '2026-09-20']],
	);
	expect(arrived).toMatchObject({ macs: 1, arrived: [2, 1], uncertain: 0 });
	// A Mac that was first seen on the day of the release arrived with or without it.
	expect(releaseOf('26.7', [['26.6.2', '2026-09-14']])).toMatchObject({ macs: 0, arrived: [0, 1] });
});

test('a Mac that changed its major version around a release is counted separately', () => {
	const between = (before: string, after: string): Seen => [
		[before, '2026-10-20'],
		[after, '2026-11-05'],
	];
	expect(releaseOf('26.7.2', between('26.7.1', '27.2'))).toMatchObject({ macs: 0, uncertain: 1 });
	expect(releaseOf('26.7.2', between('15.8.1', '26.7.2'))).toMatchObject({ macs: 0, uncertain: 1 });
	expect(releaseOf('26.7.2', between('27.0.1', '26.7.1'))).toMatchObject({ macs: 0, uncertain: 1 });
	expect(releaseOf('26.7.2', between('15.8.1', '27.2'))).toBe(undefined);
	// The major version before the release is unknown.
	expect(releaseOf('26.7.2', between('soon', '26.7.2'))).toMatchObject({ macs: 0, uncertain: 1 });
	// After the release the Mac may change to any major version.
	expect(
		releaseOf('26.7.2', [
			['26.7.1', '2026-10-20', '2026-11-03'],
			['27.2', '2026-11-05'],
		]),
	).toMatchObject({ macs: 1, patched: [1, 1], uncertain: 0 });
});

test('a Mac of an unreadable version before a release counts by the first version that it shows afterwards', () => {
	const mac: Seen = [
		['?', '2026-07-20'],
		['15.7.8', '2026-08-02'],
		['26.6.2', '2026-09-01'],
	];
	expect(releaseOf('15.7.8', mac)).toMatchObject({ macs: 0, uncertain: 1 });
});

test('a Mac that was patched and then went back counts as patched, and as missing the release at the end', () => {
	const mac: Seen = [
		['26.6.2', '2026-09-10'],
		['26.7', '2026-09-16'],
		['26.6.2', '2026-09-30', '2026-11-01'],
	];
	expect(releaseOf('26.7', mac)).toMatchObject({ macs: 1, patched: [1, 1], missing: 1 });
});

test('a beta, a bare major version and an unreleased version show neither that a release is installed nor that it is missing', () => {
	for (const text of ['26', '26.4.9'])
		expect(
			releaseOf('26.7', [
				['26.6.2', '2026-09-10'],
				[text, '2026-10-20'],
			]),
		).toMatchObject({ macs: 1, patched: [0, 1], missing: 1 });
	const only = (text: string): Seen => [[text, '2026-09-10', '2026-10-20']];
	expect(releaseOf('26.7', only('26.4.9'), only('26.6.2'))).toMatchObject({ macs: 2, missing: 1 });
});

test('the table has the releases of the period, by default of a year', () => {
	const mac: Seen = [['26.0', '2025-09-20', '2026-10-30']];
	const versions = (options: Parameters<typeof historyOf>[1]) =>
		historyOf([mac], options).releases.map(({ version }) => version);
	expect(historyOf([mac])).toMatchObject({ from: '2025-11-10', as_of: '2026-11-10' });
	expect(versions({ from: '2026-09-15' })).toEqual(['26.7.1', '26.7.2']);
	expect(versions({ from: '2026-09-14', asOf: '2026-10-31' })).toEqual(['26.7', '26.7.1', '26.7.2']);
	expect(versions({}).includes('26.1')).toBe(false);
	expect(versions({ from: '2025-11-01' })[0]).toBe('26.1');
	const { adoption } = historyOf([mac], { from: '2026-10-20' });
	expect(adoption.map(({ day, macs }) => [day, macs])).toEqual([
		['2026-10-20', 1],
		['2026-10-30', 1],
		['2026-11-10', 1],
	]);
});

test('a retired Mac counts until that day', () => {
	const mac: Seen = [['26.6.2', '2026-09-01', '2026-09-20']];
	const record = historyOf([mac], { retired: '2026-09-28' });
	// 26.7 came out on 2026-09-14, 26.7.1 on 2026-09-28, 26.7.2 later.
	expect(record.releases.map(({ version }) => version)).toEqual(['26.7', '26.7.1']);
	expect(record.adoption.map(({ day, macs }) => [day, macs])).toEqual([
		['2026-09-01', 1],
		['2026-09-20', 1],
		['2026-11-10', 0],
	]);
	const listed = { serial: 'S0', name: null, last_seen: '2026-09-20' };
	expect(record).toMatchObject({
		macs_seen: 1,
		retired: [{ ...listed, retired_on: '2026-09-28', reason: null }],
		not_seen_since: [],
		returned: [],
	});
	expect(historyOf([mac], { retired: '2026-09-28', from: '2026-10-01' })).toMatchObject({
		macs_seen: 0,
		releases: [],
		retired: [],
	});
	expect(historyOf([mac]).not_seen_since).toEqual([{ ...listed, version: '26.6.2' }]);
	expect(historyOf([mac], { asOf: '2026-10-20' }).not_seen_since).toEqual([]);
	expect(historyOf([mac], { asOf: '2026-10-21' }).not_seen_since).toHaveLength(1);
});

test('a sighting after the day ends a retirement', () => {
	const mac: Seen = [['26.6.2', '2026-09-01', '2026-10-20']];
	const record = historyOf([mac], { retired: '2026-09-10' });
	expect(record.releases.map(({ version, macs }) => [version, macs])).toEqual([
		['26.7', 1],
		['26.7.1', 1],
		['26.7.2', 1],
	]);
	expect(record).toMatchObject({ retired: [], returned: [{ serial: 'S0', retired_on: '2026-09-10' }] });
});
