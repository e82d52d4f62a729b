import type { AnswerCache } from './cache.ts';
/** As much of `fetch` as the client uses. */
export type Send = (input: string, init: RequestInit) => Promise<Response>;
export interface Connection {
    readonly address: string;
    readonly key: string | null;
    readonly timeout: number;
    readonly tries: number;
    readonly cache: AnswerCache | null;
    readonly fetch: Send;
}
export interface CallOptions {
    /** Gives up when it aborts, also between two tries; the call then rejects with its reason. */
    signal?: AbortSignal | undefined;
}
/** Asks for a path and reads the JSON of the answer. `also` is a status that is an answer too. */
export declare function ask<T>(connection: Connection, path: string, call?: CallOptions, also?: number): Promise<T>;
/** Asks for a path whose answer is text of another type. */
export declare function askText(connection: Connection, path: string, type: string, call?: CallOptions): Promise<string>;
