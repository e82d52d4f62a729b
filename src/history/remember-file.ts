import { statSync } from 'node:fs';
import { noPolicy } from '../advice/policy/policy.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { named } from '../fleet/file-names.ts';
import { Fleet, keepMac, type Mac, usualStaleDays } from '../fleet/fleet.ts';
import { columnField, nameField } from '../fleet/history/history-schema.ts';
import { Sightings } from '../fleet/history/sightings.ts';
import { isTelling } from '../fleet/inventory/cells/serial.ts';
import type { GivenColumns } from '../fleet/inventory/columns/recognise.ts';
import type { KnownResult } from '../fleet/judging/memo.ts';
import { Failure } from '../process/failure.ts';
import { dayNumber, dayTextAt } from '../text/day.ts';
import { FactWriter } from './facts.ts';
import type { HistoryFile } from './history-file.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { type NamedFile, openFile } from './read-files.ts';

export interface RememberTask {
	readonly catalog: Catalog;
	readonly given: GivenColumns;
	/** The day of rows that do not say when the Mac was seen; null for the date of the file. */
	readonly taken: string | null;
	/** Columns whose values are kept. */
	readonly keep: readonly string[];
	/** What stands for serial numbers; null where they are kept as they are. */
	readonly pseudonyms: Pseudonyms | null;
	readonly onBytes: (bytes: number) => void;
	readonly now: Date;
}

/** What came of one export. */
export interface Remembered {
	readonly file: string;
	/** The number under which it can be taken back. */
	readonly import: number;
	/** It was remembered before, and nothing changed. */
	readonly known: boolean;
	readonly macs: number;
	/** Rows that cannot be told from other Macs. */
	readonly without_serial: number;
	/** Rows that did not say when the Mac was seen: they count for `taken`. */
	readonly without_contact: number;
	/** Rows that name a day after the export was made, or one that has not come: they count for `taken`, too. */
	readonly later_contact: number;
	readonly taken: string;
	/** The file says that it is one page of several. */
	readonly incomplete: boolean;
	readonly rows: number;
	/** How many rows the other pages have; 0 where it does not say. */
	readonly missing_rows: number;
}

interface ReadRow {
	readonly serial: string;
	readonly known: KnownResult;
	readonly day: number;
	/** What is remembered of it besides, by its field. */
	readonly facts: readonly (readonly [string, string])[];
}

/** Reads an export and adds it to the history: all of it, or nothing. */
export async function rememberFile(
	history: HistoryFile,
	file: NamedFile,
	task: RememberTask,
): Promise<Remembered> {
	const today = dayTextAt(task.now.getTime());
	const stated = task.taken ?? fileDay(file.path, task.now);
	const taken = stated < today ? stated : today;
	const digest = new Bun.CryptoHasher('sha256');
	const rows: ReadRow[] = [];
	const counts = { rows: 0, without_serial: 0, without_contact: 0, later_contact: 0 };
	const inventory = await openFile(
		file,
		task.given,
		(piece) => {
			digest.update(piece);
			task.onBytes(piece.length);
		},
		{ keep: task.keep },
	);
	const fleet = new Fleet({
		catalog: task.catalog,
		policy: noPolicy(taken),
		staleDays: usualStaleDays,
	});
	const takenDay = dayNumber(taken);
	// The date of a file may be that of a copy: then only what has not come is too late.
	const latest = task.taken === null ? dayNumber(today) : takenDay;
	const { missing } = await named(
		file.name,
		inventory.read((row) => {
			counts.rows++;
			fleet.add(file.name, row, (name, ofRow, known, seen) => {
				const mac = keepMac(name, ofRow, known, seen);
				if (!isTelling(mac.serial)) {
					counts.without_serial++;
					return;
				}
				if (mac.seen === null) counts.without_contact++;
				const contact = mac.seen === null ? takenDay : dayNumber(mac.seen);
				if (contact > latest) counts.later_contact++;
				rows.push({
					serial: mac.serial.toUpperCase(),
					known,
					// No Mac was seen after the export was made: its clock is wrong.
					day: contact > latest ? takenDay : contact,
					facts: task.pseudonyms ? [] : factsOf(mac, task.keep),
				});
			});
		}),
	);
	const result = {
		file: file.name,
		taken,
		...counts,
		incomplete: missing !== 0,
		missing_rows: missing ?? 0,
	};
	const sha256 = digest.digest('hex');
	return history.change(() => {
		// Another command may have begun the history meanwhile.
		if ((history.setting('serials') === 'hashed') !== (task.pseudonyms !== null))
			throw new Failure('history-busy', `${history.path} is in use by another command. Try again later.`);
		const before = history.row<{ id: number; macs: number; taken: string }>(
			'SELECT id, macs, taken FROM imports WHERE digest = ?',
			sha256,
		);
		if (before) return { ...result, import: before.id, known: true, macs: before.macs, taken: before.taken };
		const { id, macs } = addImport(history, { name: file.name, sha256, taken, rows }, task);
		return { ...result, import: id, known: false, macs };
	});
}

