import type { Answer } from '@pointrelease/core/src/api/answer.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { compressedAnswer, worthCompressing } from './compressed-answer.ts';
import type { ReadyAnswer } from './ready-answer.ts';

/**
 * A cache of answers that are large or often repeated. The key has to name everything that an answer depends on except
 * the data: a new catalog starts with an empty cache.
 */
interface AnswerCache {
	find(catalog: Catalog, key: string): ReadyAnswer | undefined;
	store(catalog: Catalog, key: string, answer: ReadyAnswer): ReadyAnswer;
	findOrMake(catalog: Catalog, key: string, make: () => ReadyAnswer): ReadyAnswer;
}

/** Clients choose the keys, so at most `mostCharacters` are stored for each catalog. */
export function createAnswerCache(mostCharacters: number): AnswerCache {
	const ofCatalogs = new WeakMap<Catalog, BoundedStore<ReadyAnswer>>();
	const cache: AnswerCache = {
		find: (catalog, key) => ofCatalogs.get(catalog)?.find(key),
		findOrMake: (catalog, key, make) => cache.find(catalog, key) ?? cache.store(catalog, key, make()),
		store(catalog, key, answer) {
			const answers = ofCatalogs.get(catalog) ?? createBoundedStore<ReadyAnswer>(mostCharacters);
			ofCatalogs.set(catalog, answers);
			return answers.store(key, answer);
		},
	};
	return cache;
}

const passingAnswers = createAnswerCache(4_000_000);

/**
 * An answer that is made for each request, but compressed once: compressing takes 90 to 350 µs. The body is the key, so
 * nobody has to list what the answer depends on.
 */
export function cachedBody(catalog: Catalog, answer: Omit<Answer, 'status'>): ReadyAnswer {
	const { body, fields } = answer;
	if (body.length < worthCompressing) return compressedAnswer(catalog, answer);
	return passingAnswers.findOrMake(catalog, `${JSON.stringify(fields)} ${body}`, () =>
		compressedAnswer(catalog, answer),
	);
}

/** A map of answers or problems with a limit. */
interface BoundedStore<T> {
	find(key: string): T | undefined;
	store(key: string, answer: T): T;
}

/** Stores at most `mostCharacters` of keys and bodies, because clients choose the keys. Drops the oldest first. */
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
		store(key, answer) {
			const before = all.get(key);
			if (before) remove(key, before);
			all.set(key, answer);
			characters += key.length + answer.body.length;
			for (const [oldestKey, oldest] of all) {
				if (characters <= mostCharacters) break;
				remove(oldestKey, oldest);
			}
			return answer;
		},
	};
}
