import type { Fact } from '../facts/fact.ts';
import { isSteady } from '../observation.ts';
import { type Evidence, type Lessons, noLessons, stating } from './evidence.ts';
import { isWhole } from './remember.ts';

const dayLong = 86_400_000;
const ofRelease: ReadonlySet<Fact['kind']> = new Set(['release', 'disputed', 'confirmed', 'build', 'runs']);
const confirming: ReadonlySet<Fact['kind']> = new Set(['confirmed', 'corrected']);

/**
 * Releases that the vendor listed by mistake: it drops them within a day, over two polls, and nobody confirmed
 * them; who corrects a release does. They are as if they had never been, and what they stood in the way of is learnt.
 */
export function takeBack({ shipped, catalog, facts, readings, memory, now }: Evidence): Lessons {
	const lessons = noLessons();
	if (!readings.apple || !isWhole(readings.apple)) return lessons;
	const shown = new Set(
		Object.values(readings)
			.flatMap(({ observations }) => observations)
			.map(({ version }) => version),
	);
	const state = stating(now, catalog);
	for (const { kind, subject, seen, accepted, feed } of facts) {
		if (kind !== 'release' || accepted || shipped.releases.has(subject) || shown.has(subject)) continue;
		const missing = memory[subject]?.missing;
		const isConfirmed = facts.some((fact) => fact.subject === subject && confirming.has(fact.kind));
		if (isConfirmed || !missing || !isSteady(missing)) continue;
		if (Date.parse(missing.from) - Date.parse(seen) > dayLong) continue;
		lessons.retracted.push(
			...facts.filter(
				(fact) => fact.subject === subject && (ofRelease.has(fact.kind) || fact.kind === 'revised'),
			),
		);
		lessons.facts.push(state('revised', subject, '', '', feed));
	}
	return lessons;
}
