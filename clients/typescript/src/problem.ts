import type { ProblemCode, ProblemRecord } from './records.ts';

/** The service answered, with a problem: `code` is stable and tells the cases apart, `problem` has all of it. */
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

/** No answer of the service: nothing arrived, not in time, or something that it never says. */
export class PointreleaseUnreachable extends Error {
	override readonly name = 'PointreleaseUnreachable';
	/** The status of what did arrive, or null. */
	readonly status: number | null;

	constructor(message: string, { status = null, cause }: { status?: number | null; cause?: unknown } = {}) {
		super(message, { cause });
		this.status = status;
	}
}

/** The problem that a body holds, or null when a proxy or something else wrote it. */
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
