import { fold } from '../catalog/identifier.ts';

/**
 * The words of a name in one spelling: `13"`, `13 inch` and `13‑inch` become `13-inch`, `Macintosh` becomes `mac`, and
 * brackets, commas and quotes are dropped. `M2 Pro` becomes one word, to tell the chip from the Pro of a MacBook Pro.
 */
export function wordsOf(text: string): string[] {
	const words: string[] = [];
	for (const [token] of plain(text).matchAll(tokens)) words.push(...(compounds.get(token) ?? [token]));
	return joinChips(words);
}

/** Normalizes accents, hyphens (Apple prints non-breaking ones) and the word for inch. */
function plain(text: string): string {
	return (
		fold(text)
			.normalize('NFD')
			.replace(/[\u0300-\u036f]/g, '')
			.normalize('NFC')
			.replace(/[‐-―−]/g, '-')
			.replace(
				/(\d)[\s-]*(?:["“”″]|''|’’|′′|in(?:ch(?:es)?)?\b|zoll\b|pouces?\b|pulgadas?\b|インチ)/g,
				'$1-inch ',
			)
			// Some of these numbers look like years.
			.replace(/\bemc(?: no\.?)?[\s:-]*(\d{4})\b/g, 'emc$1')
	);
}

/** Identifiers come first, so that their commas and hyphens stay; then sizes and cores, numbers and words. */
const tokens =
	/mac-[0-9a-f]{4,16}\b|vmm-x86_64|[a-z]+\d{1,3},\d{1,3}\b|\d+(?:\.\d+)?-(?:inch|core)\b|\d[\da-z]*(?:\.\d[\da-z]*)*|[a-z][a-z\d]*\+?/g;

/** Other spellings: written together, shortened, or in full. */
const compounds: ReadonlyMap<string, readonly string[]> = new Map([
	['macintosh', ['mac']],
	['macbookpro', ['macbook', 'pro']],
	['mbp', ['macbook', 'pro']],
	['macbookair', ['macbook', 'air']],
	['mba', ['macbook', 'air']],
	['macbookneo', ['macbook', 'neo']],
	['macmini', ['mac', 'mini']],
	['macpro', ['mac', 'pro']],
	['macstudio', ['mac', 'studio']],
	['imacpro', ['imac', 'pro']],
	['powermac', ['power', 'mac']],
	['powermacintosh', ['power', 'mac']],
	['january', ['jan']],
	['february', ['feb']],
	['october', ['oct']],
	['november', ['nov']],
	['august', ['aug']],
	['september', ['sept']],
	['sep', ['sept']],
	['december', ['dec']],
	['port', ['ports']],
	['cheesegrater', ['cheese', 'grater']],
	['trashcan', ['trash', 'can']],
	// Seasons in German, French and Spanish.
	['anfang', ['early']],
	['mitte', ['mid']],
	['ende', ['late']],
	['debut', ['early']],
	['mi', ['mid']],
	['fin', ['late']],
	['principios', ['early']],
	['mediados', ['mid']],
	['finales', ['late']],
]);

const chip = /^m\d{1,2}$/;
const grades = new Set(['pro', 'max', 'ultra']);

function joinChips(words: readonly string[]): string[] {
	const joined: string[] = [];
	for (const word of words) {
		const before = joined.at(-1);
		if (before && chip.test(before) && grades.has(word)) joined[joined.length - 1] = before + word;
		else joined.push(word);
	}
	return joined;
}

/** The plain chip of a Pro, Max or Ultra: `m2` for `m2pro`. */
export function chipOf(word: string): string | null {
	const [, plain] = /^(m\d{1,2})(?:pro|max|ultra)$/.exec(word) ?? [];
	return plain ?? null;
}

/** Words that say nothing about which Mac it is. */
const idle: ReadonlySet<string> = new Set([
	'a',
	'an',
	'apple',
	'chip',
	'computer',
	'de',
	'my',
	'the',
	'with',
]);

/** The words of a query that say which Mac is meant. */
export function tellingWords(text: string): string[] {
	return [...new Set(wordsOf(text))].filter((word) => !idle.has(word));
}

/** Words of all names that the system ever had. A query may use any of them for any version. */
export const systemWords = ['macos', 'mac', 'os', 'x', 'osx', 'system', 'software', 'version'];
