/** An answer as it came, with the tag that asks whether it still holds. */
export interface KeptAnswer {
    readonly etag: string;
    readonly text: string;
}
/** Where answers are kept. Anything with these two can stand in, for example one that writes to a disk. */
export interface AnswerCache {
    get(path: string): KeptAnswer | undefined;
    set(path: string, answer: KeptAnswer): void;
}
/** Answers in memory. The one that was not used for the longest time makes room. */
export declare function memoryCache(most?: number): AnswerCache;
