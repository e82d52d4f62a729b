import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { addDays } from '@pointrelease/core/src/text/day.ts';
import { shownText } from './cells/cell-text.ts';
import {
	type BootstrapToken,
	readAppleSilicon,
	readCount,
	readFailureReason,
	readFlag,
	readFreeBytes,
	readPendingVersion,
	readToken,
	readUpdateState,
} from './cells/evidence-cells.ts';
import { plainDay, seenDay, utcDay } from './cells/seen-day.ts';
import type { Field } from './columns/field.ts';
import type { Row } from './inventory.ts';

/**
 * What the row of a Mac says about why it may be late. A member that is absent is unknown, never false: an export that leaves
 * a column out says nothing.
 */
export interface UpdateEvidence {
	/** The day on which the service read the inventory. Space, token and the like are of this day. */
	readonly inventoried?: string;
	/** The newest day of any contact that the row states. */
	readonly contact?: string;
	/** The day of the last contact of Apple's MDM client. */
	readonly mdmContact?: string;
	/** The day on which the Mac was enrolled. */
	readonly enrolled?: string;
	readonly managed?: boolean;
	/** The day on which the MDM profile or its certificate expires. */
	readonly mdmExpires?: string;
	readonly supervised?: boolean;
	readonly userApproved?: boolean;
	readonly ddmEnabled?: boolean;
	readonly bootstrapToken?: BootstrapToken;
	readonly appleSilicon?: boolean;
	/** More than zero. */
	readonly freeBytes?: number;
	/** `none`, `waiting`, `downloading`, `prepared`, `installing`, `failed`, or a text that Apple does not document. */
	readonly updateState?: string;
	/** Apple's text, cut to 200 characters, without control characters and home folders. */
	readonly failureReason?: string;
	readonly failureCount?: number;
	readonly lastFailure?: string;
	/** `26.3.1`, or `26.3.1 (a)`. */
	readonly pendingVersion?: string;
	readonly pendingDate?: string;
	/** How many update declarations the Mac has: 0 proves that nothing asks it to update. */
	readonly declarations?: number;
	readonly deferralDays?: number;
}

/**
 * Pending dates before this day are the codes of DDM-OS-Reminder's extension attribute: 2000-01-01 with some seconds says
 * that nothing is pending, or why nothing can be said.
 */
const firstPendingDay = '2015-01-01';

/** Reads what a row says about why its Mac may be late; null if its file has no column for it. */
export function readUpdateEvidence(row: Row, asOf: string): UpdateEvidence | null {
	if (row.shape.evidence !== true) return null;
	// Most cells are empty: without this test the reading of a pulled inventory takes twice as long.
	const read = <Value>(field: Field, readCell: (cell: string) => Value | undefined) => {
		const cell = row.text(field);
		return cell === '' ? undefined : readCell(cell);
	};
	const day = (field: Field) => read(field, (cell) => dayIn(cell, row, asOf));
	// A contact in the future is none.
	const contactDay = (field: Field) => pastDay(day(field), asOf);
	const inventoried = contactDay('inventoried');
	const mdmContact = contactDay('mdm_contact');
	const contacts = [contactDay('seen'), inventoried, mdmContact, contactDay('newest_contact')];
	const pendingDate = day('pending_date');
	return stated({
		inventoried,
		contact: newest(contacts),
		mdmContact,
		enrolled: day('enrolled'),
		managed: read('managed', readFlag),
		mdmExpires: day('mdm_expires'),
		supervised: read('supervised', readFlag),
		userApproved: read('user_approved', readFlag),
		ddmEnabled: read('ddm_enabled', readFlag),
		bootstrapToken: read('bootstrap_token', readToken),
		appleSilicon: read('apple_silicon', readAppleSilicon),
		freeBytes: read('free_space', (cell) => readFreeBytes(cell, row.shape.spaceUnit)),
		updateState: read('update_state', readUpdateState),
		failureReason: read('failure_reason', readFailureReason),
		failureCount: read('failure_count', readCount),
		lastFailure: day('last_failure'),
		pendingVersion: read('pending_version', readPendingVersion),
		pendingDate: pendingDate !== undefined && pendingDate >= firstPendingDay ? pendingDate : undefined,
		declarations: read('declarations', readCount),
		deferralDays: read('deferral_days', readCount),
	});
}

/** The day of enrollment of a Mac that a policy still gives time because it is new; empty for any other. */
export function graceOf(row: Row, { asOf, enrollmentGraceDays }: Policy): string {
	if (enrollmentGraceDays === null) return '';
	const cell = row.text('enrolled');
	const enrolled = cell === '' ? undefined : pastDay(dayIn(cell, row, asOf), asOf);
	return enrolled !== undefined && addDays(enrolled, enrollmentGraceDays) >= asOf ? enrolled : '';
}

/** The day in a cell, in UTC. Two-digit years are read by the cell alone: the column of contacts has other years. */
function dayIn(cell: string, row: Row, asOf: string): string | undefined {
	if (plainDay.test(cell)) return cell.slice(0, 10);
	const moment = shownText(cell);
	const day = seenDay(moment, { asOf, ...row.shape, shortYears: null });
	return day === null ? undefined : utcDay(day, moment);
}

function pastDay(day: string | undefined, asOf: string): string | undefined {
	return day !== undefined && day <= asOf ? day : undefined;
}

function newest(days: readonly (string | undefined)[]): string | undefined {
	let last: string | undefined;
	for (const day of days) if (day !== undefined && (last === undefined || day > last)) last = day;
	return last;
}

type Stated<T> = { -readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The members that have a value. */
function stated<T extends object>(members: T): Stated<T> {
	const result: Stated<T> = {};
	for (const name in members) {
		const value = members[name];
		if (value !== undefined) result[name] = value as Exclude<T[typeof name], undefined>;
	}
	return result;
}
