import { pathOf } from '@pointrelease/core/src/api/path.ts';
import type { Log } from '../process/log.ts';
import { isLoopback, trustedAddress, unmapped } from '../settings/client-address.ts';
import type { Settings } from '../settings/settings.ts';

const longestWait = 3_000;

/** The address at which this machine reaches the service of these settings. */
export function ownAddress({ host, port, tls }: Pick<Settings, 'host' | 'port' | 'tls'>): string {
	const everywhere = host === '0.0.0.0' || host === '::';
	return `${tls ? 'https' : 'http'}://${everywhere ? '127.0.0.1' : bracketed(host)}:${port}`;
}

/** The address at which clients reach the service; with TLS a name of its certificates. */
export function addressUnder(host: string, port: number, names: readonly string[] | null): string {
	if (!names) return `http://${bracketed(host)}:${port}`;
	const name = names.find((name) => !name.startsWith('*')) ?? bracketed(host);
	return `https://${name}${port === 443 ? '' : `:${port}`}`;
}

/** The host as it stands in a URL: IPv6 addresses in brackets. */
export function bracketed(host: string): string {
	return host.includes(':') ? `[${host}]` : host;
}

/** Asks the service of this machine for its health. Ignores the certificate, which has another name: no secret is sent. */
export function askReady(address: string): Promise<Response> {
	return fetch(`${address}/readyz`, {
		signal: AbortSignal.timeout(longestWait),
		tls: { rejectUnauthorized: false },
	});
}

/** Asks the service of this machine whether it has this ID, which is no secret of a customer or a key. */
export function askLive(address: string, instance: string): Promise<Response> {
	return fetch(`${address}/livez?instance=${encodeURIComponent(instance)}`, {
		signal: AbortSignal.timeout(longestWait),
		tls: { rejectUnauthorized: false },
	});
}

/** A name or an address with a port, without characters that end a word in a script or a string in JSON. */
const hostShape = /^(?:[A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * The address at which the client of a request reaches this service: `PUBLIC_URL`, or else the host that the request
 * names. A forwarded host counts only from a trusted proxy. Null for a request without a host. Use it only in answers to
 * this client, and never in answers that a cache may give to others.
 */
export function readPublicAddress(
	{ publicUrl, tls, trustedProxies }: Pick<Settings, 'publicUrl' | 'tls' | 'trustedProxies'>,
	peerOf: (request: Request) => string | undefined,
): (request: Request) => string | null {
	if (publicUrl !== null) return () => publicUrl;
	const isTrusted = trustedAddress(trustedProxies);
	return (request) => {
		const forwarded = isTrusted(unmapped(peerOf(request) ?? ''));
		const fromProxy = (name: string) => (forwarded && request.headers.get(name)) || null;
		const host = fromProxy('x-forwarded-host') ?? request.headers.get('host') ?? '';
		const isSecure =
			tls !== null || fromProxy('x-forwarded-proto') === 'https' || isFromSecurePage(request, host);
		return hostShape.test(host) ? `${isSecure ? 'https' : 'http'}://${host}` : null;
	};
}

/**
 * Whether a browser loaded the page that asks over TLS, even if the reverse proxy does not say so. Browsers send
 * `Sec-Fetch-Site` over TLS and to their own machine alone (Fetch Metadata, section 2).
 */
function isFromSecurePage({ headers }: Request, host: string): boolean {
	return headers.has('sec-fetch-site') && !isLoopback(host);
}

/** Why the kit may tell Macs to send their key over plain HTTP, for operators; null if it cannot. */
export function plainKitTrouble({
	publicUrl,
	tls,
	host,
	trustedProxies,
}: Pick<Settings, 'publicUrl' | 'tls' | 'host' | 'trustedProxies'>): string | null {
	if (publicUrl !== null)
		return publicUrl.startsWith('http://') && !isLoopback(new URL(publicUrl).host)
			? 'PUBLIC_URL is not https: the kit tells Macs to send their key over plain HTTP'
			: null;
	if (tls !== null || (isLoopback(host) && trustedProxies.length === 0)) return null;
	return 'PUBLIC_URL is not set: the kit tells Macs to send their key over plain HTTP, unless a proxy of TRUSTED_PROXIES sets X-Forwarded-Proto';
}

/**
 * Why strangers may connect without a reverse proxy, which would count their connections, for operators; null if the
 * service listens on this machine alone or trusts a proxy. A firewall or the published port of a container cannot be seen
 * from here.
 */
export function noProxyTrouble({
	host,
	trustedProxies,
}: Pick<Settings, 'host' | 'trustedProxies'>): string | null {
	if (isLoopback(host) || trustedProxies.length > 0) return null;
	return `HOST is ${host} and TRUSTED_PROXIES is not set: clients connect without a reverse proxy, and one of them can take all connections`;
}

export const plainKitAdvice = 'set PUBLIC_URL to the https address of the service';

/** Warns once in the log when a client gets a kit with an address over plain HTTP. */
export function watchKits(log: Log): (request: Request, address: string) => void {
	let hasWarned = false;
	return ({ url }, address) => {
		if (hasWarned || !address.startsWith('http://') || !pathOf(url).startsWith('/kit/')) return;
		if (isLoopback(address.slice('http://'.length))) return;
		hasWarned = true;
		log.warn('the kit tells Macs to send their key over plain HTTP', { address, advice: plainKitAdvice });
	};
}
