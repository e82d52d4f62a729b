import { type FactOf, factsOf, rightOf } from '../facts/fact.ts';
import type { Decision } from './decision-store.ts';

/** A decision as programs and the console get it. */
export function shownDecision(decision: Decision) {
	const { number, what, subject, item, who, why, decided, undone } = decision;
	return { number, what, subject, right: rightValues(decision), item, who, why, decided, undone };
}

function rightWords(fact: FactOf<'corrected'>): readonly string[] {
	const [date, pull] = [rightOf(fact, 'date'), rightOf(fact, 'pulled')];
	if (date) return [date.date];
	if (pull) return [pull.day ?? 'no'];
	return rightOf(fact, 'build')?.builds ?? rightOf(fact, 'boards')!.boards;
}

/** The right values of a correction, by option; null for other decisions. */
export function rightValues({ what: action, added }: Decision): Record<string, readonly string[]> | null {
	if (action !== 'correct') return null;
	return Object.fromEntries(factsOf(added, 'corrected').map((fact) => [fact.object, rightWords(fact)]));
}
