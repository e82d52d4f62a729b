import type { Connection, Send } from './ask.ts';
import { type AnswerCache } from './cache.ts';
export interface ClientOptions {
    /** Where the service is, for example `https://releases.example.com`; empty for the page's own host. */
    address: string;
    /** The license key in decoded form; null to ask for nothing but what is public. */
    key: string | null | undefined;
    /** Milliseconds for one try: 10,000 unless given. */
    timeout?: number | undefined;
    /** How often to try in all, when there is no answer, or 429 or 5xx: 3 unless given. */
    tries?: number | undefined;
    /** Where answers are kept for their ETag: in memory unless given, nowhere with false. */
    cache?: AnswerCache | false | undefined;
    /** Sends the requests: the global `fetch` unless given. */
    fetch?: Send | undefined;
}
/** What is missing or cannot be right is told at once: a client without it would fail at the first call, far from here. */
export declare function connect(options: ClientOptions): Connection;
