/** A cached answer with its entity tag. */
export interface KeptAnswer {
    readonly etag: string;
    readonly text: string;
}
/** A cache of answers. You can pass your own, for example one that writes to a disk. */
export interface AnswerCache {
    get(path: string): KeptAnswer | undefined;
    set(path: string, answer: KeptAnswer): void;
}
/** A cache in memory. When it is full, the least recently used answer is removed. */
export declare function memoryCache(most?: number): AnswerCache;
