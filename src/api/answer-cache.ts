import type { NamedPolicies } from '../advice/policy/named-policies.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Answer } from './answer.ts';
import { compressedAnswer, worthCompressing } from './compressed-answer.ts';
import type { OwnFields } from './headers.ts';
import { createKept, type Kept } from './kept.ts';

/**
 * Answers that are worth keeping: large, or asked for again and again. The key names everything that one depends on but
 * the state of the data: another state is another catalog, and what was kept for the old one goes with it.
 */
export interface AnswerCache {
	find(catalog: Catalog, key: string): Answer | undefined;
	store(catalog: Catalog, key: string, answer: Answer): Answer;
	findOrMake(catalog: Catalog, key: string, make: () => Answer): Answer;
	/** The keys of what is kept for a state of the data, the oldest first. */
	keys(catalog: Catalog): string[];
	forget(catalog: Catalog, key: string): void;
}

/** Strangers choose the keys: `mostCharacters` are kept for each state of the data. */
export function createAnswerCache(mostCharacters: number): AnswerCache {
	const ofCatalogs = new WeakMap<Catalog, Kept<Answer>>();
	const cache: AnswerCache = {
		find: (catalog, key) => ofCatalogs.get(catalog)?.find(key),
		findOrMake: (catalog, key, make) => cache.find(catalog, key) ?? cache.store(catalog, key, make()),
		store(catalog, key, answer) {
			const kept = ofCatalogs.get(catalog) ?? createKept<Answer>(mostCharacters);
			ofCatalogs.set(catalog, kept);
			return kept.store(key, answer);
		},
		keys: (catalog) => ofCatalogs.get(catalog)?.keys() ?? [],
		forget: (catalog, key) => ofCatalogs.get(catalog)?.forget(key),
	};
	return cache;
}

const longAnswers = createAnswerCache(8_000_000);

/** A long answer, made and compressed once for each state of the data. */
export function cachedAnswer(catalog: Catalog, key: string, make: () => Answer): Answer {
	return longAnswers.findOrMake(catalog, key, make);
}

/** Whoever searches may ask for anything: what they fill is not the room of the long answers. */
const passingAnswers = createAnswerCache(4_000_000);

/** An answer that is made for each request, because what it depends on is not worth telling apart: its body is compressed once. */
export function cachedBody(catalog: Catalog, body: string, own: OwnFields = {}, changed?: number): Answer {
	if (body.length < worthCompressing) return compressedAnswer(catalog, body, own, changed);
	const key = `${JSON.stringify(own)} ${body}`;
	const kept = passingAnswers.find(catalog, key);
	return kept ?? passingAnswers.store(catalog, key, compressedAnswer(catalog, body, own, changed));
}

/** Answers that depend on named policies, too. What a policy's name means is the operator's: each has its own. */
export function cacheByPolicies(mostCharacters: number): (policies: NamedPolicies) => AnswerCache {
	const ofPolicies = new WeakMap<NamedPolicies, AnswerCache>();
	return (policies) => {
		const kept = ofPolicies.get(policies) ?? createAnswerCache(mostCharacters);
		ofPolicies.set(policies, kept);
		return kept;
	};
}
