/** The service answered, with a problem: `code` is stable and tells the cases apart, `problem` has all of it. */
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
/** No answer of the service: nothing arrived, not in time, or something that it never says. */
export class PointreleaseUnreachable extends Error {
    name = 'PointreleaseUnreachable';
    /** The status of what did arrive, or null. */
    status;
    constructor(message, { status = null, cause } = {}) {
        super(message, { cause });
        this.status = status;
    }
}
/** The problem that a body holds, or null when a proxy or something else wrote it. */
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
