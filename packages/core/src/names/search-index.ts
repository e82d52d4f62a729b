import type { Board, Build, Catalog, Major, Release } from '../catalog/catalog.ts';
import { compareText, fold } from '../catalog/identifier.ts';
import { macsOf } from '../catalog/lookup.ts';
import type { NumberlessMachine } from '../catalog/machine.ts';
import { year } from './machine-names.ts';
import { systemWords, wordsOf } from './words.ts';

/** What a search can find. */
export type Subject =
	| { readonly kind: 'mac'; readonly board: Board }
	| { readonly kind: 'numberless'; readonly machine: NumberlessMachine }
	| { readonly kind: 'major'; readonly major: Major }
	| { readonly kind: 'release'; readonly release: Release; readonly major: Major }
	| { readonly kind: 'build'; readonly build: Build; readonly major: Major };

/** One name of a subject. */
interface Entry {
	/** Index of the subject, which is also its rank among equal scores. */
	readonly subject: number;
	readonly name: string;
	/** The words of the name, in order. */
	readonly title: string;
}

export interface SearchIndex {
	readonly subjects: readonly Subject[];
	readonly entries: readonly Entry[];
	/** All words in code-point order, so that words with the same beginning are neighbors. */
	readonly words: readonly string[];
	/** The entries of each word: twice the number of the entry, plus one if the word is an identifier. */
	readonly postings: readonly (readonly number[])[];
	/** The words with each trigram (three letters in a row). Testing all words instead makes a search take three times as long. */
	readonly trigrams: ReadonlyMap<string, readonly number[]>;
	/** Entries by the sorted words of a whole name. */
	readonly wholeNames: ReadonlyMap<string, readonly number[]>;
	/** Titles in code-point order, so that titles with the same beginning are neighbors, and their entries. */
	readonly titles: readonly string[];
	readonly entryOfTitle: readonly number[];
	/** Words that are only in nicknames. Part of such a word does not match: a TiBook is not an iBook. */
	readonly nicknameWords: ReadonlySet<string>;
	/** All words of names, to correct typing mistakes with. */
	readonly vocabulary: ReadonlySet<string>;
	subjectOf(entity: Board | NumberlessMachine | Major | Release | Build): number | undefined;
}

/** Built in 40 to 100 ms with the first search, so that a service that is never searched does not need it. */
const indexes = new WeakMap<Catalog, SearchIndex>();

export function searchIndex(catalog: Catalog): SearchIndex {
	const index = indexes.get(catalog) ?? buildIndex(catalog);
	indexes.set(catalog, index);
	return index;
}

function buildIndex(catalog: Catalog): SearchIndex {
	const subjects = subjectsOf(catalog);
	const entries: Entry[] = [];
	const places = new Map<string, number[]>();
	const wholeNames = new Map<string, number[]>();
	const titles: { title: string; entry: number }[] = [];
	const vocabulary = new Set<string>();
	const [plainWords, nicknameWords] = [new Set<string>(), new Set<string>()];
	const add = (
		subject: number,
		{ name, identifiers = [], more = [], cores = [], nickname = [] }: SearchName,
	) => {
		const words = wordsOf(name);
		const title = words.join(' ');
		const entry = entries.push({ subject, name, title }) - 1;
		for (const word of [...words, ...more]) plainWords.add(word);
		for (const word of nickname) nicknameWords.add(word);
		for (const word of new Set([...words, ...more, ...nickname]))
			if (word !== '') push(places, word, 2 * entry);
		for (const word of new Set(identifiers)) push(places, fold(word), 2 * entry + 1);
		const inShort = words[0] === 'mac' ? words.slice(1) : words;
		const spellings = [words, inShort, ...cores.map((core) => core.split(' '))].map(wholeKey);
		for (const whole of new Set(spellings)) if (whole !== '') push(wholeNames, whole, entry);
		titles.push({ title, entry }, ...(inShort === words ? [] : [{ title: inShort.join(' '), entry }]));
		for (const core of cores) if (core.includes(' ')) titles.push({ title: core, entry });
		for (const word of words) vocabulary.add(word);
	};
	for (const [at, subject] of subjects.entries()) addSubject(subject, (name) => add(at, name));
	const words = [...places.keys()].sort(compareText);
	titles.sort((a, b) => compareText(a.title, b.title));
	const numbers = new Map<object, number>(subjects.map((subject, at) => [thingOf(subject), at]));
	return {
		subjects,
		entries,
		words,
		wholeNames,
		vocabulary,
		nicknameWords: new Set([...nicknameWords].filter((word) => !plainWords.has(word))),
		titles: titles.map(({ title }) => title),
		entryOfTitle: titles.map(({ entry }) => entry),
		postings: words.map((word) => places.get(word)!),
		trigrams: trigramsOf(words),
		subjectOf: (entity) => numbers.get(entity),
	};
}

/** A key that is the same for the same words in any order. */
export function wholeKey(words: readonly string[]): string {
	return words.toSorted(compareText).join(' ');
}

function push(lists: Map<string, number[]>, key: string, value: number): void {
	const list = lists.get(key);
	if (list) list.push(value);
	else lists.set(key, [value]);
}

/** A name of a subject, with other words that find it. */
interface SearchName {
	readonly name: string;
	readonly identifiers?: readonly string[];
	readonly more?: readonly string[];
	/** Short names that mean exactly this subject. */
	readonly cores?: readonly string[];
	/** The words of another name that people use. */
	readonly nickname?: readonly string[];
}

