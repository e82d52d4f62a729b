import type { Catalog } from '../catalog/catalog.ts';
import type { Answer } from './answer.ts';

/**
 * Answers that are worth keeping: large, or asked for again and again. The key names everything that one depends on but
 * the state of the data: another state is another catalog, and what was kept for the old one goes with it.
 */
export interface KeptAnswers {
	find(catalog: Catalog, key: string): Answer | undefined;
	keep(catalog: Catalog, key: string, answer: Answer): Answer;
}

interface Kept {
	readonly answers: Map<string, Answer>;
	length: number;
}

/** Strangers choose the keys, so that so many characters of bodies are kept at most; the oldest make room. */
export function keepAnswers(mostCharacters: number): KeptAnswers {
	const ofCatalogs = new WeakMap<Catalog, Kept>();
	return {
		find: (catalog, key) => ofCatalogs.get(catalog)?.answers.get(key),
		keep(catalog, key, answer) {
			const kept = ofCatalogs.get(catalog) ?? { answers: new Map(), length: 0 };
			ofCatalogs.set(catalog, kept);
			kept.answers.set(key, answer);
			kept.length += key.length + answer.body.length;
			for (const [oldest, { body }] of kept.answers) {
				if (kept.length <= mostCharacters) break;
				kept.answers.delete(oldest);
				kept.length -= oldest.length + body.length;
			}
			return answer;
		},
	};
}

const longAnswers = keepAnswers(8_000_000);

/** A long answer, made and compressed once for each state of the data. */
export function keptAnswer(catalog: Catalog, key: string, make: () => Answer): Answer {
	return longAnswers.find(catalog, key) ?? longAnswers.keep(catalog, key, make());
}
