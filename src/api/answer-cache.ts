import type { Answer } from '@pointrelease/core/src/api/answer.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { BoundedMap } from '@pointrelease/core/src/text/bounded-map.ts';
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
	const ofCatalogs = new WeakMap<Catalog, BoundedMap<string, ReadyAnswer>>();
	const cache: AnswerCache = {
		find: (catalog, key) => ofCatalogs.get(catalog)?.get(key),
		findOrMake: (catalog, key, make) => cache.find(catalog, key) ?? cache.store(catalog, key, make()),
		store(catalog, key, answer) {
			const answers = ofCatalogs.get(catalog) ?? boundedBodies<ReadyAnswer>(mostCharacters);
			ofCatalogs.set(catalog, answers);
			return answers.set(key, answer);
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

/** A limit on the characters of keys and bodies, because clients choose the keys. */
export function boundedBodies<T extends { readonly body: string }>(
	mostCharacters: number,
): BoundedMap<string, T> {
	return new BoundedMap(mostCharacters, (key, { body }) => key.length + body.length);
}
