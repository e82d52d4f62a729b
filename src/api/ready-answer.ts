import { createHash } from 'node:crypto';
import type { OwnFields } from '@pointrelease/core/src/api/answer.ts';
import { answerFields } from '@pointrelease/core/src/api/headers.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { BoundedMap } from '@pointrelease/core/src/text/bounded-map.ts';

/** A body that is ready to be sent. */
export interface ReadyAnswer {
	readonly status: 200;
	readonly body: string;
	/** A digest of the body: equal bodies have equal tags on every machine. */
	readonly etag: string;
	readonly headers: AnswerHeaders;
	/** The header `Link`. Answers with one share headers among themselves, because it stays in them. */
	readonly link?: string;
	/** When the answer last changed, in milliseconds, if it changes more often than the data. */
	readonly changed?: number;
	/** The body in the encoding that the client accepts, if there are several. */
	forClient?(acceptEncoding: string | null): SentBody;
}

/** A body in one encoding. */
export interface SentBody {
	readonly body: string | Blob;
	readonly etag: string;
	readonly headers: AnswerHeaders;
	readonly link?: string;
}

/**
 * The headers of answers, prepared once and shared by many answers. Only tag and link differ: they are set right before a
 * response is made, which copies the headers. So a header that is set on a response does not get in here.
 *
 * What that saves, in processor time per response of 30,000 different ones (Bun 1.4.4; a request costs about 20 µs):
 * 1.9 µs this way and with prepared headers for each answer, which take 23 MB; 2.3 µs with the tag set on the
 * response or on a copy of the headers; 3.2 µs from a plain object; 3.8 µs from new headers.
 *
 * They are stored in a response that is never sent, because Bun copies status and headers of a response at once, and
 * reads every other object member by member (0.42 µs instead of 0.54, called in a loop).
 */
export class AnswerHeaders {
	readonly #full: Response;
	readonly #unchanged: Response;

	constructor(fields: [name: string, value: string][]) {
		this.#full = new Response(null, { headers: fields });
		this.#unchanged = new Response(null, { status: 304, headers: fields });
	}

	respond(body: string | Blob, etag: string, link?: string): Response {
		this.#full.headers.set('ETag', etag);
		if (link !== undefined) this.#full.headers.set('Link', link);
		return new Response(body, this.#full);
	}

	respondUnchanged(etag: string, link?: string): Response {
		this.#unchanged.headers.set('ETag', etag);
		if (link !== undefined) this.#unchanged.headers.set('Link', link);
		return new Response(null, this.#unchanged);
	}
}

export function etagOf(body: string | Uint8Array): string {
	// JSON makes one string. A template would hold its four pieces in memory as long as the answer (Bun 1.4.4).
	return JSON.stringify(createHash('sha256').update(body).digest('base64url').slice(0, 22));
}

export function answerHeaders(catalog: Catalog, ownFields: OwnFields = {}): AnswerHeaders {
	return new AnswerHeaders(answerFields(catalog, ownFields));
}

const ofCatalogs = new WeakMap<Catalog, BoundedMap<string, AnswerHeaders>>();
/** Enough for a dozen kinds of answers in three encodings, some with a day. */
const mostShared = 100;

/** Like `answerHeaders`, but shared by all answers with the same fields, because thousands of answers are stored. */
export function sharedHeaders(catalog: Catalog, ownFields: OwnFields): AnswerHeaders {
	const shared = ofCatalogs.get(catalog) ?? new BoundedMap<string, AnswerHeaders>(mostShared);
	ofCatalogs.set(catalog, shared);
	return shared.findOrMake(JSON.stringify(ownFields), () => answerHeaders(catalog, ownFields));
}
