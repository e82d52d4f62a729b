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
