import { kindsOfShape } from '../../catalog/identifier.ts';
import { build, day, major, maybeDay, moment, oneOf, release } from '../../catalog/readers.ts';
import type { Reader } from '../../catalog/table.ts';
import { shapes as tables } from '../../catalog/tables.ts';
import { feeds } from '../observation.ts';
import { modelShape, nameShape } from '../rules/board-names.ts';
import type { Fact, FactKind } from './fact.ts';

const nothing = oneOf('');
const board: Reader<string> = {
	expected: 'a board identifier',
	read: (cell) => (kindsOfShape(cell).length > 0 ? cell : undefined),
};
const boardOrNothing: Reader<string> = {
	expected: `${board.expected}, or nothing`,
	read: (cell) => (cell === '' ? cell : board.read(cell)),
};
const model: Reader<string> = {
	expected: 'a model identifier such as Mac16,1',
	read: (cell) => (modelShape.test(cell) ? cell : undefined),
};
const nameAndDay: Reader<string> = {
	expected: 'a name and a day or nothing, with a tab between',
	read: (cell) => {
		const [name = '', introduced, ...more] = cell.split('\t');
		const sound = nameShape.test(name) && maybeDay.read(introduced ?? 'none') !== undefined;
		return sound && more.length === 0 ? cell : undefined;
	},
};
const feed = oneOf(...feeds);
const releaseOrBoard: Reader<unknown> = {
	expected: `${release.expected}; or ${board.expected}`,
	read: (cell) => release.read(cell) ?? board.read(cell),
};
/** What of a release a person may correct. */
export const aspects = ['date', 'build', 'boards'] as const;
const corrections: Reader<string> = {
	expected: 'a day, or builds or boards with a blank between',
	read: (cell) => {
		const words = cell.split(' ');
		const isSound = (reader: Reader<unknown>) => words.every((word) => reader.read(word) !== undefined);
		return day.read(cell) !== undefined || isSound(build) || isSound(board) ? cell : undefined;
	},
};

/** How each part of a fact is read: with the readers of the tables that it ends up in. */
const shapes: Record<FactKind, Record<'subject' | 'object' | 'value', Reader<unknown>>> = {
	release: { subject: release, object: nothing, value: day },
	disputed: { subject: release, object: day, value: feed },
	confirmed: { subject: release, object: feed, value: day },
	build: { subject: release, object: build, value: maybeDay },
	runs: { subject: release, object: board, value: nothing },
	'not-for': { subject: release, object: board, value: nothing },
	withdrawn: { subject: release, object: nothing, value: nothing },
	restored: { subject: release, object: boardOrNothing, value: nothing },
	board: { subject: board, object: nothing, value: tables.boards.columns.kind },
	machine: { subject: board, object: model, value: nameAndDay },
	canonical: { subject: major, object: nothing, value: board },
	forgotten: { subject: releaseOrBoard, object: nothing, value: nothing },
	corrected: { subject: release, object: oneOf(...aspects), value: corrections },
	revised: { subject: releaseOrBoard, object: nothing, value: nothing },
};

/** Reads what claims to be a fact; a text says what is wrong with it. Other fields are left behind. */
export function readFact(raw: unknown): Fact | string {
	const given = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
	const parts = Object.hasOwn(shapes, String(given.kind)) ? shapes[given.kind as FactKind] : null;
	if (!parts) return wrong('kind', given.kind, `one of ${Object.keys(shapes).join(', ')}`);
	for (const [name, { expected, read }] of Object.entries({ ...parts, feed, seen: moment })) {
		const value = given[name];
		if (typeof value !== 'string' || read(value) === undefined) return wrong(name, value, expected);
	}
	if (typeof given.accepted !== 'boolean') return wrong('accepted', given.accepted, 'true or false');
	const { kind, subject, object, value, feed: from, seen, accepted } = given as unknown as Fact;
	if (kind === 'board' && !kindsOfShape(subject).some((possible) => possible === value))
		return wrong('value', value, `a kind that ${subject} can be of`);
	return { kind, subject, object, value, feed: from, seen, accepted };
}

function wrong(name: string, value: unknown, expected: string): string {
	return `${name}: ${JSON.stringify(String(value).slice(0, 40))}: expected ${expected}`;
}
