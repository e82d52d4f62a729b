/**
 * Milliseconds until the next try; null if the service asks for a longer wait than that. Without Retry-After the time
 * doubles with each try, and is random, so that a fleet that failed at once does not retry at once.
 */
export declare function waitBefore(tries: number, retryAfter: string | null): number | null;
/** Waits, unless the caller aborts first. */
export declare function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
