import type { ProblemCode, ProblemRecord } from './records.ts';
/** The service answered, with a problem: `code` is stable and tells the cases apart, `problem` has all of it. */
export declare class PointreleaseProblem extends Error {
    readonly name = "PointreleaseProblem";
    readonly status: number;
    readonly code: ProblemCode;
    readonly problem: ProblemRecord;
    constructor(problem: ProblemRecord);
}
/** No answer of the service: nothing arrived, not in time, or something that it never says. */
export declare class PointreleaseUnreachable extends Error {
    readonly name = "PointreleaseUnreachable";
    /** The status of what did arrive, or null. */
    readonly status: number | null;
    constructor(message: string, { status, cause }?: {
        status?: number | null;
        cause?: unknown;
    });
}
/** The problem that a body holds, or null when a proxy or something else wrote it. */
export declare function readProblem(text: string): ProblemRecord | null;
