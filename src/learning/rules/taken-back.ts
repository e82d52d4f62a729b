import type { Fact } from '../facts/fact.ts';
import { isSteady } from '../observation.ts';
import { type Evidence, type Lessons, noLessons, stating } from './evidence.ts';
import { isWhole } from './remember.ts';

const dayLong = 86_400_000;
const ofRelease: ReadonlySet<Fact['kind']> = new Set(['release', 'disputed', 'confirmed', 'build', 'runs']);

/**
 * Releases that the vendor listed by mistake: it drops them within a day, over two polls, and nobody confirmed
 * them. They are as if they had never been, and what they stood in the way of is learnt.
 */
export function takeBack({ shipped, facts, readings, memory, now }: Evidence): Lessons {
	const lessons = noLessons();
	if (!readings.apple || !isWhole(readings.apple)) return lessons;
	const shown = new Set(
		Object.values(readings)
			.flatMap(({ observations }) => observations)
			.map(({ version }) => version),
	);
	const state = stating(now);
	for (const { kind, subject, seen, accepted, feed } of facts) {
		if (kind !== 'release' || accepted || shipped.releases.has(subject) || shown.has(subject)) continue;
		const confirmed = facts.some((fact) => fact.subject === subject && fact.kind === 'confirmed');
		if (confirmed || !isSteady(memory[subject]?.missing) || now.getTime() - Date.parse(seen) > dayLong)
			continue;
		lessons.retracted.push(
			...facts.filter(
				(fact) => fact.subject === subject && (ofRelease.has(fact.kind) || fact.kind === 'revised'),
			),
		);
		lessons.facts.push(state('revised', subject, '', '', feed));
	}
	return lessons;
}
