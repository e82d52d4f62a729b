import type { Catalog } from '../catalog/catalog.ts';
import type { Answer } from './answer.ts';

/** Characters of bodies that are kept for each state of the data; the oldest make room. */
const mostKept = 8_000_000;

interface Kept {
	readonly answers: Map<string, Answer>;
	length: number;
}

const ofCatalogs = new WeakMap<Catalog, Kept>();

/**
 * An answer that is worth keeping: large, or asked for again and again. The key names everything that it depends on but
 * the state of the data: another state is another catalog, and what was kept for the old one goes with it.
 */
export function keptAnswer(catalog: Catalog, key: string, make: () => Answer): Answer {
	const kept = ofCatalogs.get(catalog) ?? { answers: new Map(), length: 0 };
	ofCatalogs.set(catalog, kept);
	const known = kept.answers.get(key);
	if (known) return known;
	const answer = make();
	kept.answers.set(key, answer);
	kept.length += key.length + answer.body.length;
	for (const [oldest, { body }] of kept.answers) {
		if (kept.length <= mostKept || oldest === key) break;
		kept.answers.delete(oldest);
		kept.length -= oldest.length + body.length;
	}
	return answer;
}
