import { latestOffered, pulledOn } from '@pointrelease/core/src/advice/offered.ts';
import type { Board, Catalog, Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareVersions, parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { addDays, millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';
import { factKey, factsOf } from '../facts/fact.ts';
import { isSettled, isWhole, lengthOf, type Memory, type Reading, type Remembered } from '../observation.ts';
import { dayOf, type Evidence, type Lessons, noLessons, stating } from './evidence.ts';
import { boardsMeant, isCut, returning } from './listed-boards.ts';

/** Milliseconds for which every sane answer must lack a release before it counts as pulled. */
const pulledAfter = 2 * 60 * 60 * 1000;
/** Days after which a release without an expiry may leave the list without being pulled. */
const daysWithoutExpiry = 90;

type Absent = NonNullable<Remembered['absent']>;

/**
 * Adds to the memory since when the vendor's list lacks the newest offered release of a board. Only sane answers count: both sets have
 * releases, no unreadable entry can be the missing release of the board, and no other release is missing.
 *
 * A release is added only if the previous answer listed it, or if the vendor was never seen listing it because its feed was silent then.
 * Otherwise an older release, which left the list when it was replaced, would count once it becomes the newest again.
 */
export function rememberAbsent(
	before: Memory,
	after: Record<string, Remembered>,
	{ reading, catalog, now }: { reading: Reading; catalog: Catalog; now: Date },
): void {
	const moment = now.toISOString();
	const today = dayOf(now);
	const missing = missingNewest(before, after, { reading, catalog, today });
	const never = reading.bothSets ? neverListed(after, { reading, catalog, today }) : new Map();
	for (const [version, boards] of never) {
		missing.set(version, boards);
		after[version] = { boards: [], expires: null, listed: null, missing: null };
	}
	// An entry that cannot be read may be the release, for the boards that it lists.
	const isSure = (version: string, boards: readonly string[]) => isWhole(reading, version, boards);
	const surelyMissing = [...missing].filter(([version, boards]) =>
		boards.some(({ identifiers }) => isSure(version, identifiers)),
	);
	const isSane = reading.bothSets === true && surelyMissing.length === 1;
	for (const [version, remembered] of Object.entries(after)) {
		const boards = missing.get(version);
		if (!boards) {
			// Undefined members are not stored.
			if (remembered.absent) after[version] = { ...remembered, absent: undefined };
			continue;
		}
		const absent: Absent = Object.fromEntries(
			boards.map(({ id, identifiers }) => {
				const span = before[version]?.absent?.[id] ?? null;
				if (!isSane || !isSure(version, identifiers)) return [id, span];
				return [id, { from: span && span.from <= moment ? span.from : moment, to: moment }];
			}),
		);
		after[version] = { ...remembered, absent };
	}
}

/** By version, the boards whose newest offered release was listed for them and no longer is, before its expiry. */
function missingNewest(
	before: Memory,
	after: Memory,
	{ reading, catalog, today }: { reading: Reading; catalog: Catalog; today: string },
): Map<string, Board[]> {
	const missing = new Map<string, Board[]>();
	const listed = listedBoards(catalog, reading);
	for (const [version, remembered] of Object.entries(after)) {
		const release = catalog.releases.get(version);
		if (!release || !isBeforeExpiry(release, remembered, today)) continue;
		const present = listed.get(version);
		const higher = [...listed]
			.filter(([listedVersion]) => isHigher(listedVersion, release))
			.map(([, boards]) => boards);
		const boards = [...boardsListedBefore(catalog, before[version])].filter((board) => {
			const support = board.support.get(release.major);
			return (
				!present?.has(board) &&
				!higher.some((boards) => boards.has(board)) &&
				support !== undefined &&
				latestOffered(support, today) === release
			);
		});
		if (boards.length > 0) missing.set(version, boards);
	}
	return missing;
}

/**
 * The same for recent releases that are not in the memory, because only other feeds or the tables have them. Leaves out releases of today,
 * and boards for which the list has no release of the major at all.
 */
function neverListed(
	after: Memory,
	{ reading, catalog, today }: { reading: Reading; catalog: Catalog; today: string },
): Map<string, Board[]> {
	const listed = listedBoards(catalog, reading);
	const since = addDays(today, -daysWithoutExpiry);
	const unlisted = new Map<string, Board[]>();
	for (const [version, release] of catalog.releases) {
		const { major, released } = release;
		if (after[version] || released < since || released >= today) continue;
		const ofMajor = [...listed].filter(([listedVersion]) => parseVersion(listedVersion)?.major === major);
		const higher = ofMajor.filter(([listedVersion]) => isHigher(listedVersion, release));
		const boards = catalog.majors
			.get(major)!
			.boards.filter(
				(board) =>
					ofMajor.some(([, boards]) => boards.has(board)) &&
					!higher.some(([, boards]) => boards.has(board)) &&
					latestOffered(board.support.get(major)!, today) === release,
			);
		if (boards.length > 0) unlisted.set(version, boards);
	}
	return unlisted;
}

function listedBoards(catalog: Catalog, { observations }: Reading): Map<string, Set<Board>> {
	const byVersion = Map.groupBy(observations, ({ version }) => version);
	return new Map(
		[...byVersion].map(([version, entries]) => [
			version,
			boardsMeant(
				catalog,
				entries.flatMap(({ boards }) => boards ?? []),
			),
		]),
	);
}

/** The boards for which the previous answer listed the release, and those that are absent since an earlier answer. */
function boardsListedBefore(catalog: Catalog, before: Remembered | undefined): Set<Board> {
	if (!before) return new Set();
	const { boards, listed, without = {}, absent = {} } = before;
	const present = listed
		? boardsMeant(catalog, boards).difference(boardsMeant(catalog, Object.keys(without)))
		: [];
	return new Set([...present, ...boardsMeant(catalog, Object.keys(absent))]);
}

function isBeforeExpiry({ released }: Release, { expires }: Remembered, today: string): boolean {
	return today < (expires ?? addDays(released, daysWithoutExpiry + 1));
}

function isHigher(text: string, { major, parsed }: Release): boolean {
	const version = parseVersion(text);
	return version !== null && version.major === major && compareVersions(version, parsed) > 0;
}

/**
 * Learns that the vendor pulled a release for a board, and that it lists it again. Only the vendor's list counts: archives go on
 * showing what was pulled.
 */
export function learnPulled({ catalog, facts, readings, memory, now }: Evidence): Lessons {
	const lessons = noLessons();
	if (!readings.apple) return lessons;
	const today = dayOf(now);
	const moment = momentText(now.toISOString());
	const state = stating(now, catalog);
	const pulls = new Map(factsOf(facts, 'pulled').map((fact) => [factKey(fact), fact]));
	const add = (subject: string, object: string, days: (before: readonly string[]) => readonly string[]) => {
		const before = pulls.get(factKey({ kind: 'pulled', subject, object }));
		const value = days(before?.value ?? []);
		if (before) lessons.retracted.push(before);
		lessons.facts.push(state({ kind: 'pulled', subject, object, value, feed: 'apple' }));
	};
	const listed = listedBoards(catalog, readings.apple);
	for (const [version, { absent = {} }] of Object.entries(memory)) {
		const release = catalog.releases.get(version);
		const present = listed.get(version)?.size ?? 0;
		const lost = Object.keys(absent).length;
		const least = isCut(lost, present) ? millisecondsOfDay : pulledAfter;
		for (const [id, span] of Object.entries(absent)) {
			const board = catalog.boards.get(id);
			if (!release || !board || !span || pulledOn(release, board, today) !== null) continue;
			if (lengthOf(span) < least) continue;
			add(version, id, (days) => [...days, momentText(span.from)]);
		}
	}
	for (const [version, boards] of listed) {
		const release = catalog.releases.get(version);
		if (!release || release.pulls.length === 0 || !isSettled(memory[version]?.listed)) continue;
		const unsettled = returning(catalog, memory[version]);
		for (const board of boards) {
			const on = pulledOn(release, board, today);
			if (on === null || unsettled.has(board.id)) continue;
			// A pull that only the shipped tables have has no fact yet.
			const back = momentText(listedAgainFrom(memory[version]!, board));
			add(version, board.id, (days) => {
				const before = days.length % 2 === 0 ? [...days, on] : days;
				return [...before, back > before.at(-1)! ? back : moment];
			});
		}
	}
	return lessons;
}

/** Since when the list has a release again: for the board or, if it was gone for all, for everybody. */
function listedAgainFrom({ listed, back = {} }: Remembered, { identifiers }: Board): string {
	const [span] = Object.entries(back).flatMap(([id, span]) => (identifiers.includes(id) ? [span] : []));
	return (span ?? listed!).from;
}

/** To the second, as facts have it. */
function momentText(moment: string): string {
	return `${moment.slice(0, 19)}Z`;
}
