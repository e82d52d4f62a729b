/** One request and what it must be answered with. The same cases run in-process and over a socket. */
export interface Case {
	/** What the case shows, as a sentence. */
	shows: string;
	path: string;
	method?: string;
	/** Sent as Authorization; a valid key unless given, none at all when null. */
	key?: ((valid: string) => string) | null;
	headers?: Record<string, string>;
	status: number;
	/** The exact body. */
	body?: string;
	/** Members that the body must have with these values. */
	members?: Record<string, unknown>;
	/** Headers that the answer must have with these values; null for absent. */
	answerHeaders?: Record<string, string | null>;
}
