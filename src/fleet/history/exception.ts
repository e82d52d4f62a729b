import type { VerdictRecord } from '../../advice/standing/verdict-reason.ts';

/** Somebody's decision about a Mac. It stands beside a verdict, never in its place. */
export interface Exception {
	readonly reason: string;
	readonly owner: string;
	readonly until: string;
	/** Whether it still holds on the day in question. */
	readonly valid: boolean;
}

/** What a framework says of a Mac of one export, and what somebody decided about it. */
export interface JudgedRecord extends VerdictRecord {
	readonly exception: Exception | null;
}

/** By serial number in capitals. */
export type Exceptions = ReadonlyMap<string, Exception>;

export function exceptionOf(exceptions: Exceptions, serial: string): Exception | null {
	return exceptions.get(serial.toUpperCase()) ?? null;
}

/** An exception in a few words; nothing where there is none. */
export function exceptionText(exception: Exception | null): string {
	if (!exception) return '';
	const { reason, owner, until, valid } = exception;
	return `${reason} (${owner}, ${valid ? 'until' : 'expired on'} ${until})`;
}
