import type { Catalog, Cve } from '../catalog/catalog.ts';
import { fold } from '../catalog/identifier.ts';
import { compareCves } from '../catalog/tables/security-tables.ts';
import { matchBoards } from './find-boards.ts';
import { identifiersOfMac } from './machine-names.ts';
import { readVersion } from './read-version.ts';
import { type SearchIndex, type Subject, searchIndex, wholeKey } from './search-index.ts';
import { idle, systemWords, wordsOf } from './words.ts';

export interface Hit {
	readonly subject: Subject;
	/** The name that matched best. */
	readonly name: string;
	/** Whether a name matched at all, and not an identifier alone. */
	readonly named: boolean;
}

export interface Found {
	/** How many there are in all. */
	readonly total: number;
	readonly hits: readonly Hit[];
}

/** The words in a row, as a name has them: a Mac Pro is meant before a MacBook Pro with a Mac- identifier. */
const inARow = 8;
/** What the text means if it is read as a name, a version or a build. */
const meant = 500;
/** A name that begins with the query, and one that is the query: more than words can add up to. */
const nameStart = 1000;
const wholeName = 2000;
/** More words than any name has. */
export const mostWords = 16;
/** More subjects than there will ever be: score and rank share one number, so that sorting compares nothing else. */
const ranks = 2 ** 16;

/**
 * Macs, releases and builds by any part of what they are called, best first: as many as `limit` from `offset` on.
 * Every word must match.
 */
export function search(catalog: Catalog, query: string, offset = 0, limit = Number.MAX_SAFE_INTEGER): Found {
	const index = searchIndex(catalog);
	const scores = new Uint16Array(index.subjects.length);
	const names = new Int32Array(index.subjects.length).fill(-1);
	const found: number[] = [];
	const rate = (subject: number, score: number) => {
		if (scores[subject] === 0) found.push(subject);
		scores[subject] = score;
	};
	for (const { entries, scores: ofEntries } of matching(index, query)) {
		for (const entry of entries) {
			const { subject } = index.entries[entry]!;
			if (ofEntries[entry]! <= scores[subject]!) continue;
			rate(subject, ofEntries[entry]!);
			names[subject] = entry;
		}
	}
	for (const subject of meantSubjects(catalog, index, query)) rate(subject, scores[subject]! + meant);
	const macs = onceEach(catalog, index, found, scores);
	const keys = new Float64Array(macs.length);
	for (const [at, subject] of macs.entries()) keys[at] = scores[subject]! * ranks + (ranks - 1 - subject);
	const page = keys
		.sort()
		.reverse()
		.subarray(offset, offset + limit);
	const hits = Array.from(page, (key) => {
		const number = ranks - 1 - (key % ranks);
		const subject = index.subjects[number]!;
		const name = index.entries[names[number]!]?.name ?? '';
		return { subject, name: name || nameOf(subject), named: name !== '' };
	});
	return { total: macs.length, hits };
}

/** A Mac that was sold under several identifiers is found once, by the one that fits best. */
function onceEach(
	catalog: Catalog,
	index: SearchIndex,
	found: readonly number[],
	scores: Uint16Array,
): readonly number[] {
	const best = new Map<string, number>();
	let again = false;
	for (const subject of found) {
		const of = index.subjects[subject]!;
		if (of.kind !== 'mac') continue;
		const mac = identifiersOfMac(catalog, of.board)[0]!;
		const other = best.get(mac);
		if (other !== undefined) again = true;
		if (
			other === undefined ||
			scores[subject]! > scores[other]! ||
			(scores[subject] === scores[other] && subject < other)
		)
			best.set(mac, subject);
	}
	if (!again) return found;
	const kept = new Set(best.values());
	return found.filter((subject) => index.subjects[subject]!.kind !== 'mac' || kept.has(subject));
}

/** The words that must be found; those that say nothing count only when there are no others. */
export function queryWords(query: string): string[] {
	const words = [...new Set(wordsOf(query))];
	const telling = words.filter((word) => !idle.has(word));
	return telling.length > 0 ? telling : words;
}

/** The entries that every word fits, with how well the whole query does. */
function matching(index: SearchIndex, query: string): Matches[] {
	const words = queryWords(query);
	const whole = query.trim().toLowerCase();
	const found: Matches[] = [];
	if (words.length <= mostWords) {
		const matches = matchWords(index, words);
		addNames(index, words, matches);
		found.push(matches);
	}
	// A piece of an identifier need not begin with a word: "ac-F221" is one of Mac-F221BEC8.
	if (words.length > 1 && !/\s/.test(whole)) found.push(matchWords(index, [whole]));
	return found;
}

/** "Macintosh LC" is the LC before the LC 580, and so is "LC" alone. */
function addNames(index: SearchIndex, words: readonly string[], { entries, scores }: Matches): void {
	const core = words.filter((word) => !systemWords.includes(word));
	for (const key of new Set([wholeKey(words), wholeKey(core)]))
		for (const entry of index.wholeNames.get(key) ?? [])
			if (scores[entry]! < wholeName) scores[entry]! += wholeName;
	const asked = words.join(' ');
	for (const start of new Set([`${asked} `, `${core.join(' ')} `]))
		for (let at = firstFrom(index.titles, start); index.titles[at]?.startsWith(start); at++) {
			const entry = index.entryOfTitle[at]!;
			if (scores[entry]! < nameStart) scores[entry]! += nameStart;
		}
	if (words.length === 1) return;
	for (const entry of entries) {
		if (scores[entry]! < nameStart && ` ${index.entries[entry]!.title} `.includes(` ${asked} `))
			scores[entry]! += inARow;
	}
}

