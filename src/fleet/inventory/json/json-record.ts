import { budgets, overBudget } from '../budgets.ts';

const [quote, comma] = [0x22, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Parses the JSON of one record or page. It is counted first, because `JSON.parse` takes 1.4 GB for the ten million lists that
 * fit into a packed file of 30 KB.
 */
export function parseRecord(text: string): unknown {
	let [depth, values] = [0, 0];
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === quote) at = endOfText(text, at);
		else if (code === comma) values++;
		else if (code === openList || code === openObject) {
			values++;
			if (++depth > budgets.depth) throw overBudget('depth');
		} else if (code === closeList || code === closeObject) depth--;
		if (values > budgets.values) throw overBudget('values');
	}
	return JSON.parse(text);
}

/** The place of the quotation mark that ends a text, or the end of everything. `from` is the place of the first mark. */
export function endOfText(text: string, from: number): number {
	for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
		let escapes = at;
		while (text[escapes - 1] === '\\') escapes--;
		if ((at - escapes) % 2 === 0) return at;
	}
	return text.length;
}

/** The columns of a record that are read, and the objects that they are in. */
export interface WantedColumns {
	readonly columns: ReadonlySet<string>;
	readonly objects: ReadonlySet<string>;
}

export function wantedColumns(columns: readonly string[]): WantedColumns {
	const objects = columns.flatMap((column) => {
		const parts = column.split('.');
		return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('.'));
	});
	return { columns: new Set(columns), objects: new Set(objects) };
}

/**
 * Flattens a record into columns and texts; nested members have dotted names. Null if the value is not an object. Without
 * `wanted` it reads all members.
 */
export function flattenRecord(value: unknown, wanted?: WantedColumns): Map<string, string> | null {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
	const record = ofResultLog(value) ?? value;
	const cells = new Map<string, string>();
	const add = (prefix: string, record: object, depth: number): void => {
		for (const [name, value] of Object.entries(record)) {
			// The name of a section of a system profile, which is not the name of a computer.
			if (name === '_name') continue;
			const column = prefix + name;
			if (value === null || typeof value !== 'object') {
				if (wanted && !wanted.columns.has(column)) continue;
				cells.set(column, value === null ? '' : String(value));
				if (cells.size > budgets.columns) throw overBudget('columns');
			} else if (depth < deepest && (!wanted || wanted.objects.has(column))) {
				// Lists are left out, except for these sections of a system profile: each is a list of one element.
				const inner = Array.isArray(value) ? (isProfileSection(name) ? value[0] : null) : value;
				if (inner && typeof inner === 'object') add(`${column}.`, inner, depth + 1);
			}
		}
	};
	add('', record, 0);
	return cells;
}

/** A line of osquery's result log, where the row is in `columns` and `name` is that of the query; null if it is none. */
function ofResultLog(value: object): object | null {
	const { columns, hostIdentifier, unixTime } = value as Readonly<Record<string, unknown>>;
	if (typeof columns !== 'object' || columns === null || hostIdentifier === undefined) return null;
	return { hostIdentifier, unixTime, ...columns };
}

/** Whether a line of osquery's result log says what a row was before: the line beside it says what it is. */
export function isRemoved(value: unknown): boolean {
	const { action } = (value ?? {}) as { action?: unknown };
	return action === 'removed' && ofResultLog(value as object) !== null;
}

/** No export nests members deeper. */
const deepest = 6;

function isProfileSection(name: string): boolean {
	return name === 'SPHardwareDataType' || name === 'SPSoftwareDataType';
}
