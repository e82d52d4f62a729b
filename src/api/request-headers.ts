/** The encodings that are sent, in the order of preference. */
export const contentEncodings = ['br', 'gzip'] as const;
export type ContentEncoding = (typeof contentEncodings)[number];

export interface ChosenEncoding {
	/** What the client likes best of what there is; null for the body as it is. */
	readonly encoding: ContentEncoding | null;
	/** It does not take the body as it is, however short that may be. */
	readonly required: boolean;
}

const asItIs: ChosenEncoding = { encoding: null, required: false };

// All clients together send a handful of different headers; a stranger may make up more.
const choices = new Map<string, ChosenEncoding>();
const mostChoices = 200;

/**
 * RFC 9110, section 12.5.3. Who says nothing gets the body as it is. So does who takes nothing that there is: the section
 * leaves the choice, and such a client is better served by an answer than by a 406.
 */
export function chooseEncoding(header: string | null): ChosenEncoding {
	if (header === null) return asItIs;
	let chosen = choices.get(header);
	if (!chosen) {
		chosen = choose(header);
		if (choices.size >= mostChoices) choices.clear();
		choices.set(header, chosen);
	}
	return chosen;
}

function choose(header: string): ChosenEncoding {
	const weights = new Map(header.split(',').map(readEntry));
	const any = weights.get('*');
	// Without a word about it the body as it is can always be sent, and comes last.
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

/** From 0 to 1; what is no weight counts as none, so that nobody gets what they may not be able to read. */
function readWeight(text: string): number {
	return /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(text) ? Number(text) : 0;
}

/**
 * RFC 9110, section 13.1.2: the client has the answer if the list holds its tag or is `*`. Tags are compared
 * weakly, as the section demands for If-None-Match.
 */
export function matchesTag(ifNoneMatch: string, etag: string): boolean {
	// Most clients send back exactly the one tag they got.
	if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
	const opaque = etag.replace(/^W\//, '');
	for (const [tag] of ifNoneMatch.matchAll(/"[^"]*"/g)) {
		if (tag === opaque) return true;
	}
	return false;
}

/**
 * RFC 9110, section 13.1.3: only when there is no If-None-Match, and only for a date that can be read. One that is
 * still to come was given by a clock that was wrong, or made up: it tells nothing.
 */
export function isUnchangedSince(ifModifiedSince: string, lastModified: number, now = Date.now()): boolean {
	const since = Date.parse(ifModifiedSince);
	return !Number.isNaN(since) && since >= lastModified && since <= now;
}

/**
 * RFC 9110, section 12.5.1: whether the client would rather have plain text than JSON. JSON is what it gets
 * when it has no preference; only a range that names text counts, so that a plain `*` never selects it.
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

/** Whether the client asks for one JSON record to a line. */
export function prefersLines(accept: string | null): boolean {
	return accept !== null && /application\/(?:x-)?ndjson(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(accept);
}
