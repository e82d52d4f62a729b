import { brotliCompressSync, constants } from 'node:zlib';
import type { Answer } from '@pointrelease/core/src/api/answer.ts';
import { compressible } from '@pointrelease/core/src/api/headers.ts';
import { type ContentEncoding, chooseEncoding } from '@pointrelease/core/src/api/request-headers.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import {
	type AnswerHeaders,
	etagOf,
	type ReadyAnswer,
	type SentBody,
	sharedHeaders,
} from './ready-answer.ts';

/** Shorter bodies fit into one packet uncompressed. */
export const worthCompressing = 1_024;

/**
 * The longest list of missing fixes (138 KB) takes 0.8 ms and becomes 3.2 KB with brotli. The highest quality would
 * save 0.7 KB and block all other answers for 440 ms. Level 7 of libdeflate takes as long as zlib's default and is 5
 * to 17% smaller.
 */
const compress: Readonly<
	Record<ContentEncoding, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>>
> = {
	br: (bytes) =>
		brotliCompressSync(bytes, {
			params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
		}),
	gzip: (bytes) => Bun.gzipSync(bytes, { library: 'libdeflate', level: 7 }),
};

/**
 * An encoded body with its own tag, because equal strong tags mean equal bytes. A weak tag is the same for all
 * encodings.
 */
export function encodedBody(
	body: string,
	etag: string,
	encoding: ContentEncoding,
): { readonly body: Blob; readonly etag: string } {
	// All responses share one Blob; bytes would be copied for each.
	return {
		body: new Blob([compress[encoding](Buffer.from(body))]),
		etag: etag.startsWith('W/') ? etag : `${etag.slice(0, -1)}-${encoding}"`,
	};
}

/**
 * An answer in the encoding that a client accepts. Each encoding is made on first use. Cache the answer
 * (`answer-cache.ts`), or every request compresses it again.
 */
export function compressedAnswer(catalog: Catalog, answer: Omit<Answer, 'status'>): ReadyAnswer {
	return new CompressedAnswer(catalog, answer);
}

class CompressedAnswer implements ReadyAnswer {
	readonly status = 200;
	readonly body: string;
	readonly etag: string;
	readonly headers: AnswerHeaders;
	readonly changed?: number;
	readonly #forms: Partial<Record<ContentEncoding, SentBody>> = {};
	readonly #headersOf: (encoding: ContentEncoding) => AnswerHeaders;

	constructor(catalog: Catalog, { body, fields: own, changed, hasWeakTag }: Omit<Answer, 'status'>) {
		const fields = compressible(own);
		this.body = body;
		this.etag = hasWeakTag ? `W/${etagOf(body)}` : etagOf(body);
		if (changed !== undefined) this.changed = changed;
		this.headers = sharedHeaders(catalog, fields);
		this.#headersOf = (encoding) => sharedHeaders(catalog, { ...fields, 'Content-Encoding': encoding });
	}

	forClient(acceptEncoding: string | null): SentBody {
		const { encoding, required } = chooseEncoding(acceptEncoding);
		if (encoding === null || (this.body.length < worthCompressing && !required)) return this;
		this.#forms[encoding] ??= {
			...encodedBody(this.body, this.etag, encoding),
			headers: this.#headersOf(encoding),
		};
		return this.#forms[encoding];
	}
}
