import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Policy, policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { addDays } from '@pointrelease/core/src/text/day.ts';
import fc from 'fast-check';
import { fleetOf } from '../../test/fleet/fleet-of.ts';
import { rememberRows } from '../../test/fleet/remember-rows.ts';
import { shipped } from '../../test/shipped-data.ts';
import { sized } from '../../test/size.ts';
import type { Exceptions } from '../fleet/history/exception.ts';
import { historyRecord } from '../fleet/history/history-report.ts';
import { seenFleet } from '../fleet/history/source.ts';
import { trendOf, trendWords } from '../fleet/history/trend.ts';
import { countedKinds } from '../fleet/report/mac-kinds.ts';
import { openHistory } from './open-history.ts';
import { choosePseudonyms } from './pseudonyms.ts';
import { currentMacs, pastOf } from './read-trend.ts';

const folder = mkdtempSync(join(tmpdir(), 'trend-'));
afterAll(() => rmSync(folder, { recursive: true }));
const today = '2026-11-18';
const weekAgo = addDays(today, -7);
const standard = (asOf: string) => policyOf(asOf, { behind: 1, graceDays: 14 }, 'standard');
const none: Exceptions = new Map();

/** The macOS of a Mac in the export of a day; a Mac that an export does not list has none. */
type Export = Readonly<Record<string, string>>;
const rowsOf = (macs: Export, day: string) =>
	Object.entries(macs).map(([serial, version]) => ({
		'Computer Name': `mac ${serial}`,
		'Serial Number': serial,
		'Model Identifier': 'Mac14,2',
		'Operating System Version': version,
		'Last Inventory Update': day,
	}));

let files = 0;
async function historyOf(exports: ReadonlyMap<string, Export>, pseudonymous = false) {
	const history = openHistory(join(folder, `${files++}.db`), true);
	const pseudonyms = choosePseudonyms(history, pseudonymous);
	for (const [day, macs] of exports)
		await rememberRows(
			history,
			{ name: `${day}.json`, rows: rowsOf(macs, day) },
			{ catalog: shipped, now: new Date(`${day}T12:00:00Z`), pseudonyms },
		);
	return history;
}

async function reportOf(macs: Export, policy: Policy, exceptions = none) {
	const report = await fleetOf(JSON.stringify(rowsOf(macs, policy.asOf)), policy, exceptions);
	return report.macs;
}

async function trendFor(exports: ReadonlyMap<string, Export>, exceptions = none, pseudonymous = false) {
	const history = await historyOf(exports, pseudonymous);
	const macs = await reportOf(exports.get(today)!, standard(today), exceptions);
	const task = { catalog: shipped, policy: standard(today), staleDays: 30, exceptions, macs };
	const past = pastOf(history, task);
	history.close();
	return past && trendOf(past, { ...task, current: currentMacs(macs) });
}

const late = '15.6';
const fine = '26.7.2';

describe('a week', () => {
	const exports = new Map([
		[weekAgo, { L1: late, L2: late, L3: late, D1: late, G1: late, F1: fine }],
		[today, { L1: late, L2: fine, L3: late, D1: fine, F1: late, N1: late }],
	]);

	test('says who is new, who is done, and who is gone', async () => {
		const trend = (await trendFor(exports))!;
		expect(trend).toMatchObject({
			since: weekAgo,
			overdue: 4,
			overdue_before: 5,
			newly_overdue: [
				{ serial: 'F1', name: 'mac F1' },
				{ serial: 'N1', name: 'mac N1' },
			],
			done: [
				{ serial: 'L2', name: 'mac L2' },
				{ serial: 'D1', name: 'mac D1' },
			],
			gone: [{ serial: 'G1', name: 'mac G1' }],
			not_in_history: 0,
		});
		expect(trendWords(trend)).toBe('4 overdue, 5 last week; 2 new, 2 done, 1 no longer listed');
		expect(trend.weeks).toHaveLength(13);
		// No export shows the weeks before.
		expect(trend.weeks.slice(-3)).toEqual([
			{ day: '2026-11-04', overdue: null },
			{ day: weekAgo, overdue: 5 },
			{ day: today, overdue: 4 },
		]);
	});

	test('is the same from a history of hashes, and a gone Mac keeps its hash', async () => {
		const { gone, ...trend } = (await trendFor(exports, none, true))!;
		const { gone: named, ...plain } = (await trendFor(exports))!;
		expect(trend).toEqual(plain);
		expect(named).toHaveLength(1);
		expect(gone).toEqual([{ serial: expect.stringMatching(/^[0-9a-f]{64}$/), name: null }]);
	});

	test('counts a Mac with an exception on no day until that ends', async () => {
		const exception = (until: string) => ({ reason: 'lab', owner: '', until, valid: until >= today });
		const exceptions = new Map([
			['L1', exception('2026-12-01')],
			['L3', exception('2026-11-15')],
		]);
		expect(await trendFor(exports, exceptions)).toMatchObject({
			overdue: 3,
			overdue_before: 3,
			newly_overdue: [{ serial: 'L3' }, { serial: 'F1' }, { serial: 'N1' }],
		});
	});

	test('is not made up from a first export: its older contacts are no earlier report', async () => {
		const history = openHistory(join(folder, 'first.db'), true);
		const rows = [...rowsOf({ A1: late }, '2026-11-01'), ...rowsOf({ B1: late }, today)];
		const now = new Date(`${today}T12:00:00Z`);
		await rememberRows(
			history,
			{ name: 'first.json', rows },
			{ catalog: shipped, now, pseudonyms: choosePseudonyms(history, false) },
		);
		const { macs } = await fleetOf(JSON.stringify(rows), standard(today));
		const task = { catalog: shipped, policy: standard(today), staleDays: 30, exceptions: none, macs };
		expect(pastOf(history, task)).toBeNull();
		history.close();
	});
});

