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
export function memoryCache(most = 500): AnswerCache {
	const answers = new Map<string, KeptAnswer>();
	return {
		get(path) {
			const answer = answers.get(path);
			if (!answer) return undefined;
			// A map keeps the order of insertion: what was just used goes to the end.
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
