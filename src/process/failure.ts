/**
 * The one error this project throws on purpose: something a person can act on. It is shown as one line,
 * without a stack. Anything else that is thrown is a defect and is reported as such.
 */
export class Failure extends Error {
	/** Stable name for programs, for example `port-in-use`. */
	readonly code: string;

	constructor(code: string, message: string) {
		super(message);
		this.name = 'Failure';
		this.code = code;
	}
}

/** What went wrong, as one line for a person, whatever was thrown. */
export function reasonOf(thrown: unknown): string {
	const text = wordsIn(thrown);
	return text.replace(/\s*\n\s*/g, ' ').trim() || 'unknown error';
}

/** Drivers throw objects that are no errors; what is in them is worth more than that they are objects. */
function wordsIn(thrown: unknown): string {
	if (typeof thrown !== 'object' || thrown === null) return String(thrown);
	const { message, code } = thrown as { message?: unknown; code?: unknown };
	return [message, code].find((word) => typeof word === 'string' && word !== '')?.toString() ?? '';
}
