import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noPolicy } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { dayNumber, dayOfNumber, yearBefore } from '@pointrelease/core/src/text/day.ts';
import { countsByHand, type SightedMac } from '../../test/fleet/patched-by-hand.ts';
import { rememberRows } from '../../test/fleet/remember-rows.ts';
import { generateFleet, runsOn } from '../../test/generated-fleet.ts';
import { randomFrom } from '../../test/seeded-random.ts';
import { shipped } from '../../test/shipped-data.ts';
import { sized } from '../../test/size.ts';
import { historyRecord } from '../fleet/history/history-report.ts';
import { seenFleet } from '../fleet/history/source.ts';
import { openHistory } from './open-history.ts';
import { choosePseudonyms } from './pseudonyms.ts';
import { retireMacs } from './retire.ts';

const folder = mkdtempSync(join(tmpdir(), 'generated-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The expected content of the exports for one Mac of a generated fleet, recorded while they were made. */
interface WrittenMac {
	readonly serial: string;
	readonly board: ReturnType<typeof generateFleet>['macs'][number]['board'];
	readonly seen: Map<number, Release>;
	readonly retiredOn: number | undefined;
}

/** Weekly exports with repeated rows and cells that give no day. The last contact of a retired Mac is before that day. */
function exportsOf(seed: number) {
	const random = randomFrom(seed + 500);
	const fleet = generateFleet(shipped, seed, 40);
	const macs = fleet.macs.map((mac, index) => {
		const leaves = random() < 0.2 ? fleet.first + 20 + Math.floor(random() * 60) : undefined;
		// Some Macs arrive after half of the time.
		const arrives = random() < 0.2 ? Math.floor((fleet.first + fleet.last) / 2) : fleet.first;
		const contacts = mac.contacts.filter((day) => day >= arrives && day <= (leaves ?? fleet.last));
		return { ...mac, serial: `G${seed}X${String(index).padStart(4, '0')}`, contacts, leaves };
	});
	const written = macs.map(
		({ serial, board, leaves }): WrittenMac => ({
			serial,
			board,
			seen: new Map(),
			retiredOn: leaves === undefined ? undefined : leaves + 3,
		}),
	);
	const exports: { day: string; rows: Record<string, string>[]; unreadable: number; duplicates: number }[] =
		[];
	for (let day = fleet.first + 6; day <= fleet.last; day += 7) {
		const current = {
			day: dayOfNumber(day),
			rows: [] as Record<string, string>[],
			unreadable: 0,
			duplicates: 0,
		};
		for (const [index, mac] of macs.entries()) {
			const contacts = mac.contacts.filter((contact) => contact <= day);
			const last = contacts.at(-1);
			if (last === undefined || (mac.leaves !== undefined && day > mac.leaves)) continue;
			const row = (on: number, cell: string) =>
				current.rows.push({
					'Computer Name': `mac-${index}`,
					'Serial Number': mac.serial,
					'Model Identifier': mac.model,
					'Operating System Version': runsOn(mac, on).version,
					'Last Check-in': cell,
				});
			const see = (on: number) => written[index]!.seen.set(on, runsOn(mac, on));
			const earlier = contacts.at(-2);
			const isTwice = earlier !== undefined && random() < 0.1;
			if (isTwice) {
				row(earlier, dayOfNumber(earlier));
				see(earlier);
				current.duplicates++;
			}
			const luck = random();
			if (luck < 0.1) {
				row(last, ['Never', 'soon', '2026-02-31', '2098-01-01'][Math.floor(luck * 40)]!);
				current.unreadable++;
			} else if (luck < 0.15) {
				// A blank cell means the day of the export, unless another row of the Mac has a day.
				row(day, '');
				if (!isTwice) see(day);
			} else {
				row(last, dayOfNumber(last));
				see(last);
			}
		}
		exports.push(current);
	}
	return { exports, written, last: fleet.last };
}

test.each(Array.from({ length: sized(3, 10) }, (_, index) => index + 1))(
	'every number follows from the rows of messy exports, seed %i',
	async (seed) => {
		const { exports, written, last } = exportsOf(seed);
		const history = openHistory(join(folder, `${seed}.db`), true);
		const now = new Date(`${dayOfNumber(last)}T12:00:00Z`);
		const pseudonyms = choosePseudonyms(history, false);
		for (const { day, rows, unreadable, duplicates } of exports) {
			const task = { catalog: shipped, now, pseudonyms, exportDay: day };
			expect(await rememberRows(history, { name: day, rows }, task)).toMatchObject({
				rows: rows.length,
				unreadable_days: unreadable,
				duplicates,
				taken: day,
				returned: [],
			});
		}
		const asOf = dayOfNumber(last);
		const macs = written
			.filter(({ seen }) => seen.size > 0)
			.map((mac) => {
				const contacts = [...mac.seen.keys()].sort((a, b) => a - b);
				// A retirement after the day of the question does not count yet.
				const retiredOn = mac.retiredOn !== undefined && mac.retiredOn <= last ? mac.retiredOn : undefined;
				return { ...mac, contacts, retiredOn, on: (day: number) => mac.seen.get(day)! };
			});
		const leaving = written.flatMap(({ serial, seen, retiredOn }) =>
			retiredOn === undefined || seen.size === 0
				? []
				: [{ serial, on: dayOfNumber(retiredOn), reason: null }],
		);
		expect(retireMacs(history, leaving, { pseudonyms, now })).toEqual({
			retired: leaving,
			not_in_history: [],
			seen_later: [],
		});
		const record = historyRecord(seenFleet(history.source(null), shipped, asOf), {
			catalog: shipped,
			policy: noPolicy(asOf),
			within: 14,
			staleDays: 20,
			groupBy: null,
		});
		history.close();
		expect(record.macs_seen).toBe(macs.length);
		const firsts = new Set([...shipped.majors.values()].map(({ releases: [first] }) => first));
		const expected = [...shipped.releases.values()]
			.filter((release) => !firsts.has(release) && !release.withdrawn)
			.filter(({ released }) => released >= yearBefore(asOf) && released <= asOf)
			.map((release) => {
				const offered: SightedMac[] = macs.filter(({ board }) =>
					board.support.get(release.major)?.offered.includes(release),
				);
				return countsByHand(offered, release, 14);
			})
			.filter(({ macs, arrived_without, major_uncertain }) => macs + arrived_without + major_uncertain > 0);
		expect(record.releases.map(({ curve: _, days_to_patch: __, ...counts }) => counts)).toEqual(expected);
		const serials = (list: readonly { readonly serial: string }[]) => list.map(({ serial }) => serial).sort();
		expect(serials(record.retired)).toEqual(serials(macs.filter(({ retiredOn }) => retiredOn !== undefined)));
		expect(serials(record.not_seen_since)).toEqual(
			serials(macs.filter(({ contacts, retiredOn }) => !retiredOn && last - contacts.at(-1)! > 20)),
		);
		for (const { day, macs: counted, by_major } of record.adoption) {
			const number = dayNumber(day);
			const presentMacs = macs.filter(
				({ contacts, retiredOn = last }) => contacts[0]! <= number && number <= retiredOn,
			);
			const majors = presentMacs.flatMap(({ contacts, on }) => {
				const before = contacts.findLast((contact) => contact <= number)!;
				const after = contacts.find((contact) => contact >= number);
				if (after === undefined && number - before > 20) return [];
				return on(before).major === on(after ?? before).major ? [on(before).major] : [];
			});
			expect([day, counted]).toEqual([day, presentMacs.length]);
			expect(Object.fromEntries(by_major.map(({ label, macs: count }) => [label, count]))).toEqual(
				Object.fromEntries(
					[...Map.groupBy(majors, (major) => major)].map(([major, all]) => [major, all.length]),
				),
			);
		}
	},
);
