import type { Board, Catalog, NumberlessMachine } from '../catalog/catalog.ts';
import { compareText, fold } from '../catalog/identifier.ts';
import { resolveBoard } from '../catalog/resolve.ts';
import { compareVersions, parseVersion } from '../catalog/version.ts';
import { asMachines } from './as-machine.ts';
import { machineNames, type NamedMachine, season, tellingWords, year } from './machine-names.ts';

/** What kind of name led to the boards. */
export type FoundBy = 'board-id' | 'model-identifier' | 'case-number' | 'alias' | 'name';

/** What a text means: one Mac or several, or none with the identifiers closest to it. */
export type BoardMatch =
	| { readonly kind: 'boards'; readonly boards: readonly Board[]; readonly foundBy: FoundBy }
	| { readonly kind: 'numberless'; readonly machine: NumberlessMachine }
	| {
			readonly kind: 'unknown-board';
			readonly asked: string;
			readonly close: readonly string[];
			readonly excluded: string | null;
	  };

/** Longer text is nobody's name, and looking at all of its words would be wasted. */
const longestName = 120;

/**
 * The boards that a text means, however it is written: an identifier, or a name as people and inventories
 * write it. The identifiers of a T2 Mac count as one: unless one of them was asked for, the `Mac-...` board. A name or
 * model identifier of some of the machines that share a board means these alone.
 */
export function findBoards(catalog: Catalog, text: string, guess = true): BoardMatch {
	const asked = askedFor(text);
	const match = matchBoards(catalog, text);
	if (match) return match;
	const none = resolveBoard(catalog, asked, guess);
	return none.kind === 'unknown-board' ? none : { kind: 'unknown-board', asked, close: [], excluded: null };
}

/** The same without a guess at what was meant when nothing fits: the guess takes ten times as long. */
export function matchBoards(
	catalog: Catalog,
	text: string,
): Exclude<BoardMatch, { kind: 'unknown-board' }> | null {
	const asked = askedFor(text);
	const named = catalog.names.get(fold(asked));
	if (named) {
		const foundBy = nameKind(named[0]!, asked);
		const boards = foundBy === 'model-identifier' ? named.map((board) => ofModel(board, asked)) : named;
		return { kind: 'boards', boards, foundBy };
	}
	const virtual = virtualMachine(catalog, asked);
	if (virtual) return { kind: 'boards', boards: [virtual], foundBy: 'alias' };
	const found = asked.length > longestName ? null : findMachines(catalog, asked);
	if (!found || found.kind === 'numberless') return found;
	const boards = [...Map.groupBy(found.machines, ({ board }) => board)].map(([board, meant]) =>
		asMachines(board, (machine) => meant.some(({ name }) => name === machine.name)),
	);
	return { kind: 'boards', boards: boards.toSorted((a, b) => compareText(a.id, b.id)), foundBy: 'name' };
}

function ofModel(board: Board, asked: string): Board {
	return asMachines(board, ({ modelIdentifier }) => fold(modelIdentifier) === fold(asked));
}

