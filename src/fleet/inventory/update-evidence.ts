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
import { seenDay, utcDay } from './cells/seen-day.ts';
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
	const day = (field: Field) => dayIn(row, field, asOf);
	// A contact in the future is none.
	const contactDay = (field: Field) => pastDay(day(field), asOf);
	const inventoried = contactDay('inventoried');
	const mdmContact = contactDay('mdm_contact');
	const contacts = [contactDay('seen'), inventoried, mdmContact, contactDay('newest_contact')];
	const pendingDate = day('pending_date');
	return stated({
		inventoried,
		contact: contacts.filter(isStated).toSorted().at(-1),
		mdmContact,
		enrolled: day('enrolled'),
		managed: readFlag(row.text('managed')),
		mdmExpires: day('mdm_expires'),
		supervised: readFlag(row.text('supervised')),
		userApproved: readFlag(row.text('user_approved')),
		ddmEnabled: readFlag(row.text('ddm_enabled')),
		bootstrapToken: readToken(row.text('bootstrap_token')),
		appleSilicon: readAppleSilicon(row.text('apple_silicon')),
		freeBytes: readFreeBytes(row.text('free_space'), row.shape.spaceUnit),
		updateState: readUpdateState(row.text('update_state')),
		failureReason: readFailureReason(row.text('failure_reason')),
		failureCount: readCount(row.text('failure_count')),
		lastFailure: day('last_failure'),
		pendingVersion: readPendingVersion(row.text('pending_version')),
		pendingDate: pendingDate !== undefined && pendingDate >= firstPendingDay ? pendingDate : undefined,
		declarations: readCount(row.text('declarations')),
		deferralDays: readCount(row.text('deferral_days')),
	});
}

/** The day in a cell, in UTC. Two-digit years are read by the cell alone: the column of contacts has other years. */
function dayIn(row: Row, field: Field, asOf: string): string | undefined {
	const moment = shownText(row.text(field));
	if (moment === '') return undefined;
	const day = seenDay(moment, { asOf, ...row.shape, shortYears: null });
	return day === null ? undefined : utcDay(day, moment);
}

function pastDay(day: string | undefined, asOf: string): string | undefined {
	return day !== undefined && day <= asOf ? day : undefined;
}

const isStated = <T>(value: T | undefined): value is T => value !== undefined;

type Stated<T> = { -readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The members that have a value. */
function stated<T extends object>(members: T): Stated<T> {
	const result: Stated<T> = {};
	for (const name in members)
		if (members[name] !== undefined) Object.assign(result, { [name]: members[name] });
	return result;
}
