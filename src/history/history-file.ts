import type { Database, SQLQueryBindings } from 'bun:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { columnField, factOrder, nameField } from '../fleet/history/history-schema.ts';
import {
	macsPerSegment,
	packSightings,
	type Sightings,
	unpackSightings,
} from '../fleet/history/sightings.ts';
import type { HistorySource, RememberedMac } from '../fleet/history/source.ts';
import type { MachineCells } from '../fleet/judging/machine-cells.ts';
import { Failure } from '../process/failure.ts';

export interface ImportRecord {
	readonly id: number;
	readonly name: string;
	readonly added: string;
	readonly taken: string;
	readonly macs: number;
	readonly first_day: number;
	readonly last_day: number;
}

/** A history on disk. */
export class HistoryFile {
	readonly #database: Database;
	readonly path: string;

	constructor(database: Database, path: string) {
		this.#database = database;
		this.path = path;
	}

	close(): void {
		this.#database.close();
	}

	/** Everything or nothing, and nobody else meanwhile. */
	change<T>(work: () => T): T {
		return this.#tried(() => this.#database.transaction(work).immediate() as T);
	}

	rows<T>(sql: string, ...values: SQLQueryBindings[]): T[] {
		return this.#tried(() => this.#database.query(sql).all(...values) as T[]);
	}

	row<T>(sql: string, ...values: SQLQueryBindings[]): T | null {
		return this.#tried(() => this.#database.query(sql).get(...values) as T | null);
	}

	run(sql: string, ...values: SQLQueryBindings[]): number {
		return this.#tried(() => Number(this.#database.query(sql).run(...values).lastInsertRowid));
	}

	each<T>(sql: string, take: (row: T) => void, ...values: SQLQueryBindings[]): void {
		this.#tried(() => {
			for (const row of this.#database.query(sql).iterate(...values)) take(row as T);
		});
	}

	/** Damage is found by whatever reads it. */
	#tried<T>(work: () => T): T {
		try {
			return work();
		} catch (thrown) {
			throw historyFailure(this.path, thrown);
		}
	}

	setting(name: string): string | null {
		return this.row<{ value: string }>('SELECT value FROM settings WHERE name = ?', name)?.value ?? null;
	}

	set(name: string, value: string): void {
		this.run('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)', name, value);
	}

	imports(): ImportRecord[] {
		return this.rows<ImportRecord>(
			'SELECT id, name, added, taken, macs, first_day, last_day FROM imports ORDER BY id',
		);
	}

	/** What an export speaks of besides the systems of its Macs. */
	setFields(imported: number, fields: readonly string[]): void {
		this.set(fieldsSetting(imported), JSON.stringify(fields));
	}

	/** One that was added before this was written down had names at least. */
	fieldsOf(imported: number): string[] {
		const known = this.setting(fieldsSetting(imported));
		return known === null ? [nameField] : (JSON.parse(known) as string[]);
	}

	/** Forgets what exports spoke of that are no longer there. */
	removeUnusedFields(): void {
		this.run(
			"DELETE FROM settings WHERE name LIKE 'fields %' AND CAST(substr(name, 8) AS INTEGER) NOT IN (SELECT id FROM imports)",
		);
	}

	/** The columns that were kept of any export. */
	columns(): string[] {
		const fields = this.rows<{ field: string }>(
			'SELECT DISTINCT field FROM facts WHERE field <> ? ORDER BY field',
			nameField,
		);
		return fields.map(({ field }) => field.slice(columnField('').length));
	}

	/** Adds the sightings of an import. */
	store(imported: number, sightings: Sightings): void {
		for (const [segment, bytes] of packSightings(sightings)) this.storeSegment(segment, imported, bytes);
		const days = new Set(sightings.days.subarray(0, sightings.length));
		for (const day of days) this.run('INSERT INTO days (import, day) VALUES (?, ?)', imported, day);
	}

	storeSegment(segment: number, imported: number, bytes: Uint8Array): void {
		const packed = deflateRawSync(bytes, { level: 6 });
		this.run(
			'INSERT OR REPLACE INTO sightings (segment, import, packed) VALUES (?, ?, ?)',
			segment,
			imported,
			packed,
		);
	}

	/** The sightings that an import added to a segment. */
	loadSegment(segment: number, packed: Uint8Array, into: Sightings): void {
		try {
			unpackSightings(inflateRawSync(packed), segment, into);
		} catch {
			throw new Failure('damaged-history', `${this.path} is damaged.`);
		}
	}

	/**
	 * What questions are answered from; `group` is the column to group by. Until the file is closed nobody changes it: an
	 * export that is added between two reads would be there in part.
	 */
	source(group: string | null): HistorySource {
		if (!this.#database.inTransaction) this.#database.run('BEGIN');
		const states = new Map<number, MachineCells>();
		this.each<{ id: number; cells: string }>('SELECT id, cells FROM states', ({ id, cells }) =>
			states.set(id, JSON.parse(cells)),
		);
		const days = new Set(this.rows<{ day: number }>('SELECT DISTINCT day FROM days').map(({ day }) => day));
		const segments = this.rows<{ segment: number }>(
			'SELECT DISTINCT segment FROM sightings ORDER BY segment',
		);
		const file = this;
		const macs = new MacReader(this, group);
		return {
			states,
			days,
			*segments() {
				for (const { segment } of segments)
					yield [
						segment,
						(into) =>
							file.each<{ packed: Uint8Array }>(
								'SELECT packed FROM sightings WHERE segment = ? ORDER BY import',
								({ packed }) => file.loadSegment(segment, packed, into),
								segment,
							),
					] as const;
			},
			mac: (number) => macs.mac(number),
		};
	}
}

