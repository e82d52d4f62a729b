/**
 * Milliseconds until the next try, or null when the service asks for more patience than there is. Without a
 * Retry-After the time doubles with each try, and chance spreads a fleet that all failed at once.
 */
export declare function waitBefore(tries: number, retryAfter: string | null): number | null;
/** Waits, unless the caller gives up first. */
export declare function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
