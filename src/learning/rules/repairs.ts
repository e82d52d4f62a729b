import type { Catalog } from '../../catalog/catalog.ts';
import { fold } from '../../catalog/identifier.ts';
import type { Fact, FactKind } from '../facts/fact.ts';
import { type JoinedSince, joinedSince } from '../facts/fact-moments.ts';
import type { Reading, Readings } from '../observation.ts';
import type { Lessons } from './evidence.ts';

/** What a person repaired, seen from the rules: no feed is heard about it. */
export interface Repairs {
	/** What the feeds say, without what a person wants forgotten. */
	readings(readings: Readings): Readings;
	/** What was learnt, without what a person has corrected. */
	kept(lessons: Lessons): Lessons;
}

/** The facts that a correction of each aspect of a release stands above. */
const aspects: Record<string, readonly FactKind[]> = {
	date: ['release', 'disputed', 'confirmed'],
	boards: ['runs'],
	build: ['build'],
};

export function repairsIn(all: readonly Fact[], shipped: Catalog): Repairs {
	// What the tables have by now was repaired there.
	const facts = all.filter(({ subject }) => !shipped.releases.has(subject) && !shipped.boards.has(subject));
	const forgotten = new Set(
		facts.filter(({ kind }) => kind === 'forgotten').map(({ subject }) => fold(subject)),
	);
	const corrected = new Map(
		facts
			.filter(({ kind }) => kind === 'corrected')
			.flatMap((fact) =>
				(aspects[fact.object] ?? []).map((kind) => [`${kind}\t${fact.subject}`, fact] as const),
			),
	);
	const isFree = (fact: Fact, joined: JoinedSince) => {
		const correction = corrected.get(`${fact.kind}\t${fact.subject}`);
		return !correction || (fact.kind === 'runs' && joined(fact.object, correction.seen));
	};
	const heard = (reading: Reading): Reading => ({
		...reading,
		observations: reading.observations
			.filter(({ version }) => !forgotten.has(version))
			.map((seen) => ({ ...seen, boards: seen.boards?.filter((id) => !forgotten.has(fold(id))) ?? null })),
		responses: reading.responses?.filter(({ build }) => !forgotten.has(fold(build))) ?? reading.responses,
		machines: reading.machines.filter(({ board }) => !forgotten.has(fold(board))),
	});
	return {
		readings(readings) {
			if (forgotten.size === 0) return readings;
			return Object.fromEntries(Object.entries(readings).map(([feed, reading]) => [feed, heard(reading)]));
		},
		kept(lessons) {
			if (corrected.size === 0) return lessons;
			const { facts, items, retracted } = lessons;
			const joined = joinedSince([...all, ...facts]);
			const free = (fact: Fact) => isFree(fact, joined);
			return { facts: facts.filter(free), items, retracted: retracted.filter(free) };
		},
	};
}
