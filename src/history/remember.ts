import { statSync } from 'node:fs';
import type { LateLimits } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import { noPolicy, type Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { dayNumber, dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { Fleet, type Mac, usualStaleDays } from '../fleet/fleet.ts';
import { columnField, lateField, nameField, notLate } from '../fleet/history/history-schema.ts';
import { identifiesMac } from '../fleet/inventory/cells/cell-text.ts';
import type { GivenColumns } from '../fleet/inventory/columns/recognise.ts';
import type { Inventory } from '../fleet/inventory/inventory.ts';
import type { OpenOptions } from '../fleet/inventory/open-inventory.ts';
import { LateMacs } from '../fleet/judging/late-macs.ts';
import { isBetter, serialKey } from '../fleet/merge-files.ts';
import { type UnusedDays, unusedDaysOf } from '../fleet/report/unused-days.ts';
import { Failure } from '../process/failure.ts';
import { addImport, type ReadRow, type ReturnedMac } from './add-import.ts';
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
	readonly columns?: GivenColumns;
	/** The day of rows without a last contact; null for the date of the file, or today. */
	readonly exportDay?: string | null;
	/** Columns whose values are stored, too. */
	readonly keep?: readonly string[];
	/** Why Macs are late is stored, too, by this policy; null or absent to leave it out. */
	readonly late?: { readonly policy: Policy; readonly limits: LateLimits } | null;
	/** Called now and then while the file is read. */
	readonly turn?: OpenOptions['turn'];
	/** Gets the number of bytes after each read. */
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
	/** Rows without a serial number, which are left out: nothing distinguishes their Macs. */
	readonly without_serial: number;
	/** Rows without a last contact: they count for `taken`. */
	readonly without_contact: number;
	/** Rows with a last contact after the export was made, or in the future, which are left out. */
	readonly later_contact: number;
	/** Rows whose last contact cannot be read, is "never", or is before the version came out, which are left out, too. */
	readonly no_sighting: number;
	/** Rows whose last contact is a text, but not a sighting for any of these reasons, and the text of the first. */
	readonly unreadable_days: number;
	readonly unreadable_day_example: string | null;
	/** Rows beyond the first of a serial number. Each counts for its own day; of several rows of one day one counts. */
	readonly duplicates: number;
	readonly returned: readonly ReturnedMac[];
	readonly taken: string;
	/** Whether no row states a last contact, so that all count for the date of the file, which may be that of a copy. */
	readonly dated_by_file: boolean;
	/** Columns of days that nothing used; null if there are none. */
	readonly unused_days: UnusedDays | null;
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
	const inventory = await openFile(file, task.columns ?? {}, onPiece, {
		keep: task.keep ?? [],
		turn: task.turn,
	});
	// A pull shows the current state.
	const modified = file.content ? null : modifiedAt(file.path);
	const day = dayTextAt((modified ?? task.now).getTime());
	const isPulled = file.content !== undefined;
	const opened = { name: file.name, inventory, day, modified, isPulled, digest: () => digest.digest('hex') };
	return remember(history, opened, task);
}

/** An export that was opened. */
interface Export {
	readonly name: string;
	readonly inventory: Inventory;
	/** The day it was made, as far as known. */
	readonly day: string;
	/** When its file was last written; null if it is no file. */
	readonly modified: Date | null;
	/** Whether it shows the current state, and not that of an earlier day. */
	readonly isPulled: boolean;
	/** The digest of its bytes, once all were read. */
	digest(): string;
}

async function remember(
	history: HistoryFile,
	{ name, inventory, day, modified, isPulled, digest }: Export,
	task: RememberTask,
) {
	const today = dayTextAt(task.now.getTime());
	const stated = task.exportDay ?? day;
	const exportDay = stated < today ? stated : today;
	// The date of a file may be that of a copy. If nobody gave the day, only a last contact in the future is too late.
	const latest = task.exportDay ? exportDay : today;
	const { rowsRead, newest, notUsed, ...counts } = await readRows(name, inventory, {
		...task,
		exportDay,
		latest,
	});
	const result = {
		file: name,
		taken: exportDay,
		...counts,
		unused_days: unusedDaysOf(name, inventory),
		dated_by_file:
			!task.exportDay && !isPulled && rowsRead.length > 0 && counts.without_contact === rowsRead.length,
	};
	const sha256 = digest();
	return history.changeInTurns(async () => {
		// Another command may have begun the history meanwhile.
		if ((history.setting('serials') === 'hashed') !== (task.pseudonyms !== null))
			throw new Failure('history-busy', `${history.path} is in use by another command. Try again later.`);
		const before = history.row<{ id: number; macs: number; taken: string }>(
			'SELECT id, macs, taken FROM imports WHERE digest = ?',
			sha256,
		);
		if (before)
			return {
				...result,
				import: before.id,
				known: true,
				macs: before.macs,
				taken: before.taken,
				returned: [],
				dated_by_file: false,
			};
		const fields = [
			...(task.pseudonyms ? [] : [nameField, ...(task.keep ?? []).map(columnField)]),
			...(task.late ? [lateField] : []),
		];
		const { id, ...added } = await addImport(
			history,
			{
				name,
				sha256,
				exportDay,
				rowsRead,
				fields,
				...counts,
				counts: { newest, modified: modified?.toISOString() ?? null, used: rowsRead.length, notUsed },
			},
			task,
		);
		return { ...result, import: id, known: false, ...added };
	});
}

/** Reads the rows of an export as a history does. */
export async function readRows(
	file: string,
	inventory: Inventory,
	{
		catalog,
		exportDay,
		latest,
		pseudonyms = null,
		keep = [],
		late = null,
	}: Pick<RememberTask, 'catalog' | 'keep' | 'late'> &
		Partial<Pick<RememberTask, 'pseudonyms'>> & { exportDay: string; latest: string },
) {
	const counts = { without_serial: 0, without_contact: 0, later_contact: 0, no_sighting: 0, duplicates: 0 };
	const policy = late ? { ...late.policy, asOf: exportDay } : noPolicy(exportDay);
	const fleet = new Fleet({ catalog, policy, staleDays: usualStaleDays, latest });
	const lateMacs = late && new LateMacs(catalog, policy, late.limits);
	const serials = new Set<string>();
	/** By day and serial number, the rows with a last contact. Of several rows of one day the better one counts. */
	const sightings = new Map<string, Mac>();
	/** By serial number, the rows without a last contact. */
	const inExport = new Map<string, Mac>();
	await fleet.read(file, inventory, (mac) => {
		const serial = serialKey(mac);
		if (!identifiesMac(serial)) {
			counts.without_serial++;
			return;
		}
		if (serials.has(serial)) counts.duplicates++;
		serials.add(serial);
		if (mac.noSighting !== null) {
			counts[mac.noSighting === 'later' ? 'later_contact' : 'no_sighting']++;
			return;
		}
		const [macs, key] = mac.seen === null ? [inExport, serial] : [sightings, `${mac.seen} ${serial}`];
		const earlier = macs.get(key);
		if (!earlier || isBetter(mac, earlier)) macs.set(key, mac);
	});
	for (const mac of sightings.values()) inExport.delete(serialKey(mac));
	counts.without_contact = inExport.size;
	const rowsRead = [...sightings.values(), ...inExport.values()].map(
		(mac): ReadRow => ({
			serial: serialKey(mac),
			judgment: mac.judgment,
			day: dayNumber(mac.seen ?? exportDay),
			isInExport: mac.seen === null,
			facts: [...(pseudonyms ? [] : factsOf(mac, keep)), ...(lateMacs ? lateFacts(mac, lateMacs) : [])],
		}),
	);
	const {
		rows,
		not_macs,
		continuation_rows,
		unreadable_days,
		unreadable_day_example,
		incomplete,
		missing_rows,
	} = fleet.rows;
	const { without_serial, later_contact, no_sighting } = counts;
	const others = { not_macs, continuation_rows, without_serial, later_contact, no_sighting };
	const repeated = rows - rowsRead.length - Object.values(others).reduce((sum, count) => sum + count, 0);
	const newest = [...sightings.values()].reduce<string | null>(
		(latest, { seen }) => (latest === null || seen! > latest ? seen : latest),
		null,
	);
	return {
		rows,
		unreadable_days,
		unreadable_day_example,
		...counts,
		incomplete,
		missing_rows,
		rowsRead,
		newest,
		notUsed: { ...others, repeated, erased: 0 },
	};
}

function factsOf({ name, keptCells }: Mac, columns: readonly string[]): (readonly [string, string])[] {
	return [
		...(name === '' ? [] : [[nameField, name] as const]),
		...columns.flatMap((column, at) =>
			keptCells[at] ? [[columnField(column), keptCells[at]] as const] : [],
		),
	];
}

/** Why the Mac is late; nothing for a Mac that could not be judged. */
function lateFacts(mac: Mac, lateMacs: LateMacs): (readonly [string, string])[] {
	const { meets_policy, late_reason } = lateMacs.judge(mac).judgment.answer!;
	return meets_policy === null ? [] : [[lateField, late_reason ?? notLate]];
}

/** When a file was last written; null for a pipe. */
function modifiedAt(path: string): Date | null {
	const status = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false });
	return status?.isFile() ? status.mtime : null;
}
