import { createHash } from 'node:crypto';

/** A body that is ready to be sent. */
export interface Answer {
	readonly status: 200;
	readonly body: string;
	/** Strong, from the content: equal bodies have equal tags on every machine. */
	readonly etag: string;
	/**
	 * Prepared once, because making them anew costs more than everything else in a request, and shared by all
	 * answers of a book, because twenty thousand of them do not fit the processor's caches. Whoever makes a
	 * response sets the `ETag` first: a response copies its headers.
	 */
	readonly headers: Headers;
	/** When it last changed, in milliseconds, for an answer that changes more often than the data. */
	readonly changed?: number;
}

export function etagOf(body: string | Uint8Array): string {
	return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}
