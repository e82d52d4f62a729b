import type { Database, SQLQueryBindings } from 'bun:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { columnField, factOrder, lateField, nameField } from '../fleet/history/history-schema.ts';
import {
	macsPerSegment,
	mostPackedBytes,
	packSightings,
	type Sightings,
	unpackSightings,
} from '../fleet/history/sightings.ts';
import {
	type HistorySource,
	lateChange,
	type RememberedMac,
	type StoredState,
	storedState,
} from '../fleet/history/source.ts';
import { Failure } from '../process/failure.ts';

/** An export that was added. */
export interface ImportRecord {
	readonly id: number;
	/** The name of its file. */
	readonly name: string;
	readonly sha256: string;
	readonly added: string;
	/** The day it was made, as far as known. */
	readonly taken: string;
	readonly macs: number;
	readonly first_day: number;
	readonly last_day: number;
	readonly rows: number;
	/** Rows with a last contact that gives no sighting. */
	readonly unreadable_days: number;
	/** Rows beyond the first of a serial number. */
	readonly duplicates: number;
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

	/** Runs the work in one transaction that excludes all other writers. */
	change<T>(work: () => T): T {
		return this.#tried(() => this.#database.transaction(work).immediate() as T);
	}

	/** The same for long work that lets signals and timers run meanwhile. Nobody else may use this connection until it ends. */
	async changeInTurns<T>(work: () => Promise<T>): Promise<T> {
		const step = (sql: string) => this.#tried(() => this.#database.run(sql));
		step('BEGIN IMMEDIATE');
		try {
			const result = await work();
			step('COMMIT');
			return result;
		} catch (thrown) {
			// After a full disk SQLite may have rolled back already.
			if (this.#database.inTransaction) step('ROLLBACK');
			throw thrown;
		}
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

	/** Inserts a row of named values, and returns its number. */
	insert(table: string, values: Readonly<Record<string, SQLQueryBindings>>): number {
		const names = Object.keys(values);
		const places = names.map(() => '?').join();
		return this.run(`INSERT INTO ${table} (${names.join()}) VALUES (${places})`, ...Object.values(values));
	}

	each<T>(sql: string, take: (row: T) => void, ...values: SQLQueryBindings[]): void {
		this.#tried(() => {
			for (const row of this.#database.query(sql).iterate(...values)) take(row as T);
		});
	}

	/** Turns errors of SQLite into failures: any statement may be the first to find damage. */
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
			'SELECT id, name, digest AS sha256, added, taken, macs, first_day, last_day, rows, unreadable_days, duplicates FROM imports ORDER BY id',
		);
	}

	/** The columns that any export was stored with. */
	columns(): string[] {
		const fields = this.rows<{ field: string }>(
			'SELECT DISTINCT field FROM facts WHERE field NOT IN (?, ?) ORDER BY field',
			nameField,
			lateField,
		);
		return fields.map(({ field }) => field.slice(columnField('').length));
	}

	/** The last value of a Mac in each of the columns; a column without one is absent. */
	valuesOf(mac: number, columns: readonly string[]): Record<string, string> {
		const values: Record<string, string> = {};
		const places = columns.map(() => '?').join();
		this.each<{ field: string; value: string }>(
			`SELECT field, value FROM facts WHERE mac = ? AND field IN (${places}) ${factOrder}`,
			({ field, value }) => {
				values[field.slice(columnField('').length)] = value;
			},
			mac,
			...columns.map(columnField),
		);
		return values;
	}

	/** Adds the sightings of an import. */
	store(imported: number, sightings: Sightings): void {
		for (const [segment, bytes] of packSightings(sightings)) this.storeSegment(segment, imported, bytes);
		const days = new Set(sightings.days.subarray(0, sightings.length));
		for (const day of days) this.run('INSERT INTO days (import, day) VALUES (?, ?)', imported, day);
	}

	storeSegment(segment: number, imported: number, bytes: Uint8Array): void {
		if (bytes.length > mostPackedBytes)
			throw new Failure(
				'too-many-sightings',
				'the export has more sightings of 1,024 Macs than a history can hold: add it in parts',
			);
		const packed = deflateRawSync(bytes, { level: 6 });
		this.run(
			'INSERT OR REPLACE INTO sightings (segment, import, packed) VALUES (?, ?, ?)',
			segment,
			imported,
			packed,
		);
	}

	/** Adds the packed sightings of a segment to a list. */
	loadSegment(segment: number, packed: Uint8Array, into: Sightings): void {
		try {
			unpackSightings(inflateRawSync(packed, { maxOutputLength: mostPackedBytes }), segment, into);
		} catch (thrown) {
			if (thrown instanceof Failure) throw thrown;
			throw new Failure('damaged-history', `${this.path} is damaged.`);
		}
	}

	/**
	 * The content for questions; `group` is the column to group by. Opens a transaction that lasts until the file is closed,
	 * so that a question never sees part of an export that another command adds meanwhile.
	 */
	source(group: string | null): HistorySource {
		if (!this.#database.inTransaction) this.#database.run('BEGIN');
		const states = new Map<number, StoredState>();
		this.each<{ id: number; cells: string; in_export: number }>(
			'SELECT id, cells, in_export FROM states',
			({ id, cells, in_export }) => states.set(id, storedState(cells, in_export === 1)),
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
			exportDays: new Set(this.imports().map(({ last_day }) => last_day)),
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

type LoadedMac = { -readonly [K in keyof RememberedMac]: RememberedMac[K] };

/** Reads the Macs of a whole segment at once, because questions ask for one Mac after another. */
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
		this.#file.each<{ mac: number; day: number; reason: string | null }>(
			'SELECT mac, day, reason FROM retirements WHERE mac BETWEEN ? AND ?',
			({ mac, day, reason }) => {
				const loaded = this.#macs.get(mac);
				if (loaded) loaded.retired = { on: day, reason };
			},
			first,
			last,
		);
		this.#file.each<{ mac: number; field: string; day: number; value: string }>(
			`SELECT mac, field, day, value FROM facts WHERE mac BETWEEN ? AND ? AND field IN (?, ?, ?) ${factOrder}`,
			({ mac, field, day, value }) => {
				const loaded = this.#macs.get(mac);
				if (!loaded) return;
				if (field === lateField) {
					const change = lateChange(day, value);
					if (change) loaded.late = [...(loaded.late ?? []), change];
					return;
				}
				if (field === nameField && loaded.name !== null && loaded.name !== value)
					loaded.renamed = { before: loaded.name, on: day };
				// Facts are in order, so the last value wins.
				loaded[field === nameField ? 'name' : 'group'] = value;
			},
			first,
			last,
			nameField,
			this.#group ?? nameField,
			lateField,
		);
	}
}

/** Turns an error of SQLite into a Failure with one line about the history. */
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
