import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { shownText } from '../inventory/cells/cell-text.ts';
import { plainDay, seenDay, utcDay } from '../inventory/cells/seen-day.ts';
import type { Row } from '../inventory/inventory.ts';
import type { MacResult } from './mac-result.ts';
import type { Judgment } from './memo.ts';

/** Why a stated contact does not count: the cell is unreadable or says "never", the day is in the future, or the version came out later. */
export type NoSighting = 'unreadable' | 'later' | 'before-release';

/** The content of the cell with the last contact. */
interface StatedContact {
	/** Null if no day can be read. */
	readonly day: string | null;
	/** Whether the cell is blank: the Mac counts as seen on the day of the export. */
	readonly isBlank: boolean;
}

/**
 * A Mac was **seen** on a day that the inventory states, that can be read, that is not after `latest` (today, or the day of
 * the report), and on which its version was out. Returns why the stated day is not such a day; null if it is, or if the cell
 * is blank.
 */
export function noSightingOf(
	{ day, isBlank }: StatedContact,
	{ released }: Pick<Judgment, 'released'>,
	latest: string,
): NoSighting | null {
	if (day === null) return isBlank ? null : 'unreadable';
	if (day > latest) return 'later';
	return released !== undefined && day < released ? 'before-release' : null;
}

/** The first day on which a Mac can have had its version; undefined if it is unknown, and for a beta. */
export function firstDayOf(catalog: Catalog, answer: MacResult | null): string | undefined {
	if (!answer?.version || answer.version_standing === 'beta') return undefined;
	return catalog.releases.get(answer.version)?.released;
}

/**
 * The day on which the version of the row was seen, in UTC: the day of the inventory, or the last contact if that is earlier
 * or the only one. A check-in without an inventory does not report the version.
 */
export function contactOf(row: Row, asOf: string): StatedContact {
	const contact = statedIn(row.text('seen'), row, asOf);
	const inventoried = row.text('inventoried');
	if (inventoried === '') return contact;
	const inventory = statedIn(inventoried, row, asOf);
	if (contact.day === null) return inventory.day === null && !contact.isBlank ? contact : inventory;
	return inventory.day !== null && inventory.day < contact.day ? inventory : contact;
}

function statedIn(cell: string, row: Row, asOf: string): StatedContact {
	if (cell === '') return noContact;
	if (plainDay.test(cell)) return { day: cell.slice(0, 10), isBlank: false };
	const moment = shownText(cell);
	const day = seenDay(moment, { asOf, ...row.shape });
	return { day: day === null ? null : utcDay(day, moment), isBlank: moment === '' };
}

const noContact: StatedContact = { day: null, isBlank: true };