interface Import {
	readonly name: string;
	readonly sha256: string;
	readonly taken: string;
	readonly rows: readonly ReadRow[];
}

function addImport(
	history: HistoryFile,
	{ name, sha256, taken, rows }: Import,
	{ now, pseudonyms, keep }: RememberTask,
): { id: number; macs: number } {
	const days = rows.map(({ day }) => day);
	const bounds = days.reduce(
		(range, day) => [Math.min(range[0]!, day), Math.max(range[1]!, day)],
		[days[0] ?? dayNumber(taken), days[0] ?? dayNumber(taken)],
	);
	const serials = new Map<string, number>();
	const id = history.run(
		'INSERT INTO imports (digest, name, added, taken, macs, first_day, last_day) VALUES (?, ?, ?, ?, 0, ?, ?)',
		sha256,
		name,
		now.toISOString(),
		taken,
		bounds[0]!,
		bounds[1]!,
	);
	history.each<{ id: number; serial: string }>('SELECT id, serial FROM macs', (mac) =>
		serials.set(mac.serial, mac.id),
	);
	const states = new Map<string, number>();
	history.each<{ id: number; cells: string }>('SELECT id, cells FROM states', (state) =>
		states.set(state.cells, state.id),
	);
	const facts = new FactWriter(history, id);
	const numbers = new Map<KnownResult, number>();
	const stateOf = (known: KnownResult) => {
		let number = numbers.get(known);
		if (number === undefined) {
			const cells = JSON.stringify(known.cells);
			number = states.get(cells) ?? history.run('INSERT INTO states (cells) VALUES (?)', cells);
			states.set(cells, number);
			numbers.set(known, number);
		}
		return number;
	};
	const sightings = new Sightings();
	const seen = new Set<number>();
	for (const row of rows) {
		const serial = pseudonyms ? pseudonyms.of(row.serial) : row.serial;
		let mac = serials.get(serial);
		if (mac === undefined) {
			mac = history.run('INSERT INTO macs (serial) VALUES (?)', serial);
			serials.set(serial, mac);
		}
		seen.add(mac);
		sightings.add(mac, stateOf(row.known), row.day);
		for (const [field, value] of row.facts) facts.add(mac, field, row.day, value);
	}
	history.store(id, sightings);
	history.setFields(id, pseudonyms ? [] : [nameField, ...keep.map(columnField)]);
	facts.end();
	history.run('UPDATE imports SET macs = ? WHERE id = ?', seen.size, id);
	return { id, macs: seen.size };
}

function factsOf({ name, kept }: Mac, columns: readonly string[]): (readonly [string, string])[] {
	return [
		...(name === '' ? [] : [[nameField, name] as const]),
		...columns.flatMap((column, at) => (kept[at] ? [[columnField(column), kept[at]] as const] : [])),
	];
}

/** The day on which a file was last written; today for what is no file. */
function fileDay(path: string, now: Date): string {
	const found = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false });
	return dayTextAt((found?.isFile() ? found.mtime : now).getTime());
}
