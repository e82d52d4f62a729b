import type { ProblemCode, ProblemRecord } from './records.ts';

interface Details {
	message?: string;
	macs?: readonly string[];
	cause?: unknown;
}

/** The service answered with a problem: `code` is stable and identifies the case, `problem` is the whole record. */
export class PointreleaseProblem extends Error {
	override readonly name = 'PointreleaseProblem';
	readonly status: number;
	readonly code: ProblemCode;
	readonly problem: ProblemRecord;
	/** The Macs of `adviceForAll` that were in the request; empty for other calls. */
	readonly macs: readonly string[];

	constructor(problem: ProblemRecord, { message = problem.detail, macs = [], cause }: Details = {}) {
		super(message, { cause });
		this.status = problem.status;
		this.code = problem.code;
		this.problem = problem;
		this.macs = macs;
	}
}

/** The service did not answer: there was no answer, none in time, or none of this service. */
export class PointreleaseUnreachable extends Error {
	override readonly name = 'PointreleaseUnreachable';
	/** The status of an answer that is not of this service, or null. */
	readonly status: number | null;
	/** The Macs of `adviceForAll` that were in the request; empty for other calls. */
	readonly macs: readonly string[];

	constructor(
		message: string,
		{ status = null, macs = [], cause }: Omit<Details, 'message'> & { status?: number | null } = {},
	) {
		super(message, { cause });
		this.status = status;
		this.macs = macs;
	}
}

/** The error of one request of a call that needs several, with the Macs of that request. Other errors stay as they are. */
export function nameMacs(cause: unknown, macs: readonly string[], which: string): unknown {
	if (cause instanceof PointreleaseProblem)
		return new PointreleaseProblem(cause.problem, { message: `${which}${cause.message}`, macs, cause });
	if (cause instanceof PointreleaseUnreachable)
		return new PointreleaseUnreachable(`${which}${cause.message}`, { status: cause.status, macs, cause });
	return cause;
}

/** The problem in a body; null if a proxy or another program wrote the body. */
export function readProblem(text: string): ProblemRecord | null {
	try {
		const body: unknown = JSON.parse(text);
		const isProblem =
			typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'status' in body;
		return isProblem ? (body as ProblemRecord) : null;
	} catch {
		return null;
	}
}
