import type { VerdictRecord } from '@pointrelease/core/src/advice/standing/verdict-reason.ts';
import { addDays } from '@pointrelease/core/src/text/day.ts';

/**
 * A decision of the organization about a Mac. It is shown beside a verdict and never replaces it. While it is valid, the Mac does not
 * count as overdue.
 */
export interface Exception {
	readonly reason: string;
	/** Who decided it; empty if not stated. */
	readonly owner: string;
	readonly until: string;
	/** Whether it has not expired by the day of the report. */
	readonly valid: boolean;
}

/** The verdict on a Mac, with its exception. */
export interface JudgedRecord extends VerdictRecord {
	readonly exception: Exception | null;
}

/** Exceptions by serial number in capitals. */
export type Exceptions = ReadonlyMap<string, Exception>;

export function exceptionOf(exceptions: Exceptions, serial: string): Exception | null {
	return exceptions.get(serial.toUpperCase()) ?? null;
}

/** An exception in a few words; empty without one. */
export function exceptionText(exception: Exception | null): string {
	if (!exception) return '';
	const { reason, owner, until, valid } = exception;
	return `${reason} (${owner === '' ? '' : `${owner}, `}${valid ? 'until' : 'expired on'} ${until})`;
}

/** Whether a Mac has an exception that has not expired. */
export function isExcepted({ exception }: { readonly exception?: Exception | null }): boolean {
	return exception?.valid === true;
}

/** An exception that ends within so many days is told, so that somebody prolongs it or updates the Mac. */
export const endingDays = 14;

export function endsSoon({ until, valid }: Exception, asOf: string): boolean {
	return valid && until <= addDays(asOf, endingDays);
}
