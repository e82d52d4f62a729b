import type { AnswerCache } from './cache.ts';
/** The part of `fetch` that the client uses. */
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
    /** Ends the call when it aborts, also between two tries; the call then rejects with its reason. */
    signal?: AbortSignal | undefined;
}
/** Requests a path and parses the JSON of the answer. `also` are further statuses that count as answers. */
export declare function ask<T>(connection: Connection, path: string, call?: CallOptions, also?: readonly number[]): Promise<T>;
/** Posts to a path that takes no body, and parses the JSON of the answer. */
export declare function post<T>(connection: Connection, path: string, call?: CallOptions): Promise<T>;
/**
 * Posts one JSON-RPC message. Errors are answers with status 400; a message that needs no answer is accepted with
 * 202.
 */
export declare function postMessage(connection: Connection, path: string, message: object, call?: CallOptions): Promise<string>;
/** Requests a path whose answer is text of another type. */
export declare function askText(connection: Connection, path: string, type: string, call?: CallOptions): Promise<string>;
