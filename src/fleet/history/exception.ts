import type { VerdictRecord } from '@pointrelease/core/src/advice/standing/verdict-reason.ts';

/** A decision of the organization about a Mac. It is shown beside a verdict and never replaces it. */
export interface Exception {
	readonly reason: string;
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
	return `${reason} (${owner}, ${valid ? 'until' : 'expired on'} ${until})`;
}
