import { compareText } from '../../catalog/identifier.ts';
import { seenDay } from '../inventory/cells/seen-day.ts';
import { looks } from '../inventory/columns/known-columns.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { isMac, readCells } from '../judging/machine-cells.ts';

/** A Mac that an organization owns. */
export interface OwnedMac {
	readonly serial: string;
	readonly model: string | null;
	/** The day of its order. */
	readonly ordered: string | null;
	/** What the list says of it, such as `ASSIGNED`. */
	readonly status: string | null;
}

/** Names of the columns with the day of the order and with the status, the best first. */
const orderColumns = [
	'orderDateTime',
	'attributes.orderDateTime',
	'ordered',
	'Order Date',
	'Purchase Date',
	'Date Ordered',
];
const statusColumns = ['status', 'attributes.status', 'Assignment Status', 'Device Status'];
/** What a list of owned Macs is opened with, so that `readOwned` can read it. */
export const ownedColumns: readonly string[] = [...orderColumns, ...statusColumns];

/** A Mac that was given away or never assigned to a management service is not missed there. */
const notExpected = /^(?:un-?assigned|not assigned|never assigned|released)\b/i;

/** The Macs of a list that was opened with `ownedColumns`. Devices that are not Macs are left out. */
export async function readOwned(inventory: Inventory, asOf: string): Promise<OwnedMac[]> {
	const owned: OwnedMac[] = [];
	const serialColumn = inventory.recognised.find(({ field }) => field === 'serial');
	// A list without column names begins with a serial number.
	if (serialColumn?.by === 'content' && looks.serial!.test(serialColumn.column))
		owned.push({ serial: serialColumn.column, model: null, ordered: null, status: null });
	await inventory.read((row) => {
		const serial = row.text('serial').trim();
		const cells = readCells(row);
		if (serial === '' || isMac(cells) === false) return;
		const first = (from: number, to: number) => row.kept.slice(from, to).find((text) => text.trim() !== '');
		const ordered = first(0, orderColumns.length)?.trim();
		const { dayFirst } = row.shape;
		owned.push({
			serial,
			model: cells.model || cells.model_name || null,
			ordered: ordered === undefined ? null : (seenDay(ordered, { asOf, dayFirst }) ?? ordered),
			status: first(orderColumns.length, ownedColumns.length)?.trim() ?? null,
		});
	});
	return owned;
}

/** The owned Macs that no inventory has, in the order of their serial numbers. `serials` are in capitals. */
export function notInInventory(owned: readonly OwnedMac[], serials: ReadonlySet<string>): OwnedMac[] {
	const missing = new Map<string, OwnedMac>();
	for (const mac of owned) {
		const serial = mac.serial.toUpperCase();
		if (!serials.has(serial) && !notExpected.test(mac.status ?? '')) missing.set(serial, mac);
	}
	return [...missing.values()].toSorted((a, b) => compareText(a.serial, b.serial));
}
