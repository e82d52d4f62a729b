import type { Board, Catalog, Machine, Support } from '../../catalog/catalog.ts';
import { findBoard, latestMajor } from '../../catalog/lookup.ts';
import { macSupport } from '../../support/mac-support.ts';
import { majorSupport } from '../../support/major-support.ts';
import { explain } from '../explain.ts';
import { supportMembers } from './major-list.ts';
import type { Read } from './read.ts';
import { jsonAnswer } from './read-answer.ts';
import { namedSources } from './sources.ts';

export const readBoard: Read<'/boards/{board_id}'> = (catalog, { parameters, today }) => {
	const board = findBoard(catalog, parameters.board_id);
	return board.kind === 'found'
		? jsonAnswer(catalog, boardDetails(catalog, board.value, today))
		: explain(board);
};

/** `/boards/{id}`: what is known about a board, and the majors it runs from first to last. */
export function boardDetails(catalog: Catalog, board: Board, today: string) {
	const support = macSupport(catalog, board, today);
	const ranges = [...board.support.values()].flatMap((support) => support.ranges);
	return {
		...boardSummary(board),
		last_major: support.lastMajor,
		gets_updates: support.getsUpdates,
		ended_on: support.endedOn,
		estimated_end: support.estimatedEnd,
		names: [...new Set(board.machines.map(({ name }) => name))],
		aliases: board.aliases,
		/** For people, in a finished sentence. */
		note: board.remark || null,
		machines: board.machines.map((machine) => machineOf(machine, board)),
		majors: [...board.support.values()].map((support) => majorOf(catalog, support, today)),
		sources: namedSources(
			catalog,
			[...board.machines, ...ranges].flatMap(({ sources }) => sources),
		),
	};
}

/** The members that a board has wherever it is listed. */
export function boardSummary(board: Board) {
	const { major, latest } = latestMajor(board);
	return {
		board_id: board.id,
		kind: board.kind,
		has_t2: board.kind === 't2' || board.twins.length > 0,
		name: board.machines[0]!.name,
		model_identifiers: board.modelIdentifiers,
		twin_board_ids: board.twins,
		introduced: board.introduced || null,
		latest_major: major.name,
		latest_version: latest.version,
		latest_released: latest.released,
	};
}

function machineOf(machine: Machine, { remark }: Board) {
	return {
		name: machine.name,
		model_identifier: machine.modelIdentifier || null,
		processor: machine.processor || null,
		introduced: machine.introduced || null,
		introduced_precision: machine.introducedPrecision || null,
		confidence: machine.confidence,
		note: remark || null,
	};
}

function majorOf(catalog: Catalog, { major, first, latest, releases }: Support, today: string) {
	return {
		major: major.name,
		era: major.era,
		first_version: first.version,
		first_released: first.released,
		latest_version: latest.version,
		latest_released: latest.released,
		release_count: releases.length,
		...supportMembers(majorSupport(catalog, major.name, today)),
	};
}
