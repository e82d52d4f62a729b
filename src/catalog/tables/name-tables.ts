import { compareText } from '../identifier.ts';
import { compareVersions } from '../version.ts';
import { anyText, major, maybeDay, maybeRelease, oneOf, release, someOf, someText } from './readers.ts';
import type { Row, TableShape } from './table.ts';

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
	caseNumbers: {
		file: 'case-numbers.csv',
		columns: caseNumberColumns,
		order: (a: Row<typeof caseNumberColumns>, b: Row<typeof caseNumberColumns>) =>
			compareText(a.case_number, b.case_number) || compareText(a.board_id, b.board_id),
		sortedBy: 'case_number, then board_id',
		key: 'case_number',
	} satisfies TableShape<typeof caseNumberColumns>,
	otherNames: {
		file: 'names.csv',
		columns: nameColumns,
		order: (a: Row<typeof nameColumns>, b: Row<typeof nameColumns>) =>
			compareText(a.name, b.name) || compareText(a.board_id, b.board_id),
		sortedBy: 'name, then board_id',
		key: 'name',
	} satisfies TableShape<typeof nameColumns>,
	machines: {
		file: 'machines.csv',
		columns: machineColumns,
		order: (a: MachineRow, b: MachineRow) =>
			compareText(a.board_id, b.board_id) || compareText(a.name, b.name),
		sortedBy: 'board_id, then name',
		key: 'board_id',
	} satisfies TableShape<typeof machineColumns>,
	majorNames: {
		file: 'majors.csv',
		columns: majorColumns,
		order: (a: Row<typeof majorColumns>, b: Row<typeof majorColumns>) => compareVersions(a.major, b.major),
		sortedBy: 'major',
		key: 'major',
	} satisfies TableShape<typeof majorColumns>,
	numberless: {
		file: 'numberless.csv',
		columns: numberlessColumns,
		order: (a: NumberlessRow, b: NumberlessRow) => compareText(a.name, b.name),
		sortedBy: 'name',
		key: 'name',
	} satisfies TableShape<typeof numberlessColumns>,
};
