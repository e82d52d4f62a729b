import { fold } from '@pointrelease/core/src/catalog/identifier.ts';
import type { Tables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import {
	aspectOf,
	type Fact,
	type FactOf,
	factsOf,
	isAboutPulls,
	isOverlay,
	joinedSince,
	pairOf,
	rightOf,
} from '../facts/fact.ts';

/**
 * The learned facts after the repairs of a person: without forgotten ones, and with corrections in place of the originals. A
 * corrected day of a shipped release becomes a `dated` fact.
 */
export function repaired(shipped: Tables, facts: readonly Fact[]): readonly Fact[] {
	if (!facts.some(({ kind }) => kind === 'forgotten' || kind === 'corrected')) return facts;
	const shippedSubjects = new Set([
		...shipped.legacyReleases.map((row) => row.version.canonical),
		...shipped.primaryReleases.map((row) => row.version.canonical),
		...shipped.boards.map((row) => fold(row.board_id)),
	]);
	const built = new Set(shipped.builds.map(({ version }) => version.canonical));
	const released = new Map(
		[...shipped.legacyReleases, ...shipped.primaryReleases].map((row) => [
			row.version.canonical,
			{ released: row.released, hasBuilds: built.has(row.version.canonical) },
		]),
	);
	const overlays = (fact: Fact) => isOverlay(fact, released.get(fact.subject));
	const repairs = facts.filter(
		(fact) => isAboutPulls(fact) || overlays(fact) || !shippedSubjects.has(fold(fact.subject)),
	);
	const forgotten = new Set(
		repairs.filter(({ kind }) => kind === 'forgotten').map(({ subject }) => fold(subject)),
	);
	const corrected = new Map(factsOf(repairs, 'corrected').map((fact) => [pairOf(fact), fact]));
	const remaining = facts.filter(
		({ kind, subject, object }) =>
			kind === 'revised' ||
			!(forgotten.has(fold(subject)) || (kind === 'runs' && forgotten.has(fold(object)))),
	);
	const joined = joinedSince(facts);
	const replaced = (fact: Fact): Fact | null => {
		// The other days that feeds gave before the correction stay in the table.
		if (fact.kind === 'disputed') return fact;
		const correction = corrected.get(pairOf({ subject: fact.subject, object: aspectOf[fact.kind] ?? '' }));
		if (!correction || (fact.kind === 'runs' && joined(fact.object, correction.seen))) return fact;
		const date = rightOf(correction, 'date');
		return fact.kind === 'release' && date ? { ...fact, value: date.date, accepted: true } : null;
	};
	const right = [...corrected.values()].flatMap((fact): Fact[] => rightFacts(fact, { forgotten, overlays }));
	return [...remaining.map(replaced).filter((fact) => fact !== null), ...right];
}

/** What a correction says, as facts. */
function rightFacts(
	fact: FactOf<'corrected'>,
	{ forgotten, overlays }: { forgotten: ReadonlySet<string>; overlays(fact: Fact): boolean },
): Fact[] {
	const date = rightOf(fact, 'date');
	if (date) return overlays(fact) ? [{ ...fact, kind: 'dated', object: '', value: date.date }] : [];
	const pull = rightOf(fact, 'pulled');
	if (pull) return pull.day === null ? [] : [{ ...fact, kind: 'pulled', object: 'all', value: [pull.day] }];
	if (forgotten.has(fold(fact.subject))) return [];
	const builds = rightOf(fact, 'build')?.builds ?? [];
	const boards = rightOf(fact, 'boards')?.boards ?? [];
	return [
		...builds.map((object): Fact => ({ ...fact, kind: 'build', object, value: '' })),
		...boards.map((object): Fact => ({ ...fact, kind: 'runs', object, value: '' })),
	];
}
