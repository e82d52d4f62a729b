/**
 * How long each part of a stop may take, in milliseconds. The limits are nested: each part ends before the part that
 * contains it, so that there is time left to write the counts of requests.
 */
export const stopLimits = {
	/** Feeds that are being read. They can be read again after the next start. */
	feeds: 300,
	/** Requests in flight. */
	requests: 2_500,
	/** Counts, mail and the database, if the caller sets no other limit. */
	licenses: 4_000,
	/** The whole service. */
	service: 4_300,
	/** A worker, before its supervisor ends it by force. */
	worker: 4_500,
	/** The process, after SIGTERM. */
	process: 5_000,
} as const;
