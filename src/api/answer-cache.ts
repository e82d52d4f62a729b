import type { NamedPolicies } from '../advice/policy/named-policies.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Answer } from './answer.ts';
import { compressedAnswer, worthCompressing } from './compressed-answer.ts';
import type { OwnFields } from './headers.ts';

/**
 * A cache of answers that are large or often repeated. The key has to name everything that an answer depends on except
 * the data: a new catalog starts with an empty cache.
 */
interface AnswerCache {
	find(catalog: Catalog, key: string): Answer | undefined;
	store(catalog: Catalog, key: string, answer: Answer): Answer;
	findOrMake(catalog: Catalog, key: string, make: () => Answer): Answer;
}

/** Clients choose the keys, so at most `mostCharacters` are stored for each catalog. */
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

/** A long answer, made and compressed once for each catalog: `/boards` or `/releases` takes 3 ms of processor time. */
export function cachedAnswer(catalog: Catalog, key: string, make: () => Answer): Answer {
	return longAnswers.findOrMake(catalog, key, make);
}

/** A cache of its own, because clients choose the text of a search: searches must not displace the long answers. */
const passingAnswers = createAnswerCache(4_000_000);

/**
 * An answer that is made for each request, but compressed once: compressing takes 90 to 350 µs. The body is the key, so
 * nobody has to list what the answer depends on.
 */
export function cachedBody(catalog: Catalog, body: string, fields: OwnFields = {}, changed?: number): Answer {
	if (body.length < worthCompressing) return compressedAnswer(catalog, body, fields, changed);
	const key = `${JSON.stringify(fields)} ${body}`;
	const answer = passingAnswers.find(catalog, key);
	return answer ?? passingAnswers.store(catalog, key, compressedAnswer(catalog, body, fields, changed));
}

/** A cache for each set of named policies, whose answers depend on them. */
export function cacheByPolicies(mostCharacters: number): (policies: NamedPolicies) => AnswerCache {
	const ofPolicies = new WeakMap<NamedPolicies, AnswerCache>();
	return (policies) => {
		const cache = ofPolicies.get(policies) ?? createAnswerCache(mostCharacters);
		ofPolicies.set(policies, cache);
		return cache;
	};
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
