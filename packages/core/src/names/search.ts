import type { Build, Catalog, Cve, ElsewhereCve, Major, Release } from '../catalog/catalog.ts';
import { fold } from '../catalog/identifier.ts';
import { compareCves } from '../catalog/tables/security-tables.ts';
import { matchBoards } from './find-boards.ts';
import { identifiersOfMac } from './machine-names.ts';
import { readVersion } from './read-version.ts';
import { type SearchIndex, type Subject, searchIndex, wholeKey } from './search-index.ts';
import { systemWords, tellingWords, wordsOf } from './words.ts';

export interface Hit {
	readonly subject: Subject;
	/** The name that matched best. */
	readonly name: string;
	/** Whether a name matched, and not only an identifier. */
	readonly named: boolean;
	/** Whether the whole text is a name, an identifier, a version or a build of the subject, and not part of one. */
	readonly exact: boolean;
}

interface SearchPage {
	/** The number of results on all pages. */
	readonly total: number;
	readonly hits: readonly Hit[];
}

/** Bonus if a name has the words in the same order: "mac pro" means a Mac Pro before a MacBook Pro with a Mac- identifier. */
const inARow = 8;
/** Bonus for the Mac, version or build that the whole text means. */
const meant = 500;
/** Bonuses for a name that begins with the query and for one that equals it: more than words can add up to. */
const nameStart = 1000;
const wholeName = 2000;
/** More words than any name has. */
export const mostWords = 16;
/** More subjects than there will ever be. Score and rank share one number, so that sorting compares only numbers. */
const ranks = 2 ** 16;

/**
 * Finds Macs, releases and builds by any part of their names, best first: at most `limit` results from `offset` on. Every
 * word must match.
 */
