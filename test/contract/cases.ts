/** One request and its expected answer. The same cases run in-process and over a socket. */
export interface Case {
	/** What the case shows, as a sentence. */
	shows: string;
	path: string;
	method?: string;
	/** The Authorization header: a valid key unless given, absent if null. */
	key?: ((valid: string) => string) | null;
	headers?: Record<string, string>;
	status: number;
	/** The exact body. */
	body?: string;
	/** Members that the body must have, with their values. */
	members?: Record<string, unknown>;
	/** Headers that the answer must have, with their values; null means absent. */
	answerHeaders?: Record<string, string | null>;
}