test('a Mac without a serial number is overdue, and nobody can tell since when', async () => {
	const history = await historyOf(new Map([[weekAgo, { A1: late }]]));
	const macs = await reportOf({ A1: late, 'N/A': late }, standard(today));
	const task = { catalog: shipped, policy: standard(today), staleDays: 30, exceptions: none, macs };
	const trend = trendOf(pastOf(history, task)!, { ...task, current: currentMacs(macs) });
	history.close();
	expect(trend).toMatchObject({ overdue: 2, overdue_before: 1, newly_overdue: [], not_in_history: 1 });
	expect(trendWords(trend)).toBe('2 overdue, 1 last week; 0 new, 0 done, 1 not in the history');
});

test('a Mac that was silent for months and is still listed is neither new nor gone', async () => {
	const long = '2026-07-01';
	const history = await historyOf(
		new Map([
			[long, { A1: late, B1: late }],
			[weekAgo, { C1: fine }],
		]),
	);
	const { macs } = await fleetOf(
		JSON.stringify([...rowsOf({ A1: late }, long), ...rowsOf({ C1: fine }, today)]),
		standard(today),
	);
	const task = { catalog: shipped, policy: standard(today), staleDays: 30, exceptions: none, macs };
	const trend = trendOf(pastOf(history, task)!, { ...task, current: currentMacs(macs) });
	history.close();
	expect(trend).toMatchObject({ overdue: 1, overdue_before: 1, newly_overdue: [], done: [], gone: [] });
});

test('the numbers are those of the reports of both days, whatever the fleet', async () => {
	const version = fc.constantFrom('15.6', '15.7.8', '26.6', '26.7.1', '26.7.2', '27.0.1', '27.2');
	const serials = Array.from({ length: 8 }, (_, at) => `C02XTREND${at}`);
	const days = Array.from({ length: 13 }, (_, at) => addDays(today, 7 * (at - 12)));
	const listed = fc.array(fc.dictionary(fc.constantFrom(...serials), version, { minKeys: 1 }), {
		minLength: 13,
		maxLength: 13,
	});
	await fc.assert(
		fc.asyncProperty(listed, async (drawn) => {
			// No Mac is seen with a version before that came out.
			const isOut = (macOS: string, day: string) => shipped.releases.get(macOS)!.released <= day;
			const weeks = drawn.map(
				(macs, at): Export =>
					Object.fromEntries(
						Object.entries(macs).map(([serial, macOS]) => [serial, isOut(macOS, days[at]!) ? macOS : late]),
					),
			);
			const exports = new Map(days.map((day, at) => [day, weeks[at]!]));
			const trend = (await trendFor(exports))!;
			const overdueOn = async (day: string, macs: Export) =>
				(await reportOf(macs, standard(day)))
					.filter(({ judgment }) => countedKinds.overdue.has(judgment.answer!))
					.map(({ serial }) => serial);
			const now = new Set(await overdueOn(today, weeks[12]!));
			// A Mac that an export leaves out counts as it was: for 30 days, until it is seen again on the same version, or as
			// long as the newest inventory lists it.
			const asOf = (at: number): Export =>
				Object.fromEntries(
					serials.flatMap((serial) => {
						const last = weeks.slice(0, at + 1).findLastIndex((macs) => macs[serial] !== undefined);
						const had = weeks[last]?.[serial];
						const next = weeks.slice(at + 1).find((macs) => macs[serial] !== undefined)?.[serial];
						const counts = serial in weeks[12]! || 7 * (at - last) <= 30 || next === had;
						return had !== undefined && counts ? [[serial, had]] : [];
					}),
				);
			const before = new Set(await overdueOn(weekAgo, asOf(11)));
			expect(trend.overdue).toBe(now.size);
			expect(trend.overdue_before).toBe(before.size);
			const sorted = (macs: Trend) => macs.map(({ serial }) => serial).toSorted();
			expect(sorted(trend.newly_overdue)).toEqual(
				[...now].filter((serial) => !before.has(serial)).toSorted(),
			);
			const left = [...before].filter((serial) => !now.has(serial)).toSorted();
			expect([...sorted(trend.done), ...sorted(trend.gone)].toSorted()).toEqual(left);
			expect(sorted(trend.gone).every((serial) => !(serial in weeks[12]!))).toBe(true);
			for (const at of [0, 6])
				expect(trend.weeks[at]!.overdue).toBe((await overdueOn(days[at]!, asOf(at))).length);
		}),
		{ numRuns: sized(4, 200) },
	);
});

type Trend = readonly { readonly serial: string }[];

test('a history alone has a trend, too', async () => {
	const history = await historyOf(
		new Map([
			[weekAgo, { A1: late, B1: late, C1: fine }],
			[today, { A1: late, B1: fine, C1: late }],
		]),
	);
	const { trend } = historyRecord(seenFleet(history.source(null), shipped, today), {
		catalog: shipped,
		policy: standard(today),
		within: 14,
		staleDays: 30,
		groupBy: null,
	});
	history.close();
	expect(trendWords(trend!)).toBe('2 overdue, 2 last week; 1 new, 1 done');
});
