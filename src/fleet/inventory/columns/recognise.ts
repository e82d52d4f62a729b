import { Failure } from '../../../process/failure.ts';
import { isPlausibleEvidence } from '../cells/evidence-cells.ts';
import { readSafari } from '../cells/safari-version.ts';
import { DayOrder, isDay } from '../cells/seen-day.ts';
import { type EvidenceField, evidenceFields, type Field, fields, isField } from './field.ts';
import { foldColumn, knownColumns, looks } from './known-columns.ts';

/** A column that was recognized, and how: by its name, by its cells, or because the user named it. */
export interface Column {
	readonly field: Field;
	readonly column: string;
	readonly by: 'name' | 'content' | 'given';
}

/** Columns that the user named, by field; an empty name leaves the field out. */
export type GivenColumns = Partial<Record<Field, string>>;

/** What the user wants of the columns. */
export interface ColumnWishes {
	readonly given: GivenColumns;
	readonly keep: readonly string[];
	/** A given column may be missing here, because another file may have it. */
	readonly isOneOfSeveral: boolean;
	/** For a workbook: `dayNumbers` of `DayColumn`. */
	readonly dayNumbers?: number | undefined;
}

/** The share of cells that must have the form of a field to recognize a column by its cells. */
const share = 0.6;

/** Finds the columns of the fields, the kept columns, how days are written, and columns of days that nothing uses. */
export function columnsOf(
	columns: readonly string[],
	sample: readonly (readonly string[])[],
	{ given, keep, isOneOfSeveral, dayNumbers }: ColumnWishes,
): { recognised: Column[]; keptColumns: (string | null)[]; dayOrder: DayOrder; unusedDays: string[] } {
	const ofFile = isOneOfSeveral ? givenIn(columns, given) : given;
	const recognised = recogniseColumns(columns, sample, ofFile);
	const seen = recognised.find(({ field }) => field === 'seen')?.column;
	const place = seen === undefined ? -1 : columns.indexOf(seen);
	const dayOrder = new DayOrder(dayNumbers);
	for (const row of sample) dayOrder.see(row[place] ?? '');
	const keptColumns = keep.map((name) => findColumn(columns, name) ?? null);
	const used = new Set([...recognised.map(({ column }) => column), ...keptColumns]);
	const unusedDays = columns.filter((column, at) => !used.has(column) && isDayColumn(sample, at));
	// A user who names the last contact has looked at the columns.
	return { recognised, dayOrder, keptColumns, unusedDays: given.seen === undefined ? unusedDays : [] };
}

function isDayColumn(sample: readonly (readonly string[])[], at: number): boolean {
	let [cells, days] = [0, 0];
	for (const row of sample) {
		const cell = row[at]?.trim() ?? '';
		if (cell === '') continue;
		cells++;
		if (isDay(cell)) days++;
		// Most columns have no day at all: a few cells show it.
		else if (cells > 5 && days === 0) return false;
	}
	return cells > 0 && days >= cells * share;
}

/** Finds the column of each field: the given one, else by name, else by the cells of the first rows. */
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
		// If the user names the model column, no other column may identify the model.
		if (field === 'model') for (const other of ['board', 'model_name'] as const) closed.add(other);
		if (field === 'version') closed.add('os');
		if (name !== '') take(field, exactColumn(columns, name), 'given');
	}
	const named = columnsByName(columns);
	const valuesOf = (column: string) => {
		const at = named.position.get(column)!;
		return sample.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '');
	};
	const hasLoans = named.whole.has('checkoutdate');
	for (const field of fields) {
		if (closed.has(field)) continue;
		const usualNames = knownColumns[field === 'model_name' ? 'model' : field];
		const free = columnsNamed(named, usualNames).filter(
			(column) =>
				!taken.has(column) &&
				!(field === 'name' && isOfOther(column)) &&
				!(ofSystem.has(field) && isOfUpdate(column)) &&
				!(field === 'seen' && hasLoans && loans.has(foldColumn(column))),
		);
		// Skip a column with a right name if its cells are implausible.
		const plausible = free.find((column) =>
			isEvidence(field)
				? !isCopy(column) && isPlausibleEvidence(field, column, valuesOf(column))
				: isPlausible(field, valuesOf(column)),
		);
		const best = plausible ?? (isOptional(field) ? undefined : free[0]);
		if (best !== undefined) take(field, best, 'name');
	}
	for (const [field, look] of Object.entries(looks) as [Field, RegExp][]) {
		if (columnOf.has(field) || closed.has(field)) continue;
		const fitting = columns.find((column) => !taken.has(column) && hasForm(look, valuesOf(column)));
		if (fitting !== undefined) take(field, fitting, 'content');
	}
	return fields.flatMap((field) => columnOf.get(field) ?? []);
}

