import type { Board, Catalog, NumberlessMachine } from '../catalog/catalog.ts';
import { machineNames, type NamedMachine, season, tellingWords, year } from './machine-names.ts';

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
