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
export function memoryCache(most = 500): AnswerCache {
	const answers = new Map<string, KeptAnswer>();
	return {
		get(path) {
			const answer = answers.get(path);
			if (!answer) return undefined;
			// A map keeps the order of insertion: the entry that was used last moves to the end.
			answers.delete(path);
			answers.set(path, answer);
			return answer;
		},
		set(path, answer) {
			answers.delete(path);
			answers.set(path, answer);
			for (const oldest of answers.keys()) {
				if (answers.size <= most) break;
				answers.delete(oldest);
			}
		},
	};
}
