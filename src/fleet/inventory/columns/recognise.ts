import { Failure } from '../../../process/failure.ts';
import { DayOrder } from '../cells/seen-day.ts';
import { type Field, fields, isField } from './field.ts';
import { foldColumn, knownColumns, looks } from './known-columns.ts';

/** A column that was recognized, and how: by its name, by its cells, or because the user named it. */
export interface Column {
	readonly field: Field;
	readonly column: string;
	readonly by: 'name' | 'content' | 'given';
}

/** Columns that somebody set, by field; an empty name leaves the field out. */
export type GivenColumns = Partial<Record<Field, string>>;

/** What is wanted of the columns: fields that somebody set, and columns that are carried through. */
export interface ColumnWishes {
	readonly given: GivenColumns;
	readonly keep: readonly string[];
	/** A column that was set may be one of another file. */
	readonly isOneOfSeveral: boolean;
	/** For a workbook, what its numbers of days lack to count from 1899-12-30. */
	readonly dayNumbers?: number | undefined;
}

/** The columns of the fields, those that are carried through, and how days are written. */
export function columnsOf(
	columns: readonly string[],
	sample: readonly (readonly string[])[],
	{ given, keep, isOneOfSeveral, dayNumbers }: ColumnWishes,
): { recognised: Column[]; keptColumns: (string | null)[]; dayOrder: DayOrder } {
	const ofFile = isOneOfSeveral ? givenIn(columns, given) : given;
	const recognised = recogniseColumns(columns, sample, ofFile);
	const seen = recognised.find(({ field }) => field === 'seen')?.column;
	const place = seen === undefined ? -1 : columns.indexOf(seen);
	const dayOrder = new DayOrder(dayNumbers);
	for (const row of sample) dayOrder.see(row[place] ?? '');
	return {
		recognised,
		dayOrder,
		keptColumns: keep.map((name) => findColumn(columns, name) ?? null),
	};
}

/** So much of a column must look like a field for it to be taken for one without the right name. */
const share = 0.6;

/** Which column holds which field: as given, else by name, else by what the first rows hold. */
function recogniseColumns(
	columns: readonly string[],
	sample: readonly (readonly string[])[],
	given: GivenColumns = {},
): Column[] {
	const columnOf = new Map<Field, Column>();
	const taken = new Set<string>();
	const take = (field: Field, column: string, by: Column['by']) => {
		columnOf.set(field, { field, column, by });
		taken.add(column);
	};
	const closed = new Set<Field>();
	for (const [field, name] of Object.entries(given) as [Field, string][]) {
		closed.add(field);
		// Who names the model means this one and no other.
		if (field === 'model') for (const other of ['board', 'model_name'] as const) closed.add(other);
		if (field === 'version') closed.add('os');
		if (name !== '') take(field, exactColumn(columns, name), 'given');
	}
	const named = columnsByName(columns);
	const valuesOf = (column: string) => {
		const at = named.position.get(column)!;
		return sample.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '');
	};
	const lends = named.whole.has('checkoutdate');
	for (const field of fields) {
		if (closed.has(field)) continue;
		const usualNames = knownColumns[field === 'model_name' ? 'model' : field];
		const free = columnsNamed(named, usualNames).filter(
			(column) =>
				!taken.has(column) &&
				!(field === 'name' && isOfOthers(column)) &&
				!(field === 'seen' && lends && loans.has(foldColumn(column))),
		);
		// A column of the right name that holds nothing of the kind gives way to the next of its names.
		const plausible = free.find((column) => isPlausible(field, valuesOf(column)));
		const best = plausible ?? (field === 'model_name' ? undefined : free[0]);
		if (best !== undefined) take(field, best, 'name');
	}
	for (const [field, look] of Object.entries(looks) as [Field, RegExp][]) {
		if (columnOf.has(field) || closed.has(field)) continue;
		const alike = columns.find((column) => !taken.has(column) && isAlike(look, valuesOf(column)));
		if (alike !== undefined) take(field, alike, 'content');
	}
	return fields.flatMap((field) => columnOf.get(field) ?? []);
}

/** Where each column is, and which have a name, folded. A row may have ten thousand: each is looked at once. */
interface ColumnsByName {
	readonly position: ReadonlyMap<string, number>;
	readonly whole: ReadonlyMap<string, readonly string[]>;
	/** By the last two parts of a dotted name, and by the last, those with the fewest parts first. */
	readonly lastTwo: ReadonlyMap<string, readonly string[]>;
	readonly lastPart: ReadonlyMap<string, readonly string[]>;
}

