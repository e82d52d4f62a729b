import type { NamedPolicies } from '../advice/policy/named-policies.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Answer } from './answer.ts';
import { compressedAnswer, worthCompressing } from './compressed-answer.ts';
import type { OwnFields } from './headers.ts';

/**
 * Answers that are worth keeping: large, or asked for again and again. The key names everything that one depends on but
 * the state of the data: another state is another catalog, and what was kept for the old one goes with it.
 */
export interface AnswerCache {
	find(catalog: Catalog, key: string): Answer | undefined;
	store(catalog: Catalog, key: string, answer: Answer): Answer;
	findOrMake(catalog: Catalog, key: string, make: () => Answer): Answer;
}

/** Strangers choose the keys: `mostCharacters` are kept for each state of the data. */
export function createAnswerCache(mostCharacters: number): AnswerCache {
	const ofCatalogs = new WeakMap<Catalog, BoundedStore<Answer>>();
	const cache: AnswerCache = {
		find: (catalog, key) => ofCatalogs.get(catalog)?.find(key),
		findOrMake: (catalog, key, make) => cache.find(catalog, key) ?? cache.store(catalog, key, make()),
		store(catalog, key, answer) {
			const answers = ofCatalogs.get(catalog) ?? createBoundedStore<Answer>(mostCharacters);
			ofCatalogs.set(catalog, answers);
			return answers.store(key, answer);
		},
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
	const answer = passingAnswers.find(catalog, key);
	return answer ?? passingAnswers.store(catalog, key, compressedAnswer(catalog, body, own, changed));
}

/** Answers that depend on named policies, too. What a policy's name means is the operator's: each has its own. */
export function cacheByPolicies(mostCharacters: number): (policies: NamedPolicies) => AnswerCache {
	const ofPolicies = new WeakMap<NamedPolicies, AnswerCache>();
	return (policies) => {
		const cache = ofPolicies.get(policies) ?? createAnswerCache(mostCharacters);
		ofPolicies.set(policies, cache);
		return cache;
	};
}

/** What was made once and is kept by its key: answers, and the problems that say why there is none. */
export interface BoundedStore<T> {
	find(key: string): T | undefined;
	store(key: string, made: T): T;
}

/** Where strangers choose the keys, so many characters of keys and bodies are kept at most; the oldest make room. */
export function createBoundedStore<T extends { readonly body: string }>(
	mostCharacters: number,
): BoundedStore<T> {
	const all = new Map<string, T>();
	let characters = 0;
	const remove = (key: string, { body }: T) => {
		all.delete(key);
		characters -= key.length + body.length;
	};
	return {
		find: (key) => all.get(key),
		store(key, made) {
			const before = all.get(key);
			if (before) remove(key, before);
			all.set(key, made);
			characters += key.length + made.body.length;
			for (const [oldest, its] of all) {
				if (characters <= mostCharacters) break;
				remove(oldest, its);
			}
			return made;
		},
	};
}
