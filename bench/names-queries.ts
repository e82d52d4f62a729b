import { loadCatalog } from '../src/catalog/load.ts';
import { findBoards } from '../src/names/find-boards.ts';
import { readVersion } from '../src/names/read-version.ts';
import { search } from '../src/names/search.ts';
import { searchIndex } from '../src/names/search-index.ts';
import { suggestSearches } from '../src/names/suggest.ts';
import { median } from './subject.ts';

/** Microseconds for each kind of question about names. Run in a fresh process, prints JSON. */
export type NamesTimes = Record<string, number>;

const catalog = loadCatalog(new URL('../data', import.meta.url).pathname);
const usual = [...catalog.boards.values()].flatMap(({ machines }) => machines.map(({ name }) => name));
/** Texts of 100 characters that match nearly everything, hardly anything, or make the most of their words. */
const hostile = [
	'a e i o u m n zq1',
	'm',
	'mac',
	'1',
	'mac '.repeat(25),
	'm a c 1 2 3 4 5 6 7 8 9 0 b d',
	'mac macb ma m maci macin acb ook pro inch 201 20 2 0 1 M1',
	'ma mi pr ai im po g4 20 10 11 12 13 14 15 16 17',
	'a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9 10 11',
	'quadrra macboook airr proo stdio minni',
	'x'.repeat(100),
];
const rounds = 25;

/** Processor time: a busy machine makes everybody wait, and nothing dearer. */
function microseconds(ask: () => void): number {
	const before = process.cpuUsage();
	ask();
	const { user, system } = process.cpuUsage(before);
	return user + system;
}

const before = process.cpuUsage();
searchIndex(catalog);
const built = process.cpuUsage(before).user / 1000;

function perQuery(texts: readonly string[], ask: (text: string) => unknown): number {
	for (let warm = 0; warm < 3; warm++) for (const text of texts) ask(text);
	const times = Array.from({ length: rounds }, () =>
		microseconds(() => {
			for (const text of texts) ask(text);
		}),
	);
	return median(times) / texts.length;
}

const page = (text: string) => {
	const { total } = search(catalog, text, 0, 100);
	if (total === 0) suggestSearches(catalog, text);
};
const worst = Math.max(
	...hostile.map((text) =>
		perQuery(
			Array.from({ length: 20 }, () => text),
			page,
		),
	),
);
const times: NamesTimes = {
	'a name to its boards': perQuery(usual, (text) => findBoards(catalog, text)),
	'a version as inventories write it': perQuery(['macOS Sonoma 14.7.2 (23H311)'], (text) =>
		readVersion(catalog, text),
	),
	'a search for a name': perQuery(usual, page),
	'the dearest of the hostile searches': worst,
	'building the index, once': built * 1000,
};
process.stdout.write(JSON.stringify(times));