function columnsByName(columns: readonly string[]): ColumnsByName {
	const position = new Map<string, number>();
	for (const [at, column] of columns.entries()) if (!position.has(column)) position.set(column, at);
	const distinct = [...position.keys()];
	const depth = (column: string) => column.split('.').length;
	const nested = distinct.filter((column) => column.includes('.')).toSorted((a, b) => depth(a) - depth(b));
	return {
		position,
		whole: Map.groupBy(distinct, foldColumn),
		lastTwo: Map.groupBy(nested, (column) => foldColumn(column.split('.').slice(-2).join('.'))),
		lastPart: Map.groupBy(nested, (column) => foldColumn(lastPart(column))),
	};
}

/** The part of a dotted name that names what is there: `OS Version` of `custom_fields.OS Version.value`. */
function lastPart(column: string): string {
	const parts = column.split('.');
	return parts.length > 2 && /^value$/i.test(parts.at(-1)!) ? parts.at(-2)! : parts.at(-1)!;
}

/** The columns of these names, the best name first; the last parts of a dotted name count after whole names. */
function columnsNamed({ whole, lastTwo, lastPart }: ColumnsByName, wanted: readonly string[]): string[] {
	const all = [whole, lastTwo, lastPart].flatMap((names) => wanted.flatMap((name) => names.get(name) ?? []));
	return [...new Set(all)];
}

/** Whether a column is the name of somebody or something that a computer has: `general.assigned_user.name`. */
function isOfOthers(column: string): boolean {
	const parents = column.split('.').slice(0, -1);
	return parents.some((part) => others.test(part));
}

const others =
	/user|owner|assign|person|employee|contact|location|site|group|team|blueprint|department|building|company|manufacturer|supplier|status|category|model|volume|disk|network|policy|profile|agent_?version|operating_?system|^os$/i;

/** Where things are lent these days are of somebody who took or counted a Mac: the Mac itself reported nothing. */
const loans: ReadonlySet<string> = new Set(['lastcheckindate', 'lastaudit']);

/** What osquery calls a name is that of the system. */
const systemName = /^(?:mac ?os(?: x)?|os x|ios|ipados|windows|ubuntu)$/i;

function isPlausible(field: Field, values: readonly string[]): boolean {
	if (field === 'version') return values.some((value) => /\d/.test(value));
	if (field === 'platform') return values.some((value) => /\p{L}/u.test(value));
	// Some services give a model a number of their own.
	const isModel = field === 'model' || field === 'model_name';
	if (isModel && values.every((value) => /^[\d\s]*$/.test(value))) return false;
	if (isModel || field === 'name') return values.some((value) => !systemName.test(value));
	return values.length > 0;
}

function isAlike(look: RegExp, values: readonly string[]): boolean {
	return values.length > 0 && values.filter((value) => look.test(value)).length >= values.length * share;
}

function findColumn(columns: readonly string[], name: string): string | undefined {
	const exact = columns.find((column) => column === name);
	return exact ?? columns.find((column) => foldColumn(column) === foldColumn(name));
}

/** What was set that the file has, or that is left out of every file. */
function givenIn(columns: readonly string[], given: GivenColumns): GivenColumns {
	const ofFile = Object.entries(given).filter(
		([, name]) => name === '' || findColumn(columns, name) !== undefined,
	);
	return Object.fromEntries(ofFile);
}

function exactColumn(columns: readonly string[], name: string): string {
	return findColumn(columns, name) ?? refuseColumn(columns, name);
}

export function refuseColumn(columns: readonly string[], name: string): never {
	throw new Failure('no-such-column', `there is no column ${JSON.stringify(name)}: ${columnList(columns)}`);
}

export function columnList(columns: readonly string[]): string {
	const shown = columns.slice(0, 30).map((column) => JSON.stringify(column.slice(0, 60)));
	return `the columns are ${shown.join(', ')}${columns.length > 30 ? ` and ${columns.length - 30} more` : ''}`;
}

/** Reads `model=Hardware Model`. */
export function readGivenColumn(text: string): [Field, string] {
	const at = text.indexOf('=');
	const field = text.slice(0, at);
	if (at > 0 && isField(field)) return [field, text.slice(at + 1)];
	throw new Failure(
		'bad-column',
		`--column ${text}: expected FIELD=COLUMN, where FIELD is one of ${fields.join(', ')}`,
	);
}
