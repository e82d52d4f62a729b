import { BoundedMap } from '../text/bounded-map.ts';
/** The supported encodings, in order of preference. */
export const contentEncodings = ['br', 'gzip'] as const;
export type ContentEncoding = (typeof contentEncodings)[number];

interface ChosenEncoding {
	/** The client's preferred encoding; null for none. */
	readonly encoding: ContentEncoding | null;
	/** The client refuses an uncompressed body, even a short one. */
	readonly required: boolean;
}

const asItIs: ChosenEncoding = { encoding: null, required: false };

// Clients send a handful of different headers, and parsing one takes 1.4 µs of the 25 µs of a read. Hostile clients can
// invent more, so the number is limited.
const choices = new BoundedMap<string, ChosenEncoding>(200);

/**
 * RFC 9110, section 12.5.3. Without the header, or if no supported encoding is acceptable, the body is not encoded:
 * the section allows it, and such a client gains more from an answer than from a 406.
 */
export function chooseEncoding(header: string | null): ChosenEncoding {
	return header === null ? asItIs : choices.findOrMake(header, () => choose(header));
}

function choose(header: string): ChosenEncoding {
	const weights = new Map(header.split(',').map(readEntry));
	const any = weights.get('*');
	// An unencoded body is acceptable unless excluded, and is the last choice.
	const plain = weights.get('identity') ?? (any === 0 ? 0 : Number.MIN_VALUE);
	const weightOf = (name: ContentEncoding) => weights.get(name) ?? any ?? 0;
	const [best] = contentEncodings.toSorted((a, b) => weightOf(b) - weightOf(a));
	const weight = weightOf(best!);
	return weight > 0 && weight >= plain ? { encoding: best!, required: plain === 0 } : asItIs;
}

function readEntry(entry: string): [name: string, weight: number] {
	const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
	const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '');
	// x-gzip is the old name of gzip (RFC 9110, section 8.4.1.3).
	return [name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : readWeight(weight)];
}

/** From 0 to 1. An invalid weight counts as 0, so that a client never gets an encoding that it may not understand. */
function readWeight(text: string): number {
	return /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(text) ? Number(text) : 0;
}

/**
 * RFC 9110, section 13.1.2: the client has the answer if the list has its tag or is `*`. If-None-Match compares tags
 * weakly.
 */
export function matchesTag(ifNoneMatch: string, etag: string): boolean {
	// Most clients send back the one tag they got.
	if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
	const opaque = etag.replace(/^W\//, '');
	for (const [tag] of ifNoneMatch.matchAll(/"[^"]*"/g)) {
		if (tag === opaque) return true;
	}
	return false;
}

/**
 * RFC 9110, section 13.1.3: only without If-None-Match, and only for a valid date. A future date comes from a wrong
 * clock and proves nothing.
 */
function isUnchangedSince(ifModifiedSince: string, lastModified: number, now: number): boolean {
	const since = Date.parse(ifModifiedSince);
	return !Number.isNaN(since) && since >= lastModified && since <= now;
}

/** Whether the client has the answer already. `now` gives the moment until which a date is not in the future. */
export function isFresh(headers: Headers, etag: string, lastModified: number, now: () => number): boolean {
	const tags = headers.get('if-none-match');
	if (tags !== null) return matchesTag(tags, etag);
	const since = headers.get('if-modified-since');
	return since !== null && isUnchangedSince(since, lastModified, now());
}

/** Only answers to these methods are looked up. */
export function isRead({ method }: Request): boolean {
	return method === 'GET' || method === 'HEAD';
}

/** Whether a browser asks what pages of other sites may send. */
export function isPreflight({ method, headers }: Request): boolean {
	return method === 'OPTIONS' && headers.has('access-control-request-method');
}

/** Bun 1.4.4 joins the values of repeated headers with commas, as the Fetch standard says, and a valid host has none. */
export function hasSeveralHosts({ headers }: Request): boolean {
	return headers.get('host')?.includes(',') ?? false;
}

/**
 * RFC 9110, section 12.5.1: whether the client prefers plain text to JSON. JSON is the default; only a range that
 * names text counts, so a wildcard never selects it.
 */
export function prefersText(accept: string | null): boolean {
	if (accept === null || !/text\/(?:plain|\*)/i.test(accept)) return false;
	const weights = new Map<string, number>();
	for (const range of accept.toLowerCase().split(',')) {
		const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
		const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
		weights.set(type, weight === undefined ? 1 : Number(weight) || 0);
	}
	const text = weights.get('text/plain') ?? weights.get('text/*') ?? 0;
	const json =
		weights.get('application/json') ?? weights.get('application/*') ?? (weights.get('*/*') ?? 0) - 0.001;
	return text > 0 && text > json;
}

/** Whether the client asks for one JSON record in each line. */
export function prefersLines(accept: string | null): boolean {
	return accept !== null && /application\/(?:x-)?ndjson(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(accept);
}
