import { readFlag } from '../fleet/inventory/cells/evidence-cells.ts';
import { isRecord } from '../process/json-file.ts';
import {
	BadAnswer,
	type FieldTable,
	type FurtherMembers,
	type JsonRecord,
	type Reading,
	type Value,
} from './kind.ts';

/** A line of a pulled inventory. Nothing else in an answer is stored. */
export interface PulledMac {
	readonly name: string | null;
	readonly serial: string | null;
	readonly model: string | null;
	readonly model_name: string | null;
	readonly board: string | null;
	readonly version: string | null;
	readonly build: string | null;
	readonly supplement: string | null;
	readonly supplemental_build: string | null;
	/** A day or a moment in UTC. */
	readonly seen: string | null;
	readonly managed: boolean | null;
	/** The name of the connection. */
	readonly source: string;
	/** Those of `FurtherMember` that the service has, and the columns that are carried through. */
	readonly [column: string]: Value;
}

/** The Mac in a record, with the columns that are carried through. */
export function macOf(
	record: JsonRecord,
	fields: FieldTable,
	source: string,
	keep: readonly string[],
	added: Further = {},
): PulledMac {
	const text = (paths: readonly string[]) => firstText(record, paths);
	const version = splitVersion(text(fields.version));
	const inventoried = momentOf(text(fields.inventoried));
	const contacts = fields.contact.map((path) => momentOf(textAt(record, path)));
	const mac: PulledMac = {
		name: text(fields.name),
		serial: text(fields.serial),
		model: text(fields.model),
		model_name: text(fields.model_name),
		board: text(fields.board),
		version: version.version,
		build: text(fields.build) ?? version.build,
		supplement: text(fields.supplement) ?? version.supplement,
		supplemental_build: text(fields.supplemental_build),
		seen: oldest([inventoried, ...contacts]),
		managed: fields.managed(record),
		source,
		...(fields.inventoried.length > 0 && { inventoried }),
		...(fields.inventoried.length + contacts.length > 1 && {
			newest_contact: newest([inventoried, ...contacts]),
		}),
		...furtherOf(record, fields.further),
		...added,
	};
	const columns: Record<string, Value> = {};
	for (const name of keep) {
		const value = valueAt(record, name);
		if (value !== undefined && !(name in mac)) columns[name] = value;
	}
	return { ...mac, ...columns };
}

/** Members of a line that a record adds to it. */
export type Further = Readonly<Record<string, Value>>;

export function furtherOf(record: JsonRecord, members: FurtherMembers): Further {
	return Object.fromEntries(Object.entries(members).map(([name, read]) => [name, read(record)]));
}

/** Reads the first text that a record has at one of the paths. */
export function textFrom(...paths: readonly string[]): Reading {
	return (record) => firstText(record, paths);
}

/** Reads the first moment, in UTC. */
export function momentFrom(...paths: readonly string[]): Reading {
	return (record) => momentOf(firstText(record, paths));
}

/** Reads `true`, `"1"`, `Yes` and their opposites; null for anything else, because a default says nothing. */
export function flagFrom(path: string): Reading {
	return (record) => flagIn(record, path);
}

export function flagIn(record: JsonRecord, path: string): boolean | null {
	return readFlag(String(memberAt(record, path) ?? '')) ?? null;
}

/** Reads free space in bytes. Zero, which services write for a Mac that has not reported, is null. */
export function bytesFrom(path: string, unit: number): Reading {
	return (record) => {
		const number = Number(textAt(record, path) ?? Number.NaN);
		return number > 0 && Number.isFinite(number) ? Math.round(number * unit) : null;
	};
}

/** The member at a dotted path; undefined if there is none. */
export function memberAt(value: unknown, path: string): unknown {
	let at: unknown = value;
	for (const name of path.split('.')) {
		if (!isRecord(at) || !Object.hasOwn(at, name)) return undefined;
		at = at[name];
	}
	return at;
}

