import { fold } from '../../catalog/identifier.ts';
import { day } from '../../catalog/tables/readers.ts';
import { type Fact, factKey } from '../facts/fact.ts';
import type { MachineSeen } from '../observation.ts';
import type { Lessons } from './evidence.ts';
import { type Evidence, stating } from './evidence.ts';

export const modelShape = /^[A-Za-z]+\d{1,3},\d{1,3}$/;
export const nameShape = /^[\p{L}\p{N}][\p{L}\p{N} "'(),./+&-]{0,79}$/u;

/**
 * Names for boards that were learnt, those of the `learnt` facts included; a name that the feed has mended since is
 * replaced. Boards of the shipped tables keep the names they have.
 */
export function nameBoards(
	{ shipped, catalog, facts: known, readings, now }: Evidence,
	learnt: readonly Fact[] = [],
): Lessons {
	const state = stating(now, catalog);
	const facts: Fact[] = [];
	const joining = new Map(
		learnt.filter(({ kind }) => kind === 'board').map(({ subject }) => [fold(subject), subject]),
	);
	for (const machine of Object.values(readings).flatMap((reading) => reading.machines)) {
		const board = catalog.names.get(fold(machine.board))?.find(({ id }) => fold(id) === fold(machine.board));
		const id = board?.id ?? joining.get(fold(machine.board));
		if (id === undefined || shipped.boards.has(id)) continue;
		if (!isSound(machine)) continue;
		// A model that two boards share resolves to neither: a slip in a feed must not cost a known Mac its name.
		const owners = catalog.names.get(fold(machine.model)) ?? [];
		if (owners.some((owner) => owner !== board)) continue;
		const value = `${machine.name.trim()}\t${machine.introduced}`;
		facts.push(state({ kind: 'machine', subject: id, object: machine.model, value, feed: machine.feed }));
	}
	const named = new Map(known.filter(({ kind }) => kind === 'machine').map((fact) => [factKey(fact), fact]));
	const told = new Map(facts.map((fact) => [factKey(fact), fact]));
	const boards = new Set(facts.map(({ subject }) => subject));
	return {
		facts: [...told].filter(([key, { value }]) => named.get(key)?.value !== value).map(([, fact]) => fact),
		items: [],
		// Accepted names stay; of the others, those that the feed now tells otherwise go.
		retracted: [...named]
			.filter(([key, { value, subject }]) => boards.has(subject) && told.get(key)?.value !== value)
			.map(([, fact]) => fact),
	};
}

function isSound({ name, model, introduced }: MachineSeen): boolean {
	return (
		nameShape.test(name.trim()) &&
		modelShape.test(model) &&
		(introduced === '' || day.read(introduced) !== undefined)
	);
}
