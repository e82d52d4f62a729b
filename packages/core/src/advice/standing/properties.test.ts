import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { shipped } from '../../../../../test/shipped-data.ts';
import { cases, sized } from '../../../../../test/size.ts';
import type { Board } from '../../catalog/catalog.ts';
import { knownOn } from '../../catalog/known-on.ts';
import { compareVersions } from '../../catalog/version.ts';
import { exposureOf } from '../exposure/exposure.ts';
import { offeredOn } from '../offered.ts';
import { type Policy, type PolicyTerms, policyOf } from '../policy/policy.ts';
import { type Assessment, assess } from './assess.ts';

const boards = [...shipped.boards.values()];
const releases = [...shipped.releases.values()];
const modern = boards.filter(({ support }) => support.has('11'));
const idOf = (of: readonly Board[]) => fc.constantFrom(...of.map(({ id }) => id));
/** Boards that policies are made for, more often than the others. IDs, because a whole board cannot be printed. */
const board = fc.oneof({ weight: 4, arbitrary: idOf(modern) }, idOf(boards));
const day = fc
	.date({ min: new Date('2019-01-01'), max: new Date('2027-06-01'), noInvalidDate: true })
	.map((date) => date.toISOString().slice(0, 10));
const version = fc
	.constantFrom(...releases.filter(({ parsed }) => parsed.era !== 'classic'))
	.map((r) => r.version);
const days = fc.integer({ min: 0, max: 400 });
const terms: fc.Arbitrary<PolicyTerms> = fc.record({
	behind: fc.integer({ min: 0, max: 5 }),
	deferDays: days,
	deferMajorDays: days,
	exclude: fc.array(version, { maxLength: 3 }),
	graceDays: fc.option(days),
	exploitedGraceDays: fc.option(days),
	enrollmentGraceDays: fc.option(days),
});

function assessed(on: string, at: string, policy: Policy): Assessment {
	return assess(shipped, shipped.boards.get(on)!, { version: at, build: null }, policy)!;
}

test('a newer version never misses more inside its major', () => {
	// Most boards share their releases, and so their answer.
	const supports = modern.flatMap(({ support }) => [...support.values()]);
	const distinct = new Map(supports.map((support) => [support.releases, support]));
	for (const { major, releases, board: on } of distinct.values()) {
		if (major.era !== 'modern') continue;
		for (const asOf of ['2023-06-01', '2025-01-01', '2026-11-16']) {
			let before = Number.POSITIVE_INFINITY;
			let exploitedBefore = Number.POSITIVE_INFINITY;
			for (const { parsed } of releases) {
				const exposure = exposureOf(
					shipped,
					on.support.get(major.name)!,
					{ version: parsed, response: null },
					asOf,
				);
				if (exposure.missingCount! > before || exposure.exploitedMissingCount! > exploitedBefore)
					throw new Error(`${on.id}:${parsed.canonical} on ${asOf}`);
				[before, exploitedBefore] = [exposure.missingCount!, exposure.exploitedMissingCount!];
			}
		}
	}
});

test('a longer deferral never gives a newer target', () => {
	fc.assert(
		fc.property(board, version, day, terms, days, days, (on, at, asOf, policyTerms, more, moreForMajors) => {
			const short = assessed(on, at, policyOf(asOf, policyTerms)).target;
			const longer = {
				...policyTerms,
				deferDays: policyTerms.deferDays + more,
				deferMajorDays: policyTerms.deferMajorDays + moreForMajors,
			};
			const long = assessed(on, at, policyOf(asOf, longer)).target;
			expect(long === null || (short !== null && compareVersions(long.parsed, short.parsed) <= 0)).toBe(true);
		}),
		{ numRuns: sized(250, 8_000) },
	);
});

