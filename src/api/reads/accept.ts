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
