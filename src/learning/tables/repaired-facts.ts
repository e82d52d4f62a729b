import { fold } from '@pointrelease/core/src/catalog/identifier.ts';
import type { Tables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { aspectOf, type Fact, isAboutPulls, isOverlay, joinedSince, pairOf } from '../facts/fact.ts';

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
	const corrected = new Map(
		repairs.filter(({ kind }) => kind === 'corrected').map((fact) => [pairOf(fact), fact]),
	);
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
		return fact.kind === 'release'
			? { ...fact, value: correction.value.split('\t')[0]!, accepted: true }
			: null;
	};
	const pulled = [...corrected.values()]
		.filter((fact) => isAboutPulls(fact) && fact.value !== 'no')
		.map((fact) => ({ ...fact, kind: 'pulled' as const, object: 'all' }));
	const dated = [...corrected.values()]
		.filter((fact) => fact.object === 'date' && overlays(fact))
		.map((fact) => ({ ...fact, kind: 'dated' as const, object: '', value: fact.value.split('\t')[0]! }));
	const added = [...corrected.values()]
		.filter(({ subject, object }) => ['build', 'boards'].includes(object) && !forgotten.has(fold(subject)))
		.flatMap((fact) =>
			fact.value.split(' ').map((object) => ({
				...fact,
				kind: fact.object === 'build' ? ('build' as const) : ('runs' as const),
				object,
				value: '',
			})),
		);
	return [...remaining.map(replaced).filter((fact) => fact !== null), ...added, ...pulled, ...dated];
}
