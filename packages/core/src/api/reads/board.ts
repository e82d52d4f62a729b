import { macLifecycle, majorLifecycle } from '../../advice/lifecycle.ts';
import { atPresent, latestOfBoard } from '../../advice/offered.ts';
import type { Board, Catalog, Release, Support } from '../../catalog/catalog.ts';
import { latestMajor, macsOf, releasesOfBoard } from '../../catalog/lookup.ts';
import type { Machine } from '../../catalog/machine.ts';
import { identifiersOfMac } from '../../names/machine-names.ts';
import { isProblem } from '../problem.ts';
import type { Shapes } from '../shapes/shapes.ts';
import { boardsNamed, readMachine, recordOf } from './asked-mac.ts';
import { majorMembers, supportMembers } from './majors.ts';
import { readKnown } from './query.ts';
import { jsonAnswer, namedSources, type Read } from './read.ts';

export const readBoard: Read<'/boards/{board_id}', 'Board'> = (all, request) => {
	const known = readKnown(all, request);
	if (isProblem(known)) return known;
	const { catalog, today } = known;
	const { parameters, query } = request;
	const narrow = readMachine(catalog, query, boardsNamed(catalog, parameters.board_id));
	if (isProblem(narrow)) return narrow;
	const record = recordOf(catalog, parameters.board_id, (board) =>
		boardDetails(catalog, narrow(board), today),
	);
	return isProblem(record) ? record : jsonAnswer(record);
};

/**
 * `/boards/{id}`: a board, and its majors from first to last. The board may be narrowed to some of its machines;
 * `machines` and `names` always list all.
 */
export function boardDetails(catalog: Catalog, board: Board, today: string): Shapes['Board'] {
	const whole = catalog.boards.get(board.id) ?? board;
	const support = macLifecycle(catalog, board, today);
	const releases = releasesOfBoard(whole);
	const ranges = [...board.support.values()].flatMap((support) => support.ranges);
	return {
		...boardSummary(board),
		board_ids: identifiersOfMac(catalog, board),
		/** The machine that was asked for; null if the answer is about several machines. */
		machine: board === whole || board.machines.length > 1 ? null : board.machines[0]!.name,
		last_major: support.lastMajor,
		gets_updates: support.getsUpdates,
		ended_on: support.endedOn,
		estimated_end: support.estimatedEnd,
		names: [...new Set(whole.machines.map(({ name }) => name))],
		aliases: board.aliases,
		case_numbers: board.caseNumbers,
		/** For people, a complete sentence. */
		note: board.remark || null,
		machines: whole.machines.map((machine, at) => machineOf(machine, board, releases, at === 0)),
		majors: [...board.support.values()].map((support) => majorOf(catalog, support, today)),
		newer_majors: majorsAfter(catalog, latestMajor(board)),
		sources: namedSources(
			catalog,
			[...board.machines, ...ranges].flatMap(({ sources }) => sources),
		),
	};
}

function majorsAfter({ majors }: Catalog, { major }: Support): string[] {
	const names = [...majors.keys()];
	return names.slice(names.indexOf(major.name) + 1);
}

/** The members of a board in every list. */
export function boardSummary(board: Board) {
	const support = latestMajor(board);
	const [{ major }, latest] = [support, latestOfBoard(support, atPresent)];
	return {
		board_id: board.id,
		/** Every identifier of the same Mac, the main one first. */
		board_ids: board.identifiers,
		kind: board.kind,
		has_t2: board.kind === 't2' || board.twins.length > 0,
		architecture: architectureOf(board),
		name: board.machines[0]!.name,
		model_identifiers: board.modelIdentifiers,
		twin_board_ids: board.twins,
		introduced: board.introduced || null,
		latest_major: major.name,
		latest_version: latest.version,
		latest_released: latest.released,
	};
}

/** The processor family; one model number can mean machines of both early families. */
function architectureOf({ kind, machines }: Board): Shapes['Board']['architecture'] {
	if (kind === 'apple-silicon' || kind === 'other') return kind;
	if (kind === 'virtual-machine') return 'virtual';
	if (kind !== 'model-number') return 'intel';
	const early = machines.filter(({ processor }) => processor.startsWith('68')).length;
	return early === 0 ? 'powerpc' : early === machines.length ? '68k' : '68k-powerpc';
}

/**
 * A machine, with its first and last release. The oldest machine runs the board's first release; the first release of
 * a later machine is known only if a table has it.
 */
function machineOf(machine: Machine, { remark }: Board, releases: readonly Release[], isOldest: boolean) {
	const {
		first: firstVersion,
		last: lastVersion,
		firstX,
		modelIdentifier,
		introducedPrecision,
		...facts
	} = machine;
	const { name, processor, introduced, confidence, sources: _, note: __, ...others } = facts;
	const named = (version: string) => releases.find((release) => release.version === version);
	const first = firstVersion === '' ? (isOldest ? releases[0] : undefined) : named(firstVersion);
	const last = lastVersion === '' ? releases.findLast(({ withdrawn }) => !withdrawn) : named(lastVersion);
	return {
		name,
		model_identifier: modelIdentifier || null,
		processor: processor || null,
		introduced: introduced || null,
		introduced_precision: introducedPrecision || null,
		first_version: first?.version ?? null,
		first_released: first?.released ?? null,
		last_version: last?.version ?? null,
		last_released: last?.released ?? null,
		first_mac_os_x: firstX || null,
		confidence,
		note: remark || null,
		...orNull(others),
	};
}

/** Null for each fact that the tables leave empty. */
function orNull<Facts extends object>(facts: Facts): { readonly [Name in keyof Facts]: Facts[Name] | null } {
	return Object.fromEntries(
		Object.entries(facts).map(([name, value]) => [name, value === '' ? null : value]),
	) as Facts;
}

function majorOf(catalog: Catalog, support: Support, today: string) {
	return {
		...majorMembers({ ...support, latest: latestOfBoard(support, today) }),
		...supportMembers(majorLifecycle(catalog, support.major.name, today)),
	};
}

export const readBoards: Read<'/boards', 'BoardList'> = (catalog, request) => {
	const known = readKnown(catalog, request);
	return isProblem(known) ? known : jsonAnswer(boardList(known.catalog));
};

/** `/boards`: every Mac once, in code-point order of its main board, with the majors it runs. */
export function boardList(catalog: Catalog): Shapes['BoardList'] {
	const boards = macsOf(catalog).map(boardInFullList);
	return { count: boards.length, boards };
}

/** A Mac with all of its names and the majors it runs. */
export function boardInFullList(board: Board): Shapes['BoardList']['boards'][number] {
	return {
		...boardSummary(board),
		names: [...new Set(board.machines.map(({ name }) => name))],
		majors: [...board.support.keys()],
	};
}
