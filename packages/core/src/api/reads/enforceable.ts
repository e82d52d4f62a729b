import { listedFor } from '../../catalog/apple-list.ts';
import type { Board, Catalog } from '../../catalog/catalog.ts';
import { isProblem } from '../problem.ts';
import type { Shapes } from '../shapes/shapes.ts';
import { recordOf } from './asked-mac.ts';
import { readDayQuery } from './query.ts';
import { dayFields, jsonAnswer, type Read } from './read.ts';

/** `/enforceable/{mac}`: what Apple's list has for a Mac, which is what a declaration can name. */
export const readEnforceable: Read<'/enforceable/{mac}', 'Enforceable'> = (catalog, request) => {
	const day = readDayQuery(request);
	if (isProblem(day)) return day;
	const record = recordOf(catalog, request.parameters.mac, (board) =>
		enforceableOn(catalog, board, day.asOf),
	);
	if (isProblem(record)) return record;
	const { fields, changed } = dayFields(catalog, day.query.has('as_of') ? null : request.today);
	return { ...jsonAnswer(record), fields, changed };
};

export function enforceableOn(catalog: Catalog, board: Board, asOf: string): Shapes['Enforceable'] {
	const { appleList } = catalog;
	const listed = listedFor(appleList, board, asOf);
	return {
		board_id: board.id,
		board_ids: board.identifiers,
		as_of: asOf,
		list_seen_on: appleList?.seenOn ?? null,
		versions: listed?.map(({ version, build, until }) => ({ version, build, until })) ?? null,
		note: listed ? null : noteOn(appleList !== null),
	};
}

function noteOn(hasList: boolean): string {
	return hasList
		? "Apple's list is known from `list_seen_on` on: earlier lists are not kept."
		: "Apple's list is not known: a service that follows the feeds reads it within minutes.";
}