test('a Mac that meets a stricter policy meets every looser one', () => {
	fc.assert(
		fc.property(
			fc.tuple(board, version, day, terms),
			fc.tuple(fc.integer({ min: 0, max: 3 }), days, days),
			([on, at, asOf, strict], [behind, more, moreForMajors]) => {
				const loose = {
					...strict,
					behind: strict.behind + behind,
					deferDays: strict.deferDays + more,
					deferMajorDays: strict.deferMajorDays + moreForMajors,
				};
				const passes = assessed(on, at, policyOf(asOf, strict)).meetsPolicy;
				if (passes) expect(assessed(on, at, policyOf(asOf, loose)).meetsPolicy).toBe(true);
			},
		),
		{ numRuns: sized(600, 8_000) },
	);
});

test('an answer for a day does not depend on later data: a catalog that ends on the day gives the same', () => {
	const days = cases(
		['2021-10-25', '2025-08-20', '2026-09-28'],
		['2020-11-14', '2021-10-25', '2023-09-20', '2025-08-20', '2026-02-02', '2026-08-17', '2026-09-28'],
	);
	for (const asOf of days) {
		const then = knownOn(shipped, asOf);
		fc.assert(
			fc.property(board, version, terms, (on, at, policyTerms) => {
				// The whole catalog knows the number of a later release, so only its standing may differ.
				fc.pre(shipped.releases.get(at)!.released <= asOf && then.boards.has(on));
				const policy = policyOf(asOf, policyTerms);
				const before = assess(then, then.boards.get(on)!, { version: at, build: null }, policy)!;
				expect(factsOf(assessed(on, at, policy))).toEqual(factsOf(before));
			}),
			{ numRuns: sized(60, 600) },
		);
	}
});

test('latest, next and newest are releases that the Mac is offered on the day, never its release from the factory', () => {
	const asOffered = (on: string, at: string, asOf: string) => {
		const { latest, next, newest } = assessed(on, at, policyOf(asOf, {}));
		for (const release of [latest, next, newest]) {
			if (!release) continue;
			const support = shipped.boards.get(on)!.support.get(release.major)!;
			expect(offeredOn(support, asOf)).toContain(release);
		}
	};
	fc.assert(fc.property(board, version, day, asOffered), { numRuns: sized(150, 1000) });
	// The first days of each Mac, on each of its releases of these days.
	for (const { id, support } of modern)
		for (const { released } of [...support.values()].flatMap(({ releases }) => releases.slice(0, 2)))
			for (const { major, releases } of support.values())
				if (major.era === 'modern')
					for (const { version: at } of releases.slice(0, 2)) asOffered(id, at, released);
});

test('a Mac on a release for other Macs is neither current nor behind before its own first release of the major', () => {
	// Its first is 11.3 of 2021.
	const { versionStanding, isCurrent, releasesBehind, daysBehind } = assessed(
		'J456AP',
		'11.0.1',
		policyOf('2020-11-14', {}),
	);
	expect([versionStanding, isCurrent, releasesBehind, daysBehind]).toEqual([
		'not-for-board',
		null,
		null,
		null,
	]);
});

test('a deadline is never before its target became one, and an overdue Mac had an earlier deadline', () => {
	fc.assert(
		fc.property(board, version, day, terms, (on, at, asOf, policyTerms) => {
			const assessment = assessed(on, at, policyOf(asOf, policyTerms));
			const { targetSince, deadline, daysLeft, daysOverdue, overdueSince, meetsTarget } = assessment;
			if (targetSince) expect(targetSince <= asOf).toBe(true);
			if (deadline) expect(targetSince! <= deadline).toBe(true);
			expect(daysLeft !== null && daysOverdue !== null).toBe(false);
			if (daysOverdue !== null) expect(overdueSince! <= deadline! && overdueSince! < asOf).toBe(true);
			if (overdueSince) expect(overdueSince < asOf && !meetsTarget).toBe(true);
		}),
		{ numRuns: sized(600, 8_000) },
	);
});

/** The part of an assessment that can be compared between two catalogs: releases by their versions. */
function factsOf({ board: on, ...facts }: Assessment) {
	const plain = Object.entries(facts).map(([name, value]) => [
		name,
		value && typeof value === 'object' && 'parsed' in value ? value.version : value,
	]);
	return { board: on.id, ...Object.fromEntries(plain) };
}
