/**
 * Whether a page of another site made a browser send this request. Browsers send the site of the page (scheme, host and
 * port) in `Origin`; programs send none. `addresses` are those of this service.
 */
export function isFromElsewhere({ headers }: Request, addresses: readonly string[]): boolean {
	const origin = headers.get('origin');
	if (origin === null) return false;
	const site = siteOf(origin);
	return site === null || !addresses.some((address) => siteOf(address) === site);
}

/** Scheme, host and port, without the default port. Null if the text is not an address, or is `null`. */
function siteOf(text: string): string | null {
	const { origin = 'null' } = URL.parse(text) ?? {};
	return origin === 'null' ? null : origin;
}
