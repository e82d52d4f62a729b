import type { ProblemCode, ProblemRecord } from './records.ts';

/** The service answered with a problem: `code` is stable and identifies the case, `problem` is the whole record. */
export class PointreleaseProblem extends Error {
	override readonly name = 'PointreleaseProblem';
	readonly status: number;
	readonly code: ProblemCode;
	readonly problem: ProblemRecord;

	constructor(problem: ProblemRecord) {
		super(problem.detail);
		this.status = problem.status;
		this.code = problem.code;
		this.problem = problem;
	}
}

/** The service did not answer: there was no answer, none in time, or none of this service. */
export class PointreleaseUnreachable extends Error {
	override readonly name = 'PointreleaseUnreachable';
	/** The status of an answer that is not of this service, or null. */
	readonly status: number | null;

	constructor(message: string, { status = null, cause }: { status?: number | null; cause?: unknown } = {}) {
		super(message, { cause });
		this.status = status;
	}
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
