import type { Board, Catalog } from '../catalog/catalog.ts';
import { macsOf, releasesOfBoard } from '../catalog/lookup.ts';
import type { NumberlessMachine } from '../catalog/machine.ts';
import { groupBy } from '../text/group-by.ts';
import { chipOf, wordsOf } from './words.ts';

/** A machine, with the words that find it. */
export interface NamedMachine<Of = Board | NumberlessMachine> {
	/** The board of the Mac, or the machine itself if it has none. */
	readonly of: Of;
	/** The name that Apple gave it, also if this entry is for a nickname. */
	readonly name: string;
	/** All words of its name. */
	readonly nameWords: ReadonlySet<string>;
	/** The words before the bracket, without a leading "Macintosh": an iMac Pro is not an iMac. */
	readonly family: readonly string[];
	/** Words that are true but not in its name: its processor, the year and month, `14` for 14-inch, M2 for M2 Pro. */
	readonly further: ReadonlySet<string>;
	/** Whether the name has a season or month with the year, as in Late 2013. */
	readonly seasonal: boolean;
}

interface MachineNames {
	readonly machines: readonly NamedMachine[];
	/** Machines by each word, of names and further ones. */
	readonly byWord: ReadonlyMap<string, readonly NamedMachine[]>;
}

export const year = /^(?:19|20)\d\d$/;
export const season = /^(?:early|mid|late|jan|feb|march|april|may|june|july|aug|sept?|oct|nov|dec)$/;

/** Made in 17 ms when a name is first looked up. Lookups of identifiers do not need it. */
const namesOfCatalogs = new WeakMap<Catalog, MachineNames>();

export function machineNames(catalog: Catalog): MachineNames {
	const before = namesOfCatalogs.get(catalog);
	if (before) return before;
	const machines = macsOf(catalog).flatMap(namesOfBoard);
	for (const machine of catalog.numberless) {
		const named = nameMachine(machine, machine.name, machine.processor, machine);
		machines.push(named, ...machine.otherNames.map((name) => called(named, name)));
	}
	const names = { machines, byWord: machinesByWord(machines) };
	namesOfCatalogs.set(catalog, names);
	return names;
}

function machinesByWord(machines: readonly NamedMachine[]): Map<string, NamedMachine[]> {
	const byWord = new Map<string, NamedMachine[]>();
	for (const machine of machines) {
		for (const word of new Set([...machine.nameWords, ...machine.further])) {
			const namesakes = byWord.get(word);
			if (namesakes) namesakes.push(machine);
			else byWord.set(word, [machine]);
		}
	}
	return byWord;
}

function namesOfBoard(board: Board): NamedMachine[] {
	const machines = board.machines
		.filter(({ name }) => name !== '')
		.map((machine) => nameMachine(board, machine.name, machine.processor, machine));
	const otherNames = board.otherNames.flatMap(({ name, machine }) =>
		machines
			.filter((named) => machine === null || named.name === machine)
			.map((named) => called(named, name)),
	);
	return [...machines, ...otherNames];
}

/** The same machine by another name. The words of its own name are still true of it: "Power Mac G4 MDD". */
function called(machine: NamedMachine, name: string): NamedMachine {
	const alias = nameMachine(machine.of, name, '', { introduced: '', introducedPrecision: '' });
	const further = new Set([...alias.further, ...machine.nameWords, ...machine.further]);
	return { ...alias, name: machine.name, further };
}

/** As `wordsOf` spells them. */
const months = ['jan', 'feb', 'march', 'april', 'may', 'june', 'july', 'aug', 'sept', 'oct', 'nov', 'dec'];

type Introduction = Pick<NumberlessMachine, 'introduced' | 'introducedPrecision'>;

function nameMachine(
	of: Board | NumberlessMachine,
	name: string,
	processor: string,
	{ introduced, introducedPrecision }: Introduction,
): NamedMachine {
	const words = wordsOf(name);
	const before = wordsOf(name.replace(/\s*[([].*$/, ''));
	const family = before[0] === 'mac' && !isFamilyOfMacs(before[1]) ? before.slice(1) : before;
	const further = new Set(wordsOf(processor));
	if (!words.some((word) => year.test(word)) && introduced !== '') further.add(introduced.slice(0, 4));
	for (const word of words) {
		if (word.endsWith('-inch')) further.add(word.slice(0, -'-inch'.length));
		const plain = chipOf(word);
		if (plain) further.add(plain);
	}
	const seasonal = words.some((word) => season.test(word));
	if (!seasonal && (introducedPrecision === 'day' || introducedPrecision === 'month'))
		further.add(months[Number(introduced.slice(5, 7)) - 1]!);
	return { of, name, nameWords: new Set(words), family, further, seasonal };
}

/** Mac mini, Mac Pro and Mac Studio are full names of families; the family of a Macintosh Quadra is Quadra. */
function isFamilyOfMacs(word: string | undefined): boolean {
	return word === undefined || word === 'mini' || word === 'pro' || word === 'studio' || word === 'server';
}

/** Made in 3 ms when first used, once for each state of the data. */
const identifierGroups = new WeakMap<Catalog, ReadonlyMap<string, readonly string[]>>();

/**
 * All identifiers under which one Mac was sold: a Macintosh Classic is M0420 or M1420. Boards are the same Mac if they
 * differ only in the identifier.
 */
export function identifiersOfMac(catalog: Catalog, board: Board): readonly string[] {
	let groups = identifierGroups.get(catalog);
	if (!groups) {
		groups = groupMacs(catalog);
		identifierGroups.set(catalog, groups);
	}
	return groups.get(board.identifiers[0]!) ?? board.identifiers;
}

function groupMacs(catalog: Catalog): Map<string, readonly string[]> {
	const groups = new Map<string, readonly string[]>();
	for (const namesakes of groupBy(macsOf(catalog), namesOf).values()) {
		if (namesakes.length < 2) continue;
		for (const boards of groupBy(namesakes, releaseNamesOf).values()) {
			const identifiers = boards.flatMap((board) => board.identifiers);
			for (const { id } of boards) groups.set(id, identifiers);
		}
	}
	return groups;
}

function namesOf({ kind, machines, modelIdentifiers }: Board): string {
	const facts = machines.map(({ name, introduced, first, last }) => [name, introduced, first, last]);
	return JSON.stringify([kind, facts, modelIdentifiers]);
}

function releaseNamesOf(board: Board): string {
	return releasesOfBoard(board)
		.map(({ version }) => version)
		.join();
}