function askedFor(text: string): string {
	return text.trim().replace(/^["'“”]+|["'“”]+$/g, '');
}

function nameKind(board: Board, asked: string): FoundBy {
	const isAsked = (name: string) => fold(name) === fold(asked);
	if (isAsked(board.id)) return 'board-id';
	if (board.modelIdentifiers.some(isAsked)) return 'model-identifier';
	return board.caseNumbers.some(isAsked) ? 'case-number' : 'alias';
}

/** A name has a dozen words at most; what is longer is no name. */
const mostWords = 16;
/** Ports are printed in some names of a machine and left out in others. */
const ports = new Set(['two', 'four', 'thunderbolt', '3', 'ports']);

/** Machines with the boards they are on; one without a board only when the name means no other. */
export type FoundMachines =
	| { readonly kind: 'machines'; readonly machines: readonly { board: Board; name: string }[] }
	| { readonly kind: 'numberless'; readonly machine: NumberlessMachine };

/**
 * The machines that a name means, whatever its order. Each step is tried only when the one before found none:
 * the very name; the family with some of its details; the same with what is true but not in the name; any
 * words of a name; and a name that goes on about its ports.
 */
export function findMachines(catalog: Catalog, text: string): FoundMachines | null {
	const words = tellingWords(text);
	if (words.length === 0 || words.length > mostWords) return null;
	const found = matching(catalog, words);
	const machines = found.filter(isOnBoard).map(({ of, name }) => ({ board: of, name }));
	if (machines.length > 0) return { kind: 'machines', machines };
	const [numberless] = found.map(({ of }) => of as NumberlessMachine);
	return numberless ? { kind: 'numberless', machine: numberless } : null;
}

function isOnBoard(machine: NamedMachine): machine is NamedMachine<Board> {
	return 'id' in machine.of;
}

function matching(catalog: Catalog, words: readonly string[]): readonly NamedMachine[] {
	const terms = alternatives(words);
	const candidates = machinesWith(catalog, terms);
	const isFamily = ({ family }: NamedMachine) => family.every((word) => words.includes(word));
	const isOwn = ({ own }: NamedMachine) => terms.every((term) => term.some((word) => own.has(word)));
	const steps: ((machine: NamedMachine) => boolean)[] = [
		(machine) => isOwn(machine) && isNamed(machine, words),
		(machine) => isFamily(machine) && isOwn(machine),
		isFamily,
		isOwn,
		() => true,
	];
	for (const step of steps) {
		const found = candidates.filter(step);
		if (found.length > 0) return ofPlainYear(found, words);
	}
	const shorter = words.filter((word) => !ports.has(word));
	return shorter.length > 0 && shorter.length < words.length ? matching(catalog, shorter) : [];
}

/** "M3 Pro or M3 Max" asks for either. */
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
	const has = ({ own, further }: NamedMachine, word: string) => own.has(word) || further.has(word);
	return shortest.filter((machine) => terms.every((term) => term.some((word) => has(machine, word))));
}

/** Whether the words are the whole name; a leading "Macintosh" may be missing. */
function isNamed({ own, family }: NamedMachine, words: readonly string[]): boolean {
	const spare = own.has('mac') && !family.includes('mac') && !words.includes('mac') ? 1 : 0;
	return words.length === own.size - spare;
}

/**
 * The vendor puts a month or season beside the year for the second machine of a year: a MacBook Pro (14-inch,
 * 2023) is not the one of Nov 2023. So a year alone means machines with a year alone, where there are any.
 */
function ofPlainYear(machines: readonly NamedMachine[], words: readonly string[]): readonly NamedMachine[] {
	if (!words.some((word) => year.test(word)) || words.some((word) => season.test(word))) return machines;
	const plain = machines.filter(({ seasonal }) => !seasonal);
	return plain.length > 0 ? plain : machines;
}

/**
 * Of the Macs that a name may mean, those that run what is installed: a "Mac mini" on 27.2 has no PowerPC. All of them
 * where none does.
 */
export function boardsRunning(catalog: Catalog, boards: readonly Board[], version: string): readonly Board[] {
	const parsed = boards.length > 1 ? parseVersion(version) : null;
	const major = parsed && catalog.majors.get(parsed.major);
	if (!major) return boards;
	const release = major.releases.find((one) => compareVersions(one.parsed, parsed) === 0);
	const running = boards.filter(({ support }) => {
		const own = support.get(major.name);
		return own !== undefined && (release === undefined || own.releases.includes(release));
	});
	return running.length > 0 ? running : boards;
}

/** What virtual machines of Intel Macs say about themselves: `VMware7,1`, `Parallels16,1`, `VMware Virtual Platform`. */
const virtual = /^(?:vmware|parallels)/i;

/** The virtual machine that a model means; those of Apple silicon call themselves VirtualMac, or say that they are ARM. */
function virtualMachine(catalog: Catalog, model: string): Board | null {
	if (!virtual.test(model)) return null;
	return catalog.boards.get(/\barm\b/i.test(model) ? 'VMA2MACOSAP' : 'VMM-x86_64') ?? null;
}
