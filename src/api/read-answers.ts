import type { OwnFields } from '@pointrelease/core/src/api/answer.ts';
import { isProblem, type Problem } from '@pointrelease/core/src/api/problem.ts';
import { answerRead, type ReadSetting } from '@pointrelease/core/src/api/reads/reads.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { boundedBodies } from './answer-cache.ts';
import { compressedAnswer } from './compressed-answer.ts';
import type { ReadyAnswer } from './ready-answer.ts';

/** The answers of the reads, made and compressed once for a state of the data and a day. */
export interface ReadAnswers {
	/** The stored answer to the same request, if there is one. */
	stored(catalog: Catalog, request: Request): ReadyAnswer | undefined;
	/** The answer, a problem, or null if no read has this path. */
	answer(catalog: Catalog, request: Request): ReadyAnswer | Problem | null;
}

/** Characters for all reads whose paths begin alike: clients choose the names and days, and displace only each other. */
const mostCharacters = 4_000_000;
/**
 * Room for every release of every board under one policy. A fleet asks the same few thousand questions all day, and
 * computing an answer takes ten times as long as finding it here.
 */
const mostOfAdvice = 40_000_000;

type Stores = Map<string, ReturnType<typeof boundedBodies<ReadyAnswer>>>;

/** `ownFields` are header fields that every answer has in place of its own. */
export function createReadAnswers(setting: ReadSetting, ownFields: OwnFields = {}): ReadAnswers {
	let stores: Stores = new Map();
	let made: { readonly catalog: Catalog; readonly day: string } | null = null;
	/** New data and a new day begin with empty stores. */
	const storesOf = (catalog: Catalog): Stores => {
		const day = setting.today();
		if (made?.catalog !== catalog || made.day !== day) {
			made = { catalog, day };
			stores = new Map();
		}
		return stores;
	};
	const keyOf = (request: Request) => {
		const { url, headers } = request;
		const target = url.slice(url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3));
		const from = target.startsWith('/kit/') ? setting.address?.(request) : '';
		return `${target} ${headers.get('accept')} ${from}`;
	};
	/** The first segment of the path. */
	const kindOf = (key: string) => /^\/[a-z]*/.exec(key)?.[0] ?? '';
	return {
		stored(catalog, request) {
			const key = keyOf(request);
			return storesOf(catalog).get(kindOf(key))?.get(key);
		},
		answer(catalog, request) {
			const key = keyOf(request);
			const [stores, kind] = [storesOf(catalog), kindOf(key)];
			const before = stores.get(kind)?.get(key);
			if (before) return before;
			const outcome = answerRead(catalog, request, setting);
			if (!outcome || isProblem(outcome)) return outcome;
			const most = kind === '/advice' ? mostOfAdvice : mostCharacters;
			const store = stores.get(kind) ?? boundedBodies<ReadyAnswer>(most);
			stores.set(kind, store);
			const fields = { ...outcome.fields, ...ownFields };
			return store.set(key, compressedAnswer(catalog, { ...outcome, fields }));
		},
	};
}
