import { factKey, factsOf } from '../facts/fact.ts';
import { isSettled, isWhole, type Observation } from '../observation.ts';
import { type Evidence, type Lessons, noLessons, stating } from './evidence.ts';
import { boardsMeant } from './listed-boards.ts';

/**
 * Learns that the vendor replaced a build by another one of the same version, and that it lists the first one again. Macs with the replaced
 * build look up to date by their version. Both must stand for a while: two servers of the vendor that differ would go back and forth.
 */
export function learnReplaced(evidence: Evidence): Lessons {
	const { catalog, facts, readings, memory, now } = evidence;
	const lessons = noLessons();
	const reading = readings.apple;
	if (!reading) return lessons;
	const state = stating(now, catalog);
	const known = new Map(factsOf(facts, 'replaced').map((fact) => [factKey(fact), fact]));
	const listed = Map.groupBy(reading.observations, ({ version }) => version);
	for (const [version, entries] of listed) {
		const boardsOf = (wanted: (entry: Observation) => boolean) =>
			boardsMeant(
				catalog,
				entries.filter(wanted).flatMap(({ boards }) => boards ?? []),
			);
		for (const [build, { without = {}, back = {} }] of Object.entries(memory[version]?.builds ?? {})) {
			const keyOf = (object: string) => factKey({ kind: 'replaced', subject: build, object });
			const still = boardsOf(({ builds }) => builds.includes(build));
			const others = boardsOf(({ builds }) => !builds.includes(build));
			for (const [id, span] of Object.entries(without))
				for (const board of boardsMeant(catalog, [id])) {
					const isGone =
						others.has(board) && !still.has(board) && isWhole(reading, version, board.identifiers);
					if (!isGone || !isSettled(span) || known.has(keyOf(board.id))) continue;
					const value = { version, since: span.from.slice(0, 10) };
					lessons.facts.push(
						state({ kind: 'replaced', subject: build, object: board.id, value, feed: 'apple' }),
					);
				}
			const unsettled = boardsMeant(
				catalog,
				Object.keys(back).filter((id) => !isSettled(back[id])),
			);
			for (const { id } of still.difference(unsettled)) {
				const fact = known.get(keyOf(id));
				if (fact) lessons.retracted.push(fact);
			}
		}
	}
	return lessons;
}
