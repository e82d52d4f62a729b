import { statSync } from 'node:fs';
import { noPolicy } from '../advice/policy/policy.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { named } from '../fleet/file-names.ts';
import { Fleet, keepMac, type Mac, usualStaleDays } from '../fleet/fleet.ts';
import { columnField, nameField } from '../fleet/history/history-schema.ts';
import { Sightings } from '../fleet/history/sightings.ts';
import { isTelling } from '../fleet/inventory/cells/serial.ts';
import type { GivenColumns } from '../fleet/inventory/columns/recognise.ts';
import type { Inventory } from '../fleet/inventory/inventory.ts';
import { openInventory } from '../fleet/inventory/open-inventory.ts';
import type { KnownResult } from '../fleet/judging/memo.ts';
import { Failure } from '../process/failure.ts';
import { dayNumber, dayTextAt } from '../text/day.ts';
import { FactWriter } from './facts.ts';
import type { HistoryFile } from './history-file.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { type NamedFile, openFile } from './read-files.ts';

/** How to remember an export. */
export interface RememberTask {
	readonly catalog: Catalog;
	readonly now: Date;
	/** Replaces serial numbers; null to store them as they are. */
	readonly pseudonyms: Pseudonyms | null;
	/** Columns of the export that were set by hand. */
	readonly given?: GivenColumns;
	/** The day of rows without a last contact; null for the date of the file, or today. */
	readonly taken?: string | null;
	/** Columns whose values are stored, too. */
	readonly keep?: readonly string[];
	/** Is told how many bytes were read, as often as some were. */
	readonly onBytes?: (bytes: number) => void;
}

/** The result of adding one export. */
export interface Remembered {
	readonly file: string;
	/** The number of the import, by which it can be taken back. */
	readonly import: number;
	/** Whether the same export was added before: then nothing changed. */
	readonly known: boolean;
	readonly macs: number;
	/** Rows without a serial number, which are left out: nothing tells their Macs apart. */
	readonly without_serial: number;
	/** Rows without a last contact: they count for `taken`. */
	readonly without_contact: number;
	/** Rows with a last contact after the export was made, or in the future: they count for `taken`, too. */
	readonly later_contact: number;
	readonly taken: string;
	/** Whether the export says that it is one page of several. */
	readonly incomplete: boolean;
	readonly rows: number;
	/** How many rows the other pages have; 0 if the export does not say. */
	readonly missing_rows: number;
}

/** Adds an export from a file: all of it, or nothing. */
export async function rememberFile(
	history: HistoryFile,
	file: NamedFile,
	task: RememberTask,
): Promise<Remembered> {
	const digest = new Bun.CryptoHasher('sha256');
	const onPiece = (piece: Uint8Array) => {
		digest.update(piece);
		task.onBytes?.(piece.length);
	};
	const inventory = await openFile(file, task.given ?? {}, onPiece, { keep: task.keep ?? [] });
	const day = fileDay(file.path, task.now);
	return remember(history, { name: file.name, inventory, day, digest: () => digest.digest('hex') }, task);
}

/** Adds an export that is in memory: a record for each Mac, with the columns of any management service. */
export async function rememberRows(
	history: HistoryFile,
	{ name, rows }: { name: string; rows: readonly Readonly<Record<string, unknown>>[] },
	task: RememberTask,
): Promise<Remembered> {
	const bytes = new TextEncoder().encode(JSON.stringify(rows));
	const opened = openInventory(
		(async function* () {
			yield bytes;
		})(),
		task.given,
		{ keep: task.keep ?? [] },
	);
	const inventory = await named(name, opened);
	const digest = () => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
	return remember(history, { name, inventory, day: dayTextAt(task.now.getTime()), digest }, task);
}

/** An export that was opened. */
interface Export {
	readonly name: string;
	readonly inventory: Inventory;
	/** The day it was made, as far as anybody knows. */
	readonly day: string;
	/** The digest of its bytes, once all were read. */
	digest(): string;
}

async function remember(history: HistoryFile, { name, inventory, day, digest }: Export, task: RememberTask) {
	const today = dayTextAt(task.now.getTime());
	const stated = task.taken ?? day;
	const taken = stated < today ? stated : today;
	// The date of a file may be the date of a copy, so only a last contact in the future is later than the export.
	const latest = task.taken ? taken : today;
	const { rowsRead: rows, ...counts } = await readRows(name, inventory, { ...task, taken, latest });
	const result = { file: name, taken, ...counts };
	const sha256 = digest();
	return history.change(() => {
		// Another command may have begun the history meanwhile.
		if ((history.setting('serials') === 'hashed') !== (task.pseudonyms !== null))
			throw new Failure('history-busy', `${history.path} is in use by another command. Try again later.`);
		const before = history.row<{ id: number; macs: number; taken: string }>(
			'SELECT id, macs, taken FROM imports WHERE digest = ?',
			sha256,
		);
		if (before) return { ...result, import: before.id, known: true, macs: before.macs, taken: before.taken };
		const { id, macs } = addImport(history, { name, sha256, taken, rows }, task);
		return { ...result, import: id, known: false, macs };
	});
}

/** A row of an export, as far as it is stored. */
interface ReadRow {
	readonly serial: string;
	readonly known: KnownResult;
	readonly day: number;
	/** Values to store besides, by their fields. */
	readonly facts: readonly (readonly [string, string])[];
}

async function readRows(
	file: string,
	inventory: Inventory,
	{ catalog, taken, latest, pseudonyms, keep = [] }: RememberTask & { taken: string; latest: string },
) {
	const rows: ReadRow[] = [];
	const counts = { rows: 0, without_serial: 0, without_contact: 0, later_contact: 0 };
	const fleet = new Fleet({ catalog, policy: noPolicy(taken), staleDays: usualStaleDays });
	const [takenDay, latestDay] = [dayNumber(taken), dayNumber(latest)];
	const { missing } = await named(
		file,
		inventory.read((row) => {
			counts.rows++;
			fleet.add(file, row, (name, ofRow, known, seen) => {
				const mac = keepMac(name, ofRow, known, seen);
				if (!isTelling(mac.serial)) {
					counts.without_serial++;
					return;
				}
				if (mac.seen === null) counts.without_contact++;
				const contact = mac.seen === null ? takenDay : dayNumber(mac.seen);
				if (contact > latestDay) counts.later_contact++;
				rows.push({
					serial: mac.serial.toUpperCase(),
					known,
					// A Mac that was seen after the export was made has a wrong clock.
					day: contact > latestDay ? takenDay : contact,
					facts: pseudonyms ? [] : factsOf(mac, keep),
				});
			});
		}),
	);
	return { ...counts, incomplete: missing !== 0, missing_rows: missing ?? 0, rowsRead: rows };
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
	{ now, pseudonyms, keep = [] }: RememberTask,
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

/** The day on which a file was last written; today for a pipe. */
function fileDay(path: string, now: Date): string {
	const found = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false });
	return dayTextAt((found?.isFile() ? found.mtime : now).getTime());
}
