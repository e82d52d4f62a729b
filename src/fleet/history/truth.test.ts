import { describe, expect, test } from 'bun:test';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { noPolicy, policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { assess } from '@pointrelease/core/src/advice/standing/assess.ts';
import type { Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareVersions } from '@pointrelease/core/src/catalog/version.ts';
import { dayNumber, dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import { countsByHand, isPatchedBy, roleOf, type SightedMac } from '../../../test/fleet/patched-by-hand.ts';
import {
	generateFleet,
	isShared,
	runsOn,
	type TrueFleet,
	type TrueMac,
} from '../../../test/generated-fleet.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { sized } from '../../../test/size.ts';
import { cveRecord } from './cve-history.ts';
import { FrameworkJudge, frameworkVerdicts } from './framework-report.ts';
import { historyRecord } from './history-report.ts';
import { packSightings, Sightings, unpackSightings } from './sightings.ts';
import { type HistorySource, type StoredState, seenFleet } from './source.ts';

/** A history of all sightings, packed as on disk, with an import for each day. */
function historyOf({ macs }: TrueFleet): HistorySource {
	const states = new Map<number, StoredState>();
	const numbers = new Map<string, number>();
	const stateOf = (model: string, version: string) => {
		const key = `${model} ${version}`;
		const number = numbers.get(key) ?? numbers.size;
		numbers.set(key, number);
		states.set(number, { cells: { model, version }, isInExport: false });
		return number;
	};
	const imports = new Map<number, Sightings>();
	const serials = [...new Set(macs.map(({ serial }) => serial))];
	for (const mac of macs)
		for (const day of mac.contacts) {
			const sightings = imports.get(day % 11) ?? new Sightings();
			imports.set(day % 11, sightings);
			// Numbers far apart are in different segments.
			sightings.add(serials.indexOf(mac.serial) * 1000, stateOf(mac.model, runsOn(mac, day).version), day);
		}
	const packed = [...imports.values()].map(packSightings);
	const segments = [...new Set(packed.flatMap((segments) => [...segments.keys()]))];
	return {
		states,
		days: new Set(macs.flatMap(({ contacts }) => contacts)),
		exportDays: new Set(),
		*segments() {
			for (const segment of segments)
				yield [
					segment,
					(into) => {
						for (const each of packed)
							if (each.has(segment)) unpackSightings(each.get(segment)!, segment, into);
					},
				] as const;
		},
		mac: (number) => ({ serial: serials[number / 1000]!, name: null, group: null }),
	};
}

const isAtLeast = (release: Release, other: Release) => compareVersions(release.parsed, other.parsed) >= 0;

const sightedMac = (mac: TrueMac): SightedMac => ({
	contacts: mac.contacts,
	on: (contact) => runsOn(mac, contact),
});

/**
 * The day on which a Mac truly got a release or one with its fixes; null if it never did. A release that was gone at the next
 * contact does not count.
 */
function patchedOn(mac: TrueMac, release: Release): number | null {
	const change = mac.changes.find(({ day, release: on }) => {
		const next = mac.contacts.find((contact) => contact >= day);
		return isPatchedBy(on, release) && (next === undefined || isPatchedBy(runsOn(mac, next), release));
	});
	return change?.day ?? null;
}

/** The verdicts on all fleets. */
const allVerdicts = { pass: 0, fail: 0, unknown: 0 };

const seeds = Array.from({ length: sized(4, 10) }, (_, index) => index + 1);

describe.each(seeds)('a fleet whose truth is known, seed %i', (seed) => {
	const fleet = generateFleet(shipped, seed, 50);
	const asOf = dayOfNumber(fleet.last);
	const source = seenFleet(historyOf(fleet), shipped, asOf);
	const seen = fleet.macs.filter(({ contacts }) => contacts.length > 0);

	test('shares of patched Macs follow from sightings, and the truth lies between their bounds', () => {
		const within = [0, 7, 14, 30][seed % 4]!;
		const record = historyRecord(source, {
			catalog: shipped,
			policy: noPolicy(asOf),
			within,
			staleDays: 30,
			groupBy: null,
		});
		expect(record.macs_seen).toBe(seen.length);
		expect(record.releases.length).toBeGreaterThan(3);
		const offeredTo = (release: Release) =>
			seen.filter(({ board }) => board.support.get(release.major)?.offered.includes(release) === true);
		// Exactly the releases of the year that a Mac was seen without.
		const firsts = new Set([...shipped.majors.values()].map(({ releases: [first] }) => first));
		const expected = [...shipped.releases.values()].filter((release) => {
			const { released, withdrawn } = release;
			const counts = countsByHand(offeredTo(release).map(sightedMac), release, within);
			const isOfYear = released <= asOf && released > dayOfNumber(fleet.last - 365);
			const isMissed = counts.macs + counts.arrived_without + counts.major_uncertain > 0;
			return isOfYear && isMissed && !withdrawn && !firsts.has(release);
		});
		expect(record.releases.map(({ version }) => version)).toEqual(expected.map(({ version }) => version));
		for (const { days_to_patch, curve: _, ...counts } of record.releases) {
			const { version, patched_within } = counts;
			const release = shipped.releases.get(version)!;
			const macs = offeredTo(release);
			expect(counts).toEqual(countsByHand(macs.map(sightedMac), release, within));
			const counted = macs.filter((mac) => roleOf(sightedMac(mac), release) === 'macs');
			if (counted.length === 0) continue;
			const delays = counted
				.map((mac) => patchedOn(mac, release))
				.map((day) =>
					day === null ? Number.POSITIVE_INFINITY : Math.max(0, day - dayNumber(release.released)),
				)
				.sort((a, b) => a - b);
			// After the window, for Macs that were in the fleet from the beginning.
			const truly = delays.filter((days) => days <= within).length;
			if (dayNumber(release.released) + within <= fleet.last)
				expect(patched_within.at_least <= truly && truly <= patched_within.at_most).toBe(true);
			for (const [share, { at_least, at_most }] of [
				[0.5, days_to_patch.median],
				[0.9, days_to_patch.p90],
			] as const) {
				const true_ = delays[Math.ceil(delays.length * share) - 1]!;
				expect([version, share, at_least <= true_, true_ <= (at_most ?? Number.POSITIVE_INFINITY)]).toEqual([
					version,
					share,
					true,
					true,
				]);
			}
		}
	});

	test('only Macs that were truly late fail, and no Mac that was seen without a due update passes', () => {
		const framework = frameworks.get('cyber-essentials-3.3')!;
		const judge = new FrameworkJudge(shipped, framework, asOf, null);
		const { macs, verdicts } = frameworkVerdicts(source, judge, { from: '2020-01-01', asOf });
		expect(macs.length).toBe(seen.length);
		// Macs with the same serial number are in the order in which they were first seen.
		const bySerial = Map.groupBy(
			seen.toSorted((a, b) => a.contacts[0]! - b.contacts[0]!),
			({ serial }) => serial,
		);
		const counts = { pass: 0, fail: 0, unknown: 0 };
		for (const { serial, verdict, verdict_reason, remarks } of macs) {
			counts[verdict]++;
			const mac = bySerial.get(serial)!.shift()!;
			expect(remarks.includes('Several Macs report this serial number.')).toBe(isShared(fleet, mac));
			const expected = verdictOf(mac, fleet.last);
			if (verdict !== expected.shown)
				throw new Error(`${serial}: ${verdict} (${verdict_reason}), not ${expected.shown}`);
			if (verdict === 'fail' && !expected.trulyLate)
				throw new Error(`${serial} was never late: ${verdict_reason}`);
			if (verdict === 'pass' && expected.trulyLateWhileSeen)
				throw new Error(`${serial} was late: ${verdict_reason}`);
		}
		expect(verdicts).toEqual(counts);
		for (const verdict of ['pass', 'fail', 'unknown'] as const) allVerdicts[verdict] += counts[verdict];
	});

	test('whether a vulnerability was open on a day follows from the sightings around it', () => {
		const cve = shipped.security.cves.get('CVE-2026-65400')!;
		const on = dayNumber('2026-08-20') <= fleet.last ? '2026-08-20' : dayOfNumber(fleet.last - 20);
		const day = dayNumber(on);
		const record = cveRecord(source, { catalog: shipped, cve, on, asOf: '2026-11-16' });
		const openOn = (mac: TrueMac, contact: number) => {
			const { major, parsed } = runsOn(mac, contact);
			const fix = cve.fixedIn.find((release) => release.major === major);
			return fix !== undefined && compareVersions(parsed, fix.parsed) < 0;
		};
		const sides = (mac: TrueMac) => [
			mac.contacts.findLast((contact) => contact <= day),
			mac.contacts.find((contact) => contact >= day),
		];
		const seenMacs = seen.filter((mac) => {
			const [before, after] = sides(mac);
			return before !== undefined && after !== undefined && openOn(mac, before) === openOn(mac, after);
		});
		const serials = (open: boolean) =>
			seenMacs.filter((mac) => openOn(mac, sides(mac)[0]!) === open).map(({ serial }) => serial);
		expect(record.open).toEqual(serials(true).sort());
		expect(record.fixed).toEqual(serials(false).sort());
		expect(record.open.length + record.fixed.length + record.unknown.length).toBe(seen.length);
	});

	test('the state of the fleet on a day follows from the versions by then', () => {
		const terms = { behind: 1, graceDays: 14 };
		const { compliance } = historyRecord(source, {
			catalog: shipped,
			policy: policyOf(asOf, terms),
			within: 14,
			staleDays: 30,
			groupBy: null,
		});
		expect(compliance.length).toBeGreaterThan(5);
		for (const { day, macs, meets_policy, misses_policy, unknown } of [compliance[0]!, compliance.at(-1)!]) {
			const number = dayNumber(day);
			const counts = { macs: 0, meets: 0, misses: 0 };
			for (const mac of seen) {
				const before = mac.contacts.findLast((contact) => contact <= number);
				const after = mac.contacts.find((contact) => contact >= number);
				if (before === undefined) continue;
				counts.macs++;
				if (after === undefined && number - before > 30) continue;
				const [meetsBefore, meetsAfter] = [before, after ?? before].map(
					(contact) =>
						assess(
							shipped,
							mac.board,
							{ version: runsOn(mac, contact).version, build: null },
							policyOf(day, terms),
						)!.meetsPolicy,
				);
				if (meetsBefore && meetsAfter) counts.meets++;
				if (meetsBefore === false && meetsAfter === false) counts.misses++;
			}
			expect([macs, meets_policy, misses_policy, unknown]).toEqual([
				counts.macs,
				counts.meets,
				counts.misses,
				counts.macs - counts.meets - counts.misses,
			]);
		}
	});
});

test('the generated Macs have all three verdicts', () => {
	expect(Object.values(allVerdicts).every((count) => count >= seeds.length)).toBe(true);
});

/** The rule, applied contact by contact: the verdict that contacts show, and the true one. */
function verdictOf(mac: TrueMac, until: number) {
	const { board, contacts } = mac;
	const worst = { fail: false, unknown: false };
	let [trulyLate, trulyLateWhileSeen] = [false, false];
	for (const [index, day] of contacts.entries()) {
		const on = runsOn(mac, day);
		const next = contacts[index + 1];
		// Support of 14 ended with 27.0 on 2026-09-14; these fleets have no older majors.
		const end = on.major === '14' ? dayNumber('2026-09-14') : Number.POSITIVE_INFINITY;
		if (day >= end) worst.fail = trulyLate = true;
		else if (until >= end && (next === undefined || (next >= end && runsOn(mac, next).major !== '14')))
			worst.unknown = true;
		for (const release of board.support.get(on.major)!.releases) {
			if (release.withdrawn || dayNumber(release.released) > until || isAtLeast(on, release)) continue;
			if (shipped.security.lists.get(release.version)?.state === 'none') continue;
			const due = dayNumber(release.released) + 14;
			// Releases that were overdue at the first contact may be installed within 14 days of it.
			const isArrival = due < contacts[0]!;
			const last = isArrival ? contacts[0]! + 14 : due;
			const installed = contacts.findIndex((contact) => isAtLeast(runsOn(mac, contact), release));
			if (isArrival && installed > index) {
				if (contacts[installed - 1]! > last) worst.fail = true;
				else if (contacts[installed]! > last) worst.unknown = true;
			} else if (isArrival || day > due) worst.fail = trulyLate = true;
			else if (next === undefined && until > last) worst.unknown = true;
			else if (next !== undefined && next > last && isAtLeast(runsOn(mac, next), release))
				worst.unknown = true;
			for (let other = day; other <= until; other++) {
				if (isAtLeast(runsOn(mac, other), release)) break;
				if (other > last) {
					trulyLate = true;
					if (next !== undefined && other <= next) trulyLateWhileSeen = true;
				}
			}
		}
	}
	const shown = worst.fail ? ('fail' as const) : worst.unknown ? ('unknown' as const) : ('pass' as const);
	return { shown, trulyLate, trulyLateWhileSeen };
}
