/** The service answered with a problem: `code` is stable and identifies the case, `problem` is the whole record. */
export class PointreleaseProblem extends Error {
    name = 'PointreleaseProblem';
    status;
    code;
    problem;
    constructor(problem) {
        super(problem.detail);
        this.status = problem.status;
        this.code = problem.code;
        this.problem = problem;
    }
}
/** The service did not answer: there was no answer, none in time, or none of this service. */
export class PointreleaseUnreachable extends Error {
    name = 'PointreleaseUnreachable';
    /** The status of an answer that is not of this service, or null. */
    status;
    constructor(message, { status = null, cause } = {}) {
        super(message, { cause });
        this.status = status;
    }
}
/** The problem in a body; null if a proxy or another program wrote the body. */
export function readProblem(text) {
    try {
        const body = JSON.parse(text);
        const isProblem = typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'status' in body;
        return isProblem ? body : null;
    }
    catch {
        return null;
    }
}
