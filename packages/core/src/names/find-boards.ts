import type { Board, Catalog } from '../catalog/catalog.ts';
import { compareText, fold } from '../catalog/identifier.ts';
import type { NumberlessMachine } from '../catalog/machine.ts';
import { resolveBoard } from '../catalog/resolve.ts';
import { compareVersions, parseVersion } from '../catalog/version.ts';
import { groupBy } from '../text/group-by.ts';
import { asMachines } from './as-machine.ts';
import { machineNames, type NamedMachine, season, year } from './machine-names.ts';
import { tellingWords } from './words.ts';

/** The kind of name that led to the boards. */
export type FoundBy = 'board-id' | 'model-identifier' | 'case-number' | 'alias' | 'name';

/** The meaning of a text: one or several Macs, or none, with the closest identifiers. */
export type BoardMatch =
	| { readonly kind: 'boards'; readonly boards: readonly Board[]; readonly foundBy: FoundBy }
	| { readonly kind: 'numberless'; readonly machine: NumberlessMachine }
	| {
			readonly kind: 'unknown-board';
			readonly text: string;
			readonly close: readonly string[];
			readonly excluded: string | null;
	  };

/** Longer text is not the name of a Mac. */
export const longestName = 120;

/**
 * The boards that a text means: an identifier, or a name as people and inventories write it. A T2 Mac with two
 * identifiers is found once, as its `Mac-...` board, unless the text is the other identifier. A name or model identifier
 * of only some machines of a board narrows the board to them.
 */
export function findBoards(catalog: Catalog, text: string, guess = true): BoardMatch {
	const name = askedFor(text);
	const match = matchBoards(catalog, text);
	if (match) return match;
	const none = resolveBoard(catalog, name, guess);
	return none.kind === 'unknown-board'
		? none
		: { kind: 'unknown-board', text: name, close: [], excluded: null };
}

/** The same without close identifiers, which take ten times as long to find; null if nothing matches. */
export function matchBoards(
	catalog: Catalog,
	text: string,
): Exclude<BoardMatch, { kind: 'unknown-board' }> | null {
	const spelling = spelled(catalog, askedFor(text));
	const named = catalog.names.get(fold(spelling));
	if (named) {
		const foundBy = nameKind(named[0]!, spelling);
		const boards = foundBy === 'model-identifier' ? named.map((board) => ofModel(board, spelling)) : named;
		return { kind: 'boards', boards, foundBy };
	}
	const virtual = virtualMachine(catalog, spelling);
	if (virtual) return { kind: 'boards', boards: [virtual], foundBy: 'alias' };
	const match = spelling.length > longestName ? null : findMachines(catalog, spelling);
	if (!match || match.kind === 'numberless') return match;
	const boards = [...groupBy(match.machines, ({ board }) => board)].map(([board, meant]) =>
		asMachines(board, (machine) => meant.some(({ name }) => name === machine.name)),
	);
	return { kind: 'boards', boards: boards.toSorted((a, b) => compareText(a.id, b.id)), foundBy: 'name' };
}

function ofModel(board: Board, identifier: string): Board {
	return asMachines(board, ({ modelIdentifier }) => fold(modelIdentifier) === fold(identifier));
}

