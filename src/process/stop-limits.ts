/**
 * How long each part of a stop may take, in milliseconds. They lie within one another: whoever waits for a part
 * gives it up before its own time is over, so that the counts of requests are still written.
 */
export const stopLimits = {
	/** Feeds that are being read when the stop comes: they can be read again. */
	feeds: 300,
	/** Requests that are in flight. */
	requests: 2_500,
	/** Counts, mail and the database, where nothing says how much of the stop is left. */
	licenses: 4_000,
	/** All of the service. */
	service: 4_300,
	/** A worker, before its supervisor ends it by force. */
	worker: 4_500,
	/** The process: what is promised to whoever sends SIGTERM. */
	process: 5_000,
} as const;