/** The same subject by another name that people use. */
function calledBy(otherName: string, base: SearchName): SearchName {
	const nickname = wordsOf(otherName);
	return { ...base, nickname, cores: [nickname.join(' ')] };
}

function addSubject(subject: Subject, add: (name: SearchName) => void): void {
	switch (subject.kind) {
		case 'mac': {
			const { modelIdentifiers, aliases, caseNumbers, machines, otherNames } = subject.board;
			const identifiers = [...subject.board.identifiers, ...modelIdentifiers, ...aliases, ...caseNumbers];
			for (const { name, processor, introduced } of machines)
				add({ name, identifiers, more: [...wordsOf(processor), introduced.slice(0, 4)] });
			for (const { name, processor, introduced } of machines) {
				const more = [...wordsOf(processor), introduced.slice(0, 4)];
				const nicknames = otherNames.filter(({ machine }) => machine === null || machine === name);
				for (const nickname of nicknames) add(calledBy(nickname.name, { name, identifiers, more }));
			}
			break;
		}
		case 'numberless': {
			const { name, processor, introduced, otherNames } = subject.machine;
			const more = [...wordsOf(processor), introduced.slice(0, 4)];
			add({ name, more });
			for (const nickname of otherNames) add(calledBy(nickname, { name, more }));
			break;
		}
		case 'major': {
			const { name, systemName, releaseName } = subject.major;
			const called = wordsOf(releaseName).join(' ');
			const cores = [name, name.split('.')[0]!, called, `${name} ${called}`, `${called} ${name}`].map(
				(core) => core.trim(),
			);
			add({ name: `${systemName} ${releaseName}`.trim(), identifiers: [name], more: systemWords, cores });
			break;
		}
		case 'release': {
			const { release, major } = subject;
			const name = `${major.systemName.replace(major.name, '')}${release.version}`;
			// "Leopard" finds releases of Leopard before those of Snow Leopard.
			const called = wordsOf(major.releaseName);
			const cores = [release.version, ...(called.length > 0 ? [[...called, release.version].join(' ')] : [])];
			add({ name, identifiers: [release.version], more: [...systemWords, ...called], cores });
			break;
		}
		case 'build': {
			const { build, version, name } = subject.build;
			add({ name: name ?? '', identifiers: [build], more: [version, 'build'], cores: [fold(build)] });
			break;
		}
	}
}

/** All subjects by rank: first the kinds that people search for most, and within a kind the newest first. */
function subjectsOf(catalog: Catalog): Subject[] {
	const majors = [...catalog.majors.values()];
	const macs = newestFirst(macsOf(catalog));
	// The first release of 10.15 has the number of its major version, whose entry is for both.
	const releases = majors.flatMap((major) =>
		major.releases.filter(({ version }) => version !== major.name).map((release) => ({ release, major })),
	);
	const builds = [...catalog.builds.values()].filter(({ kind }) => kind !== 'server');
	const newest = (a: Build, b: Build) =>
		compareText(b.released ?? '', a.released ?? '') || compareText(a.build, b.build);
	return [
		...majors.toReversed().map((major) => ({ kind: 'major' as const, major })),
		...macs.map((board) => ({ kind: 'mac' as const, board })),
		...catalog.numberless.map((machine) => ({ kind: 'numberless' as const, machine })),
		...releases.toReversed().map((named) => ({ kind: 'release' as const, ...named })),
		...builds.toSorted(newest).map((build) => ({
			kind: 'build' as const,
			build,
			major: catalog.majors.get(catalog.releases.get(build.version)!.major)!,
		})),
	];
}

/**
 * The newest Mac first, and a special configuration right behind its base model although it came later: a MacBook Pro
 * (16-inch, 2019) before the one with Radeon Pro 5600M Graphics.
 */
function newestFirst(boards: readonly Board[]): Board[] {
	const titleOf = (board: Board) => wordsOf(board.machines[0]?.name ?? '');
	const byTitle = new Map(boards.map((board) => [titleOf(board).join(' '), board]));
	const baseOf = (board: Board): Board | null => {
		const title = titleOf(board);
		for (let length = title.length - 1; length > 1; length--) {
			// Only a name with a year is the name of one model: a Macintosh LC is not the base of the LC 580.
			const base = year.test(title[length - 1]!) ? byTitle.get(title.slice(0, length).join(' ')) : undefined;
			if (base) return base;
		}
		return null;
	};
	const ranked = boards.map((board) => {
		const base = baseOf(board);
		return { board, introduced: (base ?? board).introduced, special: base ? 1 : 0 };
	});
	return ranked
		.sort(
			(a, b) =>
				compareText(b.introduced, a.introduced) ||
				a.special - b.special ||
				compareText(a.board.id, b.board.id),
		)
		.map(({ board }) => board);
}

function thingOf(subject: Subject): object {
	switch (subject.kind) {
		case 'mac':
			return subject.board;
		case 'numberless':
			return subject.machine;
		case 'major':
			return subject.major;
		case 'release':
			return subject.release;
		case 'build':
			return subject.build;
	}
}

function trigramsOf(words: readonly string[]): Map<string, number[]> {
	const trigrams = new Map<string, number[]>();
	for (const [number, word] of words.entries()) {
		const ofWord = new Set<string>();
		for (let at = 0; at + 3 <= word.length; at++) ofWord.add(word.slice(at, at + 3));
		for (const three of ofWord) push(trigrams, three, number);
	}
	return trigrams;
}