/** Indexes of the columns by folded name. A row may have ten thousand columns, so each name is folded once. */
interface ColumnsByName {
	readonly position: ReadonlyMap<string, number>;
	readonly whole: ReadonlyMap<string, readonly string[]>;
	/** By the last two parts of a dotted name, and by the last part; names with the fewest parts come first. */
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

/** The last part of a dotted name, without `value`: `OS Version` of `custom_fields.OS Version.value`. */
function lastPart(column: string): string {
	const parts = column.split('.');
	return parts.length > 2 && /^value$/i.test(parts.at(-1)!) ? parts.at(-2)! : parts.at(-1)!;
}

/** The columns with these names, best name first. The last parts of dotted names come after whole names. */
function columnsNamed({ whole, lastTwo, lastPart }: ColumnsByName, wanted: readonly string[]): string[] {
	const all = [whole, lastTwo, lastPart].flatMap((names) => wanted.flatMap((name) => names.get(name) ?? []));
	return [...new Set(all)];
}

/** Whether a dotted name belongs to something else than the computer: `general.assigned_user.name`. */
function isOfOther(column: string): boolean {
	const parents = column.split('.').slice(0, -1);
	return parents.some((part) => otherThings.test(part));
}

const otherThings =
	/user|owner|assign|person|employee|contact|location|site|group|team|blueprint|department|building|company|manufacturer|supplier|status|category|model|volume|disk|network|policy|profile|agent_?version|operating_?system|^os$/i;

/** What the Mac has installed: a pending update and Safari have a version, a build and days of their own. */
const ofSystem: ReadonlySet<Field> = new Set(['version', 'os', 'build', 'seen', 'inventoried']);

/** Whether a dotted name belongs to Safari or to an update: `safari.version`, `softwareupdate.failure-reason.timestamp`. */
function isOfUpdate(column: string): boolean {
	return column
		.split('.')
		.slice(0, -1)
		.some((part) => /safari|pending|failure/i.test(part));
}

/** Jamf Pro has malformed copies of status items: `softwareupdate.pending-version.softwareupdate.target-local-date-time`. */
function isCopy(column: string): boolean {
	return /softwareupdate.*softwareupdate/i.test(column);
}

function isEvidence(field: Field): field is EvidenceField {
	return (evidenceFields as readonly Field[]).includes(field);
}

/** Fields whose columns must have fitting cells: without one, the report says that they are not known. */
function isOptional(field: Field): boolean {
	return field === 'model_name' || field === 'safari' || field === 'safari_build' || isEvidence(field);
}

/** In a loan register, these are days on which a person returned or counted a Mac: the Mac itself reported nothing. */
const loans: ReadonlySet<string> = new Set(['lastcheckindate', 'lastaudit']);

/** In osquery, a column called `name` has the name of the system. */
const systemName = /^(?:mac ?os(?: x)?|os x|ios|ipados|windows|ubuntu)$/i;

function isPlausible(field: Field, values: readonly string[]): boolean {
	if (field === 'version') return values.some((value) => /\d/.test(value));
	if (field === 'safari') return values.length === 0 || values.some((value) => isSafari(value, ''));
	if (field === 'safari_build') return values.length === 0 || values.some((value) => isSafari('', value));
	if (field === 'platform') return values.some((value) => /\p{L}/u.test(value));
	// Some services number the models: a column of numbers does not identify them.
	const isModel = field === 'model' || field === 'model_name';
	if (isModel && values.every((value) => /^[\d\s]*$/.test(value))) return false;
	if (isModel || field === 'name') return values.some((value) => !systemName.test(value));
	return values.length > 0;
}

function isSafari(version: string, build: string): boolean {
	const safari = readSafari(version, build);
	return safari.version !== '' || safari.build !== '';
}

function hasForm(look: RegExp, values: readonly string[]): boolean {
	return values.length > 0 && values.filter((value) => look.test(value)).length >= values.length * share;
}

function findColumn(columns: readonly string[], name: string): string | undefined {
	const exact = columns.find((column) => column === name);
	return exact ?? columns.find((column) => foldColumn(column) === foldColumn(name));
}

/** The given columns that the file has, and the fields that are left out. */
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
