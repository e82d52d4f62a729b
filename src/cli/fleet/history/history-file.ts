import { Database, type SQLQueryBindings } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { makeEmptyFile } from '../../../database/private-file.ts';
import { refuseForeignFile } from '../../../database/sqlite-file.ts';
import {
	applicationId,
	columnField,
	factOrder,
	historySchema,
	nameField,
	schemaVersion,
} from '../../../fleet/history/history-schema.ts';
import {
	macsPerSegment,
	packSightings,
	type Sightings,
	unpackSightings,
} from '../../../fleet/history/sightings.ts';
import type { HistorySource, RememberedMac } from '../../../fleet/history/source.ts';
import type { MachineCells } from '../../../fleet/machine-cells.ts';
import { Failure } from '../../../process/failure.ts';
import type { Settings } from '../../../settings/settings.ts';

export interface ImportRecord {
	readonly id: number;
	readonly name: string;
	readonly added: string;
	readonly taken: string;
	readonly macs: number;
	readonly first_day: number;
	readonly last_day: number;
}

export const historyOption = {
	type: 'string',
	value: 'FILE',
	help: 'the history file (default: fleet-history.db in the state folder)',
} as const;

export function historyPath(settings: Settings, given: unknown): string {
	return typeof given === 'string' ? given : join(settings.stateFolder, 'fleet-history.db');
}

/** Opens a history; one that is not there is made where `make` says so. */
export function openHistory(path: string, make: boolean): HistoryFile {
	if (!make && !existsSync(path))
		throw new Failure(
			'no-history',
			`No history at ${path}. Add exports with: pointrelease fleet remember FILE...`,
		);
	let database: Database | undefined;
	try {
		checkFile(path);
		if (make) makeEmptyFile(path);
		database = new Database(path, { create: make, readwrite: true });
		database.run('PRAGMA busy_timeout = 30000');
		// A full commit of one file: complete on disk or not there, whatever stops the process.
		database.run('PRAGMA journal_mode = DELETE');
		database.run('PRAGMA synchronous = FULL');
		// What is forgotten is overwritten.
		database.run('PRAGMA secure_delete = ON');
		prepare(database, path);
		return new HistoryFile(database, path);
	} catch (thrown) {
		database?.close();
		throw historyFailure(path, thrown);
	}
}

/** SQLite takes a file that is shorter than its header for an empty database, and writes over it. */
function checkFile(path: string): void {
	try {
		refuseForeignFile(path);
	} catch (thrown) {
		if ((thrown as Failure).code === 'state-link') throw thrown;
		throw new Failure('not-a-history', `${path} is not a fleet history.`);
	}
}

function prepare(database: Database, path: string): void {
	const number = (pragma: string) =>
		Object.values(database.query(`PRAGMA ${pragma}`).get() as Record<string, number>)[0]!;
	const version = number('user_version');
	const isEmpty = (database.query('SELECT count(*) AS n FROM sqlite_master').get() as { n: number }).n === 0;
	if (isEmpty && version === 0) {
		database
			.transaction(() => {
				database.run(historySchema);
				database.run(`PRAGMA application_id = ${applicationId}`);
				database.run(`PRAGMA user_version = ${schemaVersion}`);
			})
			.immediate();
		return;
	}
	if (number('application_id') !== applicationId)
		throw new Failure('not-a-history', `${path} is not a fleet history.`);
	if (version > schemaVersion)
		throw new Failure(
			'newer-history',
			`${path} was written by a newer version of pointrelease. Use that version, or another file.`,
		);
}

function historyFailure(path: string, thrown: unknown): Error {
	if (thrown instanceof Failure) return thrown;
	const { code, message } = thrown as { code?: string; message?: string };
	if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_WRITE')
		return new Failure(
			'disk-full',
			`${path} cannot grow: the disk is full, or a limit was reached. Nothing was added.`,
		);
	if (code === 'SQLITE_NOTADB') return new Failure('not-a-history', `${path} is not a fleet history.`);
	if (code?.startsWith('SQLITE_CORRUPT'))
		return new Failure(
			'damaged-history',
			`${path} is damaged. Restore it from a backup, or start a new one with --history.`,
		);
	if (code?.startsWith('SQLITE_BUSY'))
		return new Failure('history-busy', `${path} is in use by another command. Try again later.`);
	if (code?.startsWith('SQLITE'))
		return new Failure('history-unusable', `${path} cannot be used (${code}): ${message}`);
	return thrown as Error;
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
		try {
			return this.#database.transaction(work).immediate() as T;
		} catch (thrown) {
			throw historyFailure(this.path, thrown);
		}
	}

	rows<T>(sql: string, ...values: SQLQueryBindings[]): T[] {
		return this.#database.query(sql).all(...values) as T[];
	}

	row<T>(sql: string, ...values: SQLQueryBindings[]): T | null {
		return this.#database.query(sql).get(...values) as T | null;
	}

	run(sql: string, ...values: SQLQueryBindings[]): number {
		return Number(this.#database.query(sql).run(...values).lastInsertRowid);
	}

	each<T>(sql: string, take: (row: T) => void, ...values: SQLQueryBindings[]): void {
		for (const row of this.#database.query(sql).iterate(...values)) take(row as T);
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
			throw new Failure(
				'damaged-history',
				`${this.path} is damaged. Restore it from a backup, or start a new one with --history.`,
			);
		}
	}

	/** What questions are answered from; `group` is the column to group by. */
	source(group: string | null): HistorySource {
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
