import { expect, test } from 'bun:test';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { dayNumber, dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import { reviewedText } from '../../../test/fleet/reviewed.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { historyDocument } from '../../page/documents/documents.ts';
import { releasesTable } from './evidence.ts';
import { printSightings, readSightings } from './evidence-sightings.ts';
import { historyRecord } from './history-report.ts';

const head =
	'number,serial,name,board_ids,version,build,first_seen,last_seen,shared_serial,in_export,retired_on,retired_reason,name_before,renamed_on,safari';
/** The columns without that of Safari, which may be absent. */
const fewerColumns = head.replace(',safari', '');
const rows = [
	'1,S1,Anna,J413AP,15.3,24D60,2025-01-28,2025-02-09,,first,,,"Anna, old",2025-02-12,18.3',
	'1,S1,Anna,J413AP,15.3.1,24D70,2025-02-12,2025-02-28,,,,,"Anna, old",2025-02-12,18.3',
	'2,S2,"B ""x"" <b>",J293AP,14.7.2,,2025-01-28,2025-02-20,,both,2025-02-27,"left, sold",,,17.6 (19618.3.11.11.5)',
	'2,S2,"B ""x"" <b>",J293AP,14.7.4,,2025-02-25,2025-02-27,,last,2025-02-27,"left, sold",,,',
	'3,S3,,Mac-942B5BF58194151B,10.13.6,,2025-02-03,2025-02-03,yes,,,,,,',
	'4,S4,Dora,,15.2,,2025-02-17,2025-02-17,,,,,,,',
];
const sightings = `${[head, ...rows].join('\r\n')}\r\n`;
const asOf = '2025-02-28';

test('sightings are printed as they were read', () => {
	expect([...printSightings(readSightings(shipped, sightings, asOf))].join('')).toBe(sightings);
});

test.each([
	['a row with a cell too few', rows[0]!.replace(',2025-02-12', '')],
	['a first day that is none', rows[0]!.replace('2025-01-28', '2025-00-28')],
	['a last day that is none', rows[0]!.replace('2025-02-09', '2025-01-32')],
	['a day that has not come', rows[0]!.replace('2025-02-09', '2025-03-01')],
	['a last day before the first', rows[0]!.replace('2025-02-09', '2025-01-27')],
	['a day before that of the row before', rows[0]!.replace('1,S1', '3,S3')],
	['an export that is neither first nor last', rows[0]!.replace('first', 'some')],
	['a day of retirement that is none', rows[2]!.replace('2025-02-27', 'May')],
	['a day of a name that is none', rows[0]!.replace(/2025-02-12,18.3$/, 'May,18.3')],
	['a Safari that is none', rows[0]!.replace('18.3', '605.1.15')],
	['a quote that does not end', `${rows[4]!}"`],
])('%s is refused with the number of its line', (_, row) => {
	const read = (text: string) => () => readSightings(shipped, `${head}\n${rows[4]}\n${text}\n`, asOf);
	expect(read(rows[0]!)).not.toThrow();
	expect(read(rows[2]!)).not.toThrow();
	expect(read(row)).toThrow('line 3 of the sightings');
});

test('sightings of before Safari was a column are read', () => {
	const without = `${fewerColumns}\n${rows[5]!.slice(0, -1)}\n`;
	expect([...readSightings(shipped, without, asOf).timelines()][0]!.runs[0].safari).toBe(null);
});

test('other columns are refused', () => {
	expect(() => readSightings(shipped, `serial\nS1\n`, asOf)).toThrow('the sightings have other columns');
});

test('the record and the page of a history are as reviewed', () => {
	const policy = policyOf(asOf, { behind: 0, graceDays: 10 });
	const question = { catalog: shipped, policy, within: 14, staleDays: 30, groupBy: null };
	const record = { ...historyRecord(readSightings(shipped, sightings, asOf), question), data_version: 'x' };
	const json = `${JSON.stringify(record).replaceAll('},{', '},\n{')}\n`;
	expect(json).toBe(reviewedText('history.txt', json));
	const page = `${historyDocument(record)
		.replace(/<style>.*?<\/style>/s, '')
		.replaceAll('><', '>\n<')}\n`;
	expect(page).toBe(reviewedText('history-page.txt', page));
});

test('for a Mac of several possible models, only releases count that were offered to all of them', () => {
	const text = [
		fewerColumns,
		'1,S1,,J700AP J293AP,26.3.1,,2026-03-05,2026-03-12,,,,,,',
		'2,S2,,J700AP,26.3.1,,2026-03-05,2026-03-12,,,,,,',
		'3,S3,,J293AP J413AP,26.3.1,,2026-03-05,2026-03-30,,,,,,',
	].join('\n');
	const policy = policyOf('2026-04-01', {});
	const question = { catalog: shipped, policy, within: 14, staleDays: 30, groupBy: null };
	const { releases } = historyRecord(readSightings(shipped, `${text}\n`, '2026-04-01'), question);
	expect(releases.map(({ version, macs, days_to_patch }) => [version, macs, days_to_patch.p90])).toEqual([
		['26.3.2', 1, { at_least: 2, at_most: null }],
		['26.4', 3, { at_least: 6, at_most: null }],
	]);
});

/** The patching of releases for Macs with these sightings. */
function patchingOf(rows: readonly string[], asOf: string, within: number, from?: string) {
	const question = {
		catalog: shipped,
		policy: policyOf(asOf, {}),
		from,
		within,
		staleDays: 30,
		groupBy: null,
	};
	return historyRecord(readSightings(shipped, `${[fewerColumns, ...rows].join('\n')}\n`, asOf), question)
		.releases;
}

test.each([64, 999, 1000, 1001, 1500])(
	'days to patch are exact for a release that was installed after %i days',
	(days) => {
		const [before, after] = [dayOfNumber(dayNumber('2022-09-12') + days - 1), dayNumber('2022-09-12') + days];
		const rows = [
			`1,S1,,J293AP,12.5.1,,2022-08-20,${before},,,,,,`,
			`1,S1,,J293AP,13.7.4,,${dayOfNumber(after)},${dayOfNumber(after)},,,,,,`,
		];
		const differencesWithin = (within: number) =>
			patchingOf(rows, '2026-11-10', within, '2022-09-01').find(({ version }) => version === '12.6');
		const bounds = { at_least: days - 1, at_most: days };
		expect(differencesWithin(days)).toMatchObject({
			days_to_patch: { median: bounds, p90: bounds },
			patched_within: { at_least: 1, at_most: 1 },
		});
		expect(differencesWithin(days - 1)?.patched_within).toMatchObject({ at_least: 0, at_most: 1 });
		expect(differencesWithin(days - 2)?.patched_within).toMatchObject({ at_least: 0, at_most: 0 });
	},
);

test('the curve of a release ends on the day that is asked about', () => {
	// 15.3.1 came out on 2025-02-10.
	const rows = ['1,S1,,J293AP,15.3,,2025-02-01,2025-02-12,,,,,,'];
	const lastOf = (asOf: string) => patchingOf(rows, asOf, 7)[0]!.curve.at(-1)!.day;
	expect(['2025-02-16', '2025-02-17', '2025-02-18'].map(lastOf)).toEqual([5, 7, 7]);
});

test('a version that cannot be read does not show that a release was missing', () => {
	const rows = [
		'1,S1,,J293AP,15.3,,2025-01-28,2025-02-09,,,,,,',
		'1,S1,,J293AP,,,2025-02-20,2025-02-20,,,,,,',
		'1,S1,,J293AP,15.3.1,,2025-02-25,2025-02-25,,,,,,',
	];
	expect(patchingOf(rows, asOf, 7)).toMatchObject([
		{
			version: '15.3.1',
			patched_within: { at_least: 0, at_most: 1 },
			days_to_patch: { median: { at_least: 0, at_most: 15 } },
		},
	]);
	expect(patchingOf(['1,S1,,J293AP,nonsense,,2025-02-20,2025-02-20,,,,,,'], asOf, 7)).toEqual([]);
});

test('a release from the factory is not an update that any Mac needs', () => {
	// 26.3.2 was offered to J700AP; J813AP has it from the factory.
	const rows = ['1,S1,,J813AP,26.3.1,,2026-03-05,2026-03-30,,,,,,'];
	expect(patchingOf(rows, '2026-04-01', 14).map(({ version }) => version)).toEqual(['26.4']);
});

test('groups are sorted by the number of Macs, then by name; Macs without a value are a group', () => {
	const labels = ['b', 'a', '', 'b', 'b', 'c'];
	const text = [
		fewerColumns,
		...labels.map((_, at) => `${at + 1},S${at},,J413AP,15.3,,2025-01-28,2025-02-09,,,,,,`),
	].join('\n');
	const fleet = readSightings(shipped, `${text}\n`, asOf);
	const grouped = { ...fleet, mac: (at: number) => ({ ...fleet.mac(at), group: labels[at]! }) };
	const question = {
		catalog: shipped,
		policy: policyOf(asOf, {}),
		within: 14,
		staleDays: 30,
		groupBy: 'Site',
	};
	const { groups } = historyRecord(grouped, question);
	expect(groups.map(({ label, macs_seen }) => `${label} ${macs_seen}`)).toEqual([
		'b 3',
		'(none) 1',
		'a 1',
		'c 1',
	]);
});

test('evidence has the days of all modern releases until its day', () => {
	const lines = releasesTable(shipped, '2025-02-10').trimEnd().split(/\r?\n/);
	const versions = lines.slice(1).map((line) => line.split(',')[0]);
	expect(versions).toContain('15.3.1');
	expect(versions).not.toContain('15.3.2');
	expect(versions).not.toContain('10.15.7');
	const row = (version: string) => lines.find((line) => line.startsWith(`${version},`));
	expect(['11.0', '14.0', '14.6.1'].map(row)).toEqual([
		'11.0,2020-11-17,high,unknown,AppleDB; OSPedia; news of the time',
		'14.0,2023-09-26,high,listed,AppleDB; SOFA; OSPedia',
		"14.6.1,2024-08-07,high,none,AppleDB; Apple's update service; SOFA; endoflife.date; OSPedia",
	]);
});