const fieldsSetting = (imported: number) => `fields ${imported}`;

type LoadedMac = { -readonly [K in keyof RememberedMac]: RememberedMac[K] };

/** Macs are asked for one after the other: those of a segment are read at once. */
class MacReader {
	readonly #file: HistoryFile;
	readonly #group: string | null;
	#segment = -1;
	#macs = new Map<number, LoadedMac>();

	constructor(file: HistoryFile, group: string | null) {
		this.#file = file;
		this.#group = group === null ? null : columnField(group);
	}

	mac(number: number): RememberedMac {
		const segment = Math.floor(number / macsPerSegment);
		if (segment !== this.#segment) this.#load(segment);
		return this.#macs.get(number) ?? { serial: '', name: null, group: null };
	}

	#load(segment: number): void {
		this.#segment = segment;
		this.#macs = new Map();
		const [first, last] = [segment * macsPerSegment, (segment + 1) * macsPerSegment - 1];
		this.#file.each<{ id: number; serial: string }>(
			'SELECT id, serial FROM macs WHERE id BETWEEN ? AND ?',
			({ id, serial }) => this.#macs.set(id, { serial, name: null, group: null }),
			first,
			last,
		);
		this.#file.each<{ mac: number; field: string; day: number; value: string }>(
			`SELECT mac, field, day, value FROM facts WHERE mac BETWEEN ? AND ? AND field IN (?, ?) ${factOrder}`,
			({ mac, field, day, value }) => {
				const found = this.#macs.get(mac);
				if (!found) return;
				if (field === nameField && found.name !== null && found.name !== value)
					found.renamed = { before: found.name, on: day };
				// The last one stays.
				found[field === nameField ? 'name' : 'group'] = value;
			},
			first,
			last,
			nameField,
			this.#group ?? nameField,
		);
	}
}

/** What is wrong with a history, in a line. */
export function historyFailure(path: string, thrown: unknown): Error {
	if (thrown instanceof Failure) return thrown;
	const { code, message } = thrown as { code?: string; message?: string };
	if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_WRITE')
		return new Failure(
			'disk-full',
			`${path} cannot grow: the disk is full, or a limit was reached. Nothing was changed.`,
		);
	if (code === 'SQLITE_NOTADB') return new Failure('not-a-history', `${path} is not a fleet history.`);
	if (code?.startsWith('SQLITE_CORRUPT')) return new Failure('damaged-history', `${path} is damaged.`);
	if (code?.startsWith('SQLITE_BUSY'))
		return new Failure('history-busy', `${path} is in use by another command. Try again later.`);
	if (code?.startsWith('SQLITE'))
		return new Failure('history-unusable', `${path} cannot be used (${code}): ${message}`);
	return thrown as Error;
}
