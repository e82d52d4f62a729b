import type { Catalog } from '../../catalog/catalog.ts';
import { shownText } from '../inventory/cells/cell-text.ts';
import { seenDay, utcDay } from '../inventory/cells/seen-day.ts';
import type { Row } from '../inventory/inventory.ts';
import type { MacResult } from './mac-result.ts';
import type { Judgment } from './memo.ts';

/** The cell cannot be read or says never; its day has not come; or the version came out after it. */
export type NoSighting = 'unreadable' | 'later' | 'before-release';

/** What the cell of the last contact says. */
export interface StatedContact {
	/** Null if no day can be read. */
	readonly day: string | null;
	/** The cell is blank: the Mac was in the export, whenever that was made. */
	readonly isBlank: boolean;
}

/**
 * **Seen** is a day that the inventory states, that can be read, that has come (`latest` is today or the day of the report),
 * and on which the version was out. Null if a row shows its Mac on that day, or says nothing of a day; else why it does not.
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

/** The first day on which a Mac can have had its version; undefined if nobody knows. A beta is out before its release. */
export function firstDayOf(catalog: Catalog, answer: MacResult | null): string | undefined {
	if (!answer?.version || answer.version_standing === 'beta') return undefined;
	return catalog.releases.get(answer.version)?.released;
}

/**
 * A day from 1990 on as most exports write it, alone or with a time in UTC. Whether a month has a 29th is for `seenDay` to
 * know.
 */
const plainDay = /^(?:199\d|[2-9]\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])(?:[T ][\d:.]*Z?)?$/;

/**
 * What the row says of the day on which its version was seen, in UTC: when the inventory was read, or the last contact if
 * that is older or all there is. A Mac that only calls in says nothing of its version.
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