function askedFor(text: string): string {
	return text.trim().replace(/^["'“”]+|["'“”]+$/g, '');
}

/** Some inventories write `MacBookPro17.1`. */
function spelled({ names }: Catalog, text: string): string {
	const withComma = text.replace(/^([a-z]+\d{1,2})\.(\d{1,2})$/i, '$1,$2');
	return names.has(fold(withComma)) ? withComma : text;
}

function nameKind(board: Board, spelling: string): FoundBy {
	const isAsked = (name: string) => fold(name) === fold(spelling);
	if (isAsked(board.id)) return 'board-id';
	if (board.modelIdentifiers.some(isAsked)) return 'model-identifier';
	return board.caseNumbers.some(isAsked) ? 'case-number' : 'alias';
}

/**
 * Of the Macs that a name may mean, those that run the installed version: a "Mac mini" on 27.2 is not a PowerPC one. All
 * of them if none does.
 */
export function boardsRunning(catalog: Catalog, boards: readonly Board[], version: string): readonly Board[] {
	const parsed = boards.length > 1 ? parseVersion(version) : null;
	const major = parsed && catalog.majors.get(parsed.major);
	if (!major) return boards;
	const release = major.releases.find((candidate) => compareVersions(candidate.parsed, parsed) === 0);
	const running = boards.filter(({ support }) => {
		const ofMajor = support.get(major.name);
		return ofMajor !== undefined && (release === undefined || ofMajor.releases.includes(release));
	});
	return running.length > 0 ? running : boards;
}

/** Model names of virtual machines on Intel: `VMware7,1`, `Parallels16,1`, `VMware Virtual Platform`. */
const virtual = /^(?:vmware|parallels)/i;

/** The virtual machine that a model name means. On Apple silicon the name contains ARM, or is VirtualMac. */
function virtualMachine(catalog: Catalog, model: string): Board | null {
	if (!virtual.test(model)) return null;
	return catalog.boards.get(/\barm\b/i.test(model) ? 'VMA2MACOSAP' : 'VMM-x86_64') ?? null;
}

/** The longest name has a dozen words. */
const mostWords = 16;
/** Words about ports, which only some names of a machine contain. */
const ports = new Set(['two', 'four', 'thunderbolt', '3', 'ports']);

/** Machines with their boards, or a machine without a board if the name means no other. */
type FoundMachines =
	| { readonly kind: 'machines'; readonly machines: readonly { board: Board; name: string }[] }
	| { readonly kind: 'numberless'; readonly machine: NumberlessMachine };

/**
 * The machines that a name means, in any word order. Each step is tried only if the one before found none: the exact
 * name; the family with some details of the name; the family with details that are true but not in the name; any words
 * of a name; any words of a name or true details; and all of it again without words about ports.
 */
export function findMachines(catalog: Catalog, text: string): FoundMachines | null {
	const words = tellingWords(text);
	if (words.length === 0 || words.length > mostWords) return null;
	// One letter or digit names nothing, although a single Mac may have it in its name: "Core 2 Duo", "Mac OS X Server".
	if (words.length === 1 && words[0]!.length === 1) return null;
	const matches = matching(catalog, words);
	const machines = matches.filter(isOnBoard).map(({ of, name }) => ({ board: of, name }));
	if (machines.length > 0) return { kind: 'machines', machines };
	const [numberless] = matches.map(({ of }) => of as NumberlessMachine);
	return numberless ? { kind: 'numberless', machine: numberless } : null;
}

function isOnBoard(machine: NamedMachine): machine is NamedMachine<Board> {
	return 'id' in machine.of;
}

function matching(catalog: Catalog, words: readonly string[]): readonly NamedMachine[] {
	const terms = alternatives(words);
	const candidates = machinesWith(catalog, terms);
	const isFamily = ({ family }: NamedMachine) => family.every((word) => words.includes(word));
	const isInName = ({ nameWords }: NamedMachine) =>
		terms.every((term) => term.some((word) => nameWords.has(word)));
	const steps: ((machine: NamedMachine) => boolean)[] = [
		(machine) => isInName(machine) && isNamed(machine, words),
		(machine) => isFamily(machine) && isInName(machine),
		isFamily,
		isInName,
		() => true,
	];
	for (const step of steps) {
		const matches = candidates.filter(step);
		if (matches.length > 0) return ofPlainYear(matches, words);
	}
	const shorter = words.filter((word) => !ports.has(word));
	return shorter.length > 0 && shorter.length < words.length ? matching(catalog, shorter) : [];
}

/** "M3 Pro or M3 Max" is one term with two alternatives. */
function alternatives(words: readonly string[]): string[][] {
	const terms: string[][] = [];
	for (let at = 0; at < words.length; at++) {
		const [word, before, after] = [words[at]!, terms.at(-1), words[at + 1]];
		if (word === 'or' && before && after) {
			before.push(after);
			at++;
		} else terms.push([word]);
	}
	return terms;
}

function machinesWith(catalog: Catalog, terms: readonly string[][]): readonly NamedMachine[] {
	const { byWord } = machineNames(catalog);
	const lists = terms.map((term) => term.flatMap((word) => byWord.get(word) ?? []));
	const shortest = lists.reduce((least, list) => (list.length < least.length ? list : least));
	const has = ({ nameWords, further }: NamedMachine, word: string) =>
		nameWords.has(word) || further.has(word);
	return shortest.filter((machine) => terms.every((term) => term.some((word) => has(machine, word))));
}

/** Whether the words are the whole name. A leading "Macintosh" may be missing. */
function isNamed({ nameWords, family }: NamedMachine, words: readonly string[]): boolean {
	const spare = nameWords.has('mac') && !family.includes('mac') && !words.includes('mac') ? 1 : 0;
	return words.length === nameWords.size - spare;
}

/**
 * Apple adds a month or season to the year for the second machine of a year: a MacBook Pro (14-inch, 2023) is not the one
 * of Nov 2023. So a year alone means machines with a year alone, if there are any.
 */
function ofPlainYear(machines: readonly NamedMachine[], words: readonly string[]): readonly NamedMachine[] {
	if (!words.some((word) => year.test(word)) || words.some((word) => season.test(word))) return machines;
	const plain = machines.filter(({ seasonal }) => !seasonal);
	return plain.length > 0 ? plain : machines;
}
