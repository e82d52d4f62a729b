/**
 * How long each part of a stop may take, in milliseconds. The limits are nested: each part is given up before the part around
 * it is, so that the counts of requests are still written.
 */
export const stopLimits = {
	/** Feeds that are being read when the stop comes: they can be read again. */
	feeds: 300,
	/** Requests that are in flight. */
	requests: 2_500,
	/** Counts, mail and the database, if the caller sets no other limit. */
	licenses: 4_000,
	/** All of the service. */
	service: 4_300,
	/** A worker, before its supervisor ends it by force. */
	worker: 4_500,
	/** The process, after SIGTERM. */
	process: 5_000,
} as const;
