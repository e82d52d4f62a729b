import type { Settings } from '../settings/settings.ts';
import { plain, trustedAddress } from '../text/client-address.ts';

/** A name or an address with a port, and nothing that ends a word in a script or a text in JSON. */
const hostShape = /^(?:[A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * Under which address whoever sent a request reaches this service: the one that the operator set, or else what the request
 * was sent to. What a proxy says of that is believed where it is trusted. Null for a request that names no host.
 */
export function readPublicAddress(
	{ publicUrl, tls, trustedProxies }: Pick<Settings, 'publicUrl' | 'tls' | 'trustedProxies'>,
	peerOf: (request: Request) => string | undefined,
): (request: Request) => string | null {
	if (publicUrl !== null) return () => publicUrl;
	const isTrusted = trustedAddress(trustedProxies);
	return (request) => {
		const forwarded = isTrusted(plain(peerOf(request) ?? ''));
		const said = (name: string) => (forwarded && request.headers.get(name)) || null;
		const host = said('x-forwarded-host') ?? request.headers.get('host') ?? '';
		const isSecure = tls !== null || said('x-forwarded-proto') === 'https';
		return hostShape.test(host) ? `${isSecure ? 'https' : 'http'}://${host}` : null;
	};
}