/** The list of records at a dotted path. */
export function recordsAt(body: unknown, path: string): readonly JsonRecord[] {
	const list = path === '' ? body : memberAt(body, path);
	if (!Array.isArray(list)) throw new BadAnswer(`the answer has no list ${JSON.stringify(path)}`);
	const bad = list.findIndex((record) => !isRecord(record));
	if (bad >= 0) throw new BadAnswer(`entry ${bad + 1} of ${JSON.stringify(path)} is not an object`);
	return list as JsonRecord[];
}

/** A count, written as a number or as a text of digits; null if it is neither. */
export function countAt(body: unknown, path: string): number | null {
	const value = memberAt(body, path);
	const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
	return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

export function textAt(value: unknown, path: string): string | null {
	const member = memberAt(value, path);
	if (typeof member !== 'string' && typeof member !== 'number') return null;
	return String(member).trim() || null;
}

function firstText(record: JsonRecord, paths: readonly string[]): string | null {
	for (const path of paths) {
		const text = textAt(record, path);
		if (text !== null) return text;
	}
	return null;
}

/** A column that is carried through: the member at its path, or else at that path in any section of the record. */
function valueAt(record: JsonRecord, name: string): Value | undefined {
	const sections = Object.values(record).filter(isRecord);
	const value = [record, ...sections]
		.map((section) => memberAt(section, name))
		.find((member) => member !== undefined);
	if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as Value;
	return undefined;
}

const buildShape = /^\d{1,2}[A-Z]\d{1,5}[a-z]?$/;

/** Splits `macOS 15.3.1 (24D70)` or `26.3.1 (a)` into version, build and letter. Any other text stays as it is. */
export function splitVersion(text: string | null): {
	version: string | null;
	build: string | null;
	supplement: string | null;
} {
	const parts = /^(?:(?:mac ?os(?: x)?|os x)\s+)?(\d+(?:\.\d+)*)((?:\s*\(\w{1,10}\))*)$/i.exec(text ?? '');
	if (!parts) return { version: text, build: null, supplement: null };
	const inBrackets = [...parts[2]!.matchAll(/\((\w+)\)/g)].map(([, word]) => word!);
	const letter = inBrackets.find((word) => /^[a-z]$/i.test(word));
	return {
		version: parts[1]!,
		build: inBrackets.find((word) => buildShape.test(word)) ?? null,
		supplement: letter ? `(${letter})` : null,
	};
}

/** The moment in a cell, in UTC. Any other text stays as it is: the report then says that it cannot be read. */
export function momentOf(text: string | null): string | null {
	if (text === null || text === '0') return null;
	if (/^\d{9,10}(?:\.\d+)?$/.test(text)) return momentAt(Number(text) * 1000);
	if (/^\d{12,13}$/.test(text)) return momentAt(Number(text));
	const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/i.exec(
		text,
	);
	if (!iso) return text;
	const [, day, time, zone] = iso;
	if (time === undefined) return text;
	// A time without a zone is UTC, as in every export.
	const offset = !zone || /^[A-Z]/i.test(zone) ? 'Z' : zone.replace(/^(...)(\d\d)$/, '$1:$2');
	const at = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}${offset}`);
	// In UTC, the last hours of 9999 are in a year of six digits and a sign.
	return Number.isNaN(at) || at >= Date.UTC(10_000, 0) ? text : momentAt(at);
}

function momentAt(milliseconds: number): string | null {
	// Zero means never.
	return milliseconds > 0 ? new Date(milliseconds).toISOString().replace('.000Z', 'Z') : null;
}

/**
 * The day on which the version was seen: the oldest that can be read. A contact alone does not report the version, and of
 * several contacts nobody knows which one did. If none can be read, the first text.
 */
function oldest(texts: readonly (string | null)[]): string | null {
	return inOrder(texts)[0] ?? texts.find((text) => text !== null) ?? null;
}

/** The newest moment that can be read. */
function newest(texts: readonly (string | null)[]): string | null {
	return inOrder(texts).at(-1) ?? null;
}

function inOrder(texts: readonly (string | null)[]): string[] {
	return texts
		.filter((text) => text !== null)
		.filter((text) => !Number.isNaN(Date.parse(text)))
		.toSorted((a, b) => Date.parse(a) - Date.parse(b));
}
