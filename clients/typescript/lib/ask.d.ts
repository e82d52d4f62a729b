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
/** Asks for a path and reads the JSON of the answer. `also` are statuses that are answers too. */
export declare function ask<T>(connection: Connection, path: string, call?: CallOptions, also?: readonly number[]): Promise<T>;
/** Posts to a path that takes nothing, and reads the JSON of the answer. */
export declare function post<T>(connection: Connection, path: string, call?: CallOptions): Promise<T>;
/** Posts one JSON-RPC message. Its errors are answers with status 400; what needs no answer is taken with 202. */
export declare function postMessage(connection: Connection, path: string, message: object, call?: CallOptions): Promise<string>;
/** Asks for a path whose answer is text of another type. */
export declare function askText(connection: Connection, path: string, type: string, call?: CallOptions): Promise<string>;
