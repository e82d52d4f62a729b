import type { Settings } from '../settings/settings.ts';
import { plain, trustedAddress } from '../text/client-address.ts';

const longestWait = 3_000;

/** Where this very machine reaches the service of these settings. */
export function ownAddress({ host, port, tls }: Pick<Settings, 'host' | 'port' | 'tls'>): string {
	const everywhere = host === '0.0.0.0' || host === '::';
	return `${tls ? 'https' : 'http'}://${everywhere ? '127.0.0.1' : bracketed(host)}:${port}`;
}

/** Where clients find the service: with TLS by a name that its certificates stand for. */
export function addressUnder(host: string, port: number, names: readonly string[] | null): string {
	if (!names) return `http://${bracketed(host)}:${port}`;
	const name = names.find((name) => !name.startsWith('*')) ?? bracketed(host);
	return `https://${name}${port === 443 ? '' : `:${port}`}`;
}

/** An address of IPv6 as it stands in a URL. */
export function bracketed(host: string): string {
	return host.includes(':') ? `[${host}]` : host;
}

/** Asks the service of this machine how it is. Nothing secret is sent, and its certificate is made for another name. */
export function askReady(address: string): Promise<Response> {
	return fetch(`${address}/readyz`, {
		signal: AbortSignal.timeout(longestWait),
		tls: { rejectUnauthorized: false },
	});
}

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
