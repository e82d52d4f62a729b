/**
 * Whether a page of another site had somebody's browser send this request. Browsers name the site of a page that posts, as
 * scheme, host and port; programs name none. `own` are the addresses of this service.
 */
export function isFromElsewhere({ headers }: Request, addresses: readonly string[]): boolean {
	const origin = headers.get('origin');
	if (origin === null) return false;
	const site = siteOf(origin);
	return site === null || !addresses.some((address) => siteOf(address) === site);
}

/** Scheme, host and port; a port that is usual for the scheme is left out. Null for anything else, `null` included. */
function siteOf(text: string): string | null {
	const { origin = 'null' } = URL.parse(text) ?? {};
	return origin === 'null' ? null : origin;
}
