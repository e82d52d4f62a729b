import { anyText, major, maybeDay, maybeRelease, oneOf, release, someOf, someText } from './readers.ts';
import { type Row, sortedTable } from './table.ts';

const caseNumberColumns = { case_number: someText, board_id: someText, sources: someOf, note: anyText };
const nameColumns = { name: someText, board_id: someText, sources: someOf, note: anyText };
const machineColumns = {
	board_id: someText,
	name: someText,
	first: release,
	last: release,
	first_x: maybeRelease,
	sources: someOf,
	note: anyText,
};
const majorColumns = { major, system: someText, name: anyText, sources: someOf };
const numberlessColumns = {
	name: someText,
	processor: anyText,
	introduced: maybeDay,
	introduced_precision: oneOf('day', 'month', 'year', ''),
	first: maybeRelease,
	last: release,
	ran: someText,
	reason: someText,
	sources: someOf,
	note: anyText,
};

export type MachineRow = Row<typeof machineColumns>;
export type NumberlessRow = Row<typeof numberlessColumns>;

/** The tables that say what machines and releases are called, and what a machine is that shares its number. */
export const nameShapes = {
	caseNumbers: sortedTable('case-numbers.csv', caseNumberColumns, ['case_number', 'board_id']),
	otherNames: sortedTable('names.csv', nameColumns, ['name', 'board_id']),
	machines: sortedTable('machines.csv', machineColumns, ['board_id', 'name']),
	majorNames: sortedTable('majors.csv', majorColumns, ['major']),
	numberless: sortedTable('numberless.csv', numberlessColumns, ['name']),
};