/** What the text is when it is read as a name, a version or a build. */
function meantSubjects(catalog: Catalog, index: SearchIndex, query: string): number[] {
	// One word is a name of many or an identifier: which Macs it means is seen from the words already.
	const isOneWord = queryWords(query).length < 2 && !catalog.names.has(fold(query));
	const match = isOneWord ? null : matchBoards(catalog, query);
	const things =
		match?.kind === 'boards'
			? match.boards.map((board) => catalog.boards.get(board.identifiers[0]!)!)
			: match?.kind === 'numberless'
				? [match.machine]
				: [];
	const said = readVersion(catalog, query);
	const release = said?.version ? catalog.releases.get(said.version) : undefined;
	const build = said?.build ? catalog.builds.get(said.build) : undefined;
	// 10.15.0 is the first release of 10.15, which its major stands for.
	const numbered =
		release && (index.subjectOf(release) === undefined ? catalog.majors.get(release.major)! : release);
	return [...new Set([...things, ...(build ? [build] : []), ...(numbered ? [numbered] : [])])]
		.map((thing) => index.subjectOf(thing))
		.filter((subject) => subject !== undefined);
}

function nameOf(subject: Subject): string {
	switch (subject.kind) {
		case 'mac':
			return subject.board.machines[0]!.name;
		case 'numberless':
			return subject.machine.name;
		case 'major':
			return subject.major.systemName;
		case 'release':
			return `${subject.major.systemName.replace(subject.major.name, '')}${subject.release.version}`;
		case 'build':
			return `${subject.build.version} (${subject.build.build})`;
	}
}

/** How well a word of the query fits: a whole word, the beginning of one, any part of one. */
const wholeWord = 4;
const wordStart = 2;
const anyPart = 1;
/** An identifier is a stronger sign than a word of a name, but only digits tell it from one: "mac" is no sign. */
const identifierWeight = 2;
const wholeIdentifier = 16;
/** Shorter words are looked for at the beginning of words alone: they are part of nearly everything. */
const shortestPart = 3;

/** The entries that all words fit, each with the sum of how well they do. */
export interface Matches {
	readonly entries: readonly number[];
	/** By entry. */
	readonly scores: Uint16Array;
}

/**
 * Looks every word up once. Numbers in typed arrays, because whoever holds a key may ask for the worst query
 * there is, again and again: objects in a Map cost ten times as much.
 */
function matchWords(index: SearchIndex, words: readonly string[]): Matches {
	const scores = new Uint16Array(index.entries.length);
	const counts = new Uint8Array(index.entries.length);
	const ofWord = new Uint8Array(index.entries.length);
	let touched: number[] = [];
	for (const [before, word] of words.entries()) {
		let fitting = 0;
		touched = scoreWord(index, word, ofWord);
		for (const entry of touched) {
			scores[entry]! += ofWord[entry]!;
			ofWord[entry] = 0;
			if (counts[entry]!++ === before) fitting++;
		}
		// Nothing fits all the words so far: the others cannot change that.
		if (fitting === 0) return { entries: [], scores };
	}
	return { entries: touched.filter((entry) => counts[entry] === words.length), scores };
}

/** Writes how well a word fits each entry, and tells which entries it fits. */
function scoreWord(index: SearchIndex, word: string, scores: Uint8Array): number[] {
	const { words, postings } = index;
	const weight = /\d/.test(word) ? identifierWeight : 1;
	const touched: number[] = [];
	const rate = (number: number, score: number) => {
		const asIdentifier = weight > 1 && score === wholeWord ? wholeIdentifier : weight * score;
		for (const posting of postings[number]!) {
			const entry = posting >> 1;
			const rating = posting & 1 ? asIdentifier : score;
			const before = scores[entry]!;
			if (rating <= before) continue;
			if (before === 0) touched.push(entry);
			scores[entry] = rating;
		}
	};
	for (let at = firstFrom(words, word); words[at]?.startsWith(word); at++)
		rate(at, words[at] === word ? wholeWord : wordStart);
	if (word.length >= shortestPart) {
		for (const number of wordsWithin(index, word))
			if (words[number]!.includes(word, 1)) rate(number, anyPart);
	}
	return touched;
}

/** The place of the first text that is not before this one. */
function firstFrom(texts: readonly string[], text: string): number {
	let [low, high] = [0, texts.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (texts[middle]! < text) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** The words that may hold the text: those with the rarest three letters of it. */
function wordsWithin({ trigrams }: SearchIndex, text: string): readonly number[] {
	let rarest: readonly number[] | null = null;
	for (let at = 0; at + 3 <= text.length; at++) {
		const holding = trigrams.get(text.slice(at, at + 3));
		if (!holding) return [];
		if (!rarest || holding.length < rarest.length) rarest = holding;
	}
	return rarest ?? [];
}

/** As people write one or begin to: `CVE-2026-65400`, `cve 2026 65400`, `cve-2026-65`. */
const shape = /^cve[\s-]*(\d{4})[\s-]+(\d{1,7})$/i;

/** The CVEs that a text names, or whose identifier begins with it, the one itself first; null for any other text. */
export function searchCves(catalog: Catalog, text: string): Cve[] | null {
	const [, year, number] = shape.exec(text.trim()) ?? [];
	if (year === undefined) return null;
	const id = `CVE-${year}-${number}`;
	return [...catalog.security.cves.values()]
		.filter((cve) => cve.id.startsWith(id) && cve.fixedIn.length + cve.responses.length > 0)
		.sort((a, b) => compareCves(a.id, b.id));
}
