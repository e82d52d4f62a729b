import type { Answer } from './answer.ts';
import type { Problem } from './problem.ts';

/** Answers that were rendered once and are stored, by the segment of the path that names them. */
export interface SegmentCache {
	find(segment: string): Answer | Problem | undefined;
	/** Only for a segment that spells its names as the data does, so that the data bounds their number. */
	store(segment: string, answer: Answer): Answer;
	storeMiss(segment: string, miss: Problem): Problem;
}

/** Misses are stored too, because a fleet asks the same wrong thing thousands of times; strangers bound their number. */
const mostMisses = 4096;
const longestPlain = 64;

/** What the router decodes and what stands in the address may differ for anything but short and plain text. */
export function isPlain(segment: string): boolean {
	return segment.length <= longestPlain && /^[\w:.,-]+$/.test(segment);
}

export function createSegmentCache(): SegmentCache {
	const answers = new Map<string, Answer>();
	const misses = new Map<string, Problem>();
	return {
		find: (segment) => answers.get(segment) ?? misses.get(segment),
		store(segment, answer) {
			answers.set(segment, answer);
			return answer;
		},
		storeMiss(segment, miss) {
			if (!isPlain(segment)) return miss;
			if (misses.size >= mostMisses) misses.clear();
			misses.set(segment, miss);
			return miss;
		},
	};
}