export function search(
	catalog: Catalog,
	query: string,
	offset = 0,
	limit = Number.MAX_SAFE_INTEGER,
): SearchPage {
	const index = searchIndex(catalog);
	const scores = new Uint16Array(index.subjects.length);
	const names = new Int32Array(index.subjects.length).fill(-1);
	const matched: number[] = [];
	const rate = (subject: number, score: number) => {
		if (scores[subject] === 0) matched.push(subject);
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
	const exact = exactSubjects(catalog, index, query);
	const keyOf = (subject: number) => scores[subject]! * ranks + (ranks - 1 - subject);
	const macs = onceEach(catalog, index, matched, keyOf);
	const keys = Float64Array.from(macs, keyOf);
	const page = keys
		.sort()
		.reverse()
		.subarray(offset, offset + limit);
	const hits = Array.from(page, (key) => {
		const number = ranks - 1 - (key % ranks);
		const subject = index.subjects[number]!;
		const name = index.entries[names[number]!]?.name ?? '';
		return { subject, name: name || nameOf(subject), named: name !== '', exact: exact.has(number) };
	});
	return { total: macs.length, hits };
}

/** Lists a Mac that was sold under several identifiers once, by the best match. */
function onceEach(
	catalog: Catalog,
	index: SearchIndex,
	matched: readonly number[],
	keyOf: (subject: number) => number,
): readonly number[] {
	const best = new Map<string, number>();
	let again = false;
	for (const subject of matched) {
		const of = index.subjects[subject]!;
		if (of.kind !== 'mac') continue;
		const mac = identifiersOfMac(catalog, of.board)[0]!;
		const bestSubject = best.get(mac);
		if (bestSubject !== undefined) again = true;
		if (bestSubject === undefined || keyOf(subject) > keyOf(bestSubject)) best.set(mac, subject);
	}
	if (!again) return matched;
	const macs = new Set(best.values());
	return matched.filter((subject) => index.subjects[subject]!.kind !== 'mac' || macs.has(subject));
}

/** The words that must match. Words such as "the" count only if there are no others. */
export function queryWords(query: string): string[] {
	const words = tellingWords(query);
	return words.length > 0 ? words : [...new Set(wordsOf(query))];
}

/** The entries that match every word, with scores for the whole query. */
function matching(index: SearchIndex, query: string): Matches[] {
	const words = queryWords(query);
	const whole = query.trim().toLowerCase();
	const all: Matches[] = [];
	if (words.length <= mostWords) {
		const matches = matchWords(index, words);
		addNames(index, words, matches);
		all.push(matches);
	}
	// Part of an identifier may begin inside a word: "ac-F221" of Mac-F221BEC8.
	if (words.length > 1 && !/\s/.test(whole)) all.push(matchWords(index, [whole]));
	return all;
}

/**
 * The subjects that the whole text names: with all words of a name, or as an identifier, a version or a build. A name that
 * leaves something out, such as "Mac mini M4", may mean another Mac than the first result.
 */
function exactSubjects(catalog: Catalog, index: SearchIndex, query: string): ReadonlySet<number> {
	const words = queryWords(query);
	const named = wholeKeysOf(words).flatMap((key) => index.wholeNames.get(key) ?? []);
	const [identified, numbered] = [
		catalog.names.get(fold(query.trim())) ?? [],
		numberedIn(catalog, index, query),
	];
	const boards = identified.map((board) => catalog.boards.get(board.identifiers[0]!)!);
	return new Set([
		...named.map((entry) => index.entries[entry]!.subject),
		// A build belongs to a release, which is then only part of what was typed.
		...[...boards, ...numbered.slice(0, 1)].flatMap((entity) => index.subjectOf(entity) ?? []),
	]);
}

/** Keys of the words as a whole name, with and without words of systems. */
function wholeKeysOf(words: readonly string[]): string[] {
	const core = words.filter((word) => !systemWords.includes(word));
	return [...new Set([wholeKey(words), wholeKey(core)])].filter((key) => key !== '');
}

/** Adds the bonuses for names: "Macintosh LC" or "LC" means the LC before the LC 580. */
function addNames(index: SearchIndex, words: readonly string[], { entries, scores }: Matches): void {
	const core = words.filter((word) => !systemWords.includes(word));
	for (const key of wholeKeysOf(words))
		for (const entry of index.wholeNames.get(key) ?? [])
			if (scores[entry]! < wholeName) scores[entry]! += wholeName;
	const phrase = words.join(' ');
	for (const start of new Set([`${phrase} `, `${core.join(' ')} `]))
		for (let at = firstFrom(index.titles, start); index.titles[at]?.startsWith(start); at++) {
			const entry = index.entryOfTitle[at]!;
			if (scores[entry]! < nameStart) scores[entry]! += nameStart;
		}
	if (words.length === 1) return;
	for (const entry of entries) {
		if (scores[entry]! < nameStart && ` ${index.entries[entry]!.title} `.includes(` ${phrase} `))
			scores[entry]! += inARow;
	}
}

/** The subjects that the whole text means as a name, a version or a build. */
function meantSubjects(catalog: Catalog, index: SearchIndex, query: string): number[] {
	// A single word is scored as a word already, unless it is an identifier.
	const isOneWord = queryWords(query).length < 2 && !catalog.names.has(fold(query));
	const match = isOneWord ? null : matchBoards(catalog, query);
	const entities =
		match?.kind === 'boards'
			? match.boards.map((board) => catalog.boards.get(board.identifiers[0]!)!)
			: match?.kind === 'numberless'
				? [match.machine]
				: [];
	return [...new Set([...entities, ...numberedIn(catalog, index, query)])]
		.map((entity) => index.subjectOf(entity))
		.filter((subject) => subject !== undefined);
}

/** The build and the release that the whole text means as a version. */
function numberedIn(catalog: Catalog, index: SearchIndex, query: string): (Build | Release | Major)[] {
	const read = readVersion(catalog, query);
	const release = read?.version ? catalog.releases.get(read.version) : undefined;
	const build = read?.build ? catalog.builds.get(read.build) : undefined;
	// 10.15.0 has no subject of its own: that of its major version is for both.
	const numbered =
		release && (index.subjectOf(release) === undefined ? catalog.majors.get(release.major)! : release);
	return [...(build ? [build] : []), ...(numbered ? [numbered] : [])];
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

/** The score of a word of the query: a whole word, the beginning of one, any part of one. */
const wholeWord = 4;
const wordStart = 2;
const anyPart = 1;
/** Identifiers weigh more than words of a name, but only if the word has a digit: "mac" alone is too common. */
const identifierWeight = 2;
const wholeIdentifier = 16;
/** Shorter words match only the beginning of words: they are part of nearly everything. */
const shortestPart = 3;

/** The entries that match all words, each with the sum of its scores. */
interface Matches {
	readonly entries: readonly number[];
	/** By entry. */
	readonly scores: Uint16Array;
}

/**
 * Looks up each word once. Scores are in typed arrays, because anybody with a key may send the most expensive query again
 * and again: objects in a Map cost ten times as much.
 */
function matchWords(index: SearchIndex, words: readonly string[]): Matches {
	const scores = new Uint16Array(index.entries.length);
	const counts = new Uint8Array(index.entries.length);
	const ofWord = new Uint8Array(index.entries.length);
	let touched: number[] = [];
	for (const [before, word] of words.entries()) {
		let matching = 0;
		touched = scoreWord(index, word, ofWord);
		for (const entry of touched) {
			scores[entry]! += ofWord[entry]!;
			ofWord[entry] = 0;
			if (counts[entry]!++ === before) matching++;
		}
		// No entry matches all words so far, so none can match the whole query.
		if (matching === 0) return { entries: [], scores };
	}
	return { entries: touched.filter((entry) => counts[entry] === words.length), scores };
}

/** Writes the score of a word for each entry, and returns the entries that it matches. */
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
			if (words[number]!.includes(word, 1) && !index.nicknameWords.has(words[number]!)) rate(number, anyPart);
	}
	return touched;
}

/** The index of the first text that is not sorted before this one. */
function firstFrom(texts: readonly string[], text: string): number {
	let [low, high] = [0, texts.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (texts[middle]! < text) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** The words that may contain the text: those with its rarest trigram. */
function wordsWithin({ trigrams }: SearchIndex, text: string): readonly number[] {
	let rarest: readonly number[] | null = null;
	for (let at = 0; at + 3 <= text.length; at++) {
		const holding = trigrams.get(text.slice(at, at + 3));
		if (!holding) return [];
		if (!rarest || holding.length < rarest.length) rarest = holding;
	}
	return rarest ?? [];
}

/** A whole or partial CVE as people write it: `CVE-2026-65400`, `cve 2026 65400`, `cve-2026-65`. */
const cveShape = /^cve[\s-]*(\d{4})[\s-]+(\d{1,7})$/i;

/** The CVEs whose identifier begins with the text, an exact match first; null if the text is not a CVE. */
export function searchCves({ security }: Catalog, text: string): (Cve | ElsewhereCve)[] | null {
	const [, year, number] = cveShape.exec(text.trim()) ?? [];
	if (year === undefined) return null;
	const id = `CVE-${year}-${number}`;
	const cves = [...security.cves.values()].filter(
		({ fixedIn, responses }) => fixedIn.length + responses.length > 0,
	);
	return [...cves, ...security.elsewhere.values()]
		.filter((cve) => cve.id.startsWith(id))
		.sort((a, b) => compareCves(a.id, b.id));
}
