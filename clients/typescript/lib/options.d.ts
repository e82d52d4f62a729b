import type { Connection, Send } from './ask.ts';
import { type AnswerCache } from './cache.ts';
export interface ClientOptions {
    /** Where the service is, for example `https://releases.example.com`; empty for the page's own host. */
    address: string;
    /** The license key in decoded form; null for public paths only. */
    key: string | null | undefined;
    /** Milliseconds for one try; 10,000 by default. */
    timeout?: number | undefined;
    /** How many tries in all, if there is no answer, or 429 or 5xx; 3 by default. */
    tries?: number | undefined;
    /** The cache of answers by their ETag; in memory by default, none with false. */
    cache?: AnswerCache | false | undefined;
    /** Sends the requests; the global `fetch` by default. */
    fetch?: Send | undefined;
}
/** Validates the options at once, because otherwise the first call would fail, far from the mistake. */
export declare function connect(options: ClientOptions): Connection;
