import { Failure } from '../process/failure.ts';

/** A refusal with a time before which the server wants no other attempt. */
export class RetryLater extends Failure {
	/** Milliseconds from now. */
	readonly wait: number;

	constructor(message: string, wait: number) {
		super('retry-later', message);
		this.wait = wait;
	}
}
