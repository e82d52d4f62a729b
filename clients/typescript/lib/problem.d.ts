import type { ProblemCode, ProblemRecord } from './records.ts';
/** The service answered with a problem: `code` is stable and identifies the case, `problem` is the whole record. */
export declare class PointreleaseProblem extends Error {
    readonly name = "PointreleaseProblem";
    readonly status: number;
    readonly code: ProblemCode;
    readonly problem: ProblemRecord;
    constructor(problem: ProblemRecord);
}
/** The service did not answer: there was no answer, none in time, or none of this service. */
export declare class PointreleaseUnreachable extends Error {
    readonly name = "PointreleaseUnreachable";
    /** The status of an answer that is not of this service, or null. */
    readonly status: number | null;
    constructor(message: string, { status, cause }?: {
        status?: number | null;
        cause?: unknown;
    });
}
/** The problem in a body; null if a proxy or another program wrote the body. */
export declare function readProblem(text: string): ProblemRecord | null;
