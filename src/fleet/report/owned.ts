import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
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
	/** Its status in the list, such as `ASSIGNED`. */
	readonly status: string | null;
}

/** Names of the columns with the day of the order and with the status, best first. */
const orderColumns = [
	'orderDateTime',
	'attributes.orderDateTime',
	'ordered',
	'Order Date',
	'Purchase Date',
	'Date Ordered',
];
const statusColumns = ['status', 'attributes.status', 'Assignment Status', 'Device Status'];
/** The columns to keep when a list for `readOwned` is opened. */
export const ownedColumns: readonly string[] = [...orderColumns, ...statusColumns];

/** No inventory needs to have a Mac that was released, or never assigned to a management service. */
const notExpected = /^(?:un-?assigned|not assigned|never assigned|released)\b/i;

/** Reads the Macs of a list that was opened with `ownedColumns`. Other devices are left out. */
export async function readOwned(inventory: Inventory, asOf: string): Promise<OwnedMac[]> {
	const owned: OwnedMac[] = [];
	const serialColumn = inventory.recognised.find(({ field }) => field === 'serial');
	// In a list of serial numbers without a head, the name of the column is the first serial number.
	if (serialColumn?.by === 'content' && looks.serial!.test(serialColumn.column))
		owned.push({ serial: serialColumn.column, model: null, ordered: null, status: null });
	await inventory.read((row) => {
		const serial = row.text('serial').trim();
		const cells = readCells(row);
		if (serial === '' || isMac(cells) === false) return;
		const first = (from: number, to: number) =>
			row.keptCells.slice(from, to).find((text) => text.trim() !== '');
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

/** The owned Macs that are in no inventory, by serial number. `serials` has the inventories' serial numbers in capitals. */
export function notInInventory(owned: readonly OwnedMac[], serials: ReadonlySet<string>): OwnedMac[] {
	const missing = new Map<string, OwnedMac>();
	for (const mac of owned) {
		const serial = mac.serial.toUpperCase();
		if (!serials.has(serial) && !notExpected.test(mac.status ?? '')) missing.set(serial, mac);
	}
	return [...missing.values()].toSorted((a, b) => compareText(a.serial, b.serial));
}
