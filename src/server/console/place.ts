import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { isLoopback, trustedAddress, unmapped } from '../../settings/client-address.ts';
import type { Settings } from '../../settings/settings.ts';

/** How a browser reached the console. */
export interface Place {
	/** Scheme, host and port in the address bar: every write must come from a page of it. */
	readonly origin: string;
	readonly secure: boolean;
}

/** Finds the place of a request; null if the console does not exist for it. */
export type FindPlace = (headers: Headers, peer: string | undefined) => Place | null;

type PlaceSettings = Pick<Settings, 'trustedProxies' | 'adminHosts' | 'adminAddress' | 'console' | 'tls'>;

/** At `ADMIN_ADDRESS`, which speaks plain HTTP: on this machine, or through a trusted proxy that speaks https. */
export function adminPlace(settings: PlaceSettings): FindPlace {
	const { trustedProxies, adminHosts, adminAddress } = settings;
	const proxied = readProxied(trustedProxies);
	const names = new Set(
		['localhost', hostname(), adminAddress?.host ?? '', ...adminHosts].map((name) => name.toLowerCase()),
	);
	return (headers, peer = '') => {
		const host = headers.get('host') ?? '';
		if (isForwarded(headers)) {
			const named = proxied(headers, peer);
			if (named?.proto !== 'https') return null;
			const origin = originOf(`https://${named.host}`);
			// A page whose name leads here (DNS rebinding) would be a place of its own.
			const name = origin === null ? '' : new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1');
			return origin !== null && (isIP(name) !== 0 || names.has(name)) ? { origin, secure: true } : null;
		}
		const origin = isLoopback(unmapped(peer)) && isLoopback(host) ? originOf(`http://${host}`) : null;
		return origin === null ? null : { origin, secure: false };
	};
}

/** At the service's address: only under the name of the setting, and only behind TLS. */
export function servicePlace(settings: PlaceSettings, ownOrigin: string): FindPlace {
	const proxied = readProxied(settings.trustedProxies);
	return (headers, peer = '') => {
		const named = proxied(headers, peer);
		const isSecure = named?.proto ? named.proto === 'https' : settings.tls !== null;
		const host = named?.host ?? headers.get('host') ?? '';
		return isSecure && originOf(`https://${host}`) === ownOrigin ? { origin: ownOrigin, secure: true } : null;
	};
}

/** Whether a request names the host of the console, over whatever protocol. */
export function isNamed(
	settings: PlaceSettings,
	ownOrigin: string,
): (headers: Headers, peer: string | undefined) => boolean {
	const proxied = readProxied(settings.trustedProxies);
	return (headers, peer = '') =>
		originOf(`https://${proxied(headers, peer)?.host ?? headers.get('host') ?? ''}`) === ownOrigin;
}

/** What a trusted proxy says about the browser's request; null if none of them sent it. */
function readProxied(trustedProxies: readonly string[]) {
	const isTrusted = trustedAddress(trustedProxies);
	return (headers: Headers, peer: string) =>
		isTrusted(unmapped(peer))
			? {
					proto: headers.get('x-forwarded-proto'),
					host: headers.get('x-forwarded-host') ?? headers.get('host') ?? '',
				}
			: null;
}

/** Whether anything between says that it passed the request on. */
function isForwarded(headers: Headers): boolean {
	for (const name of headers.keys())
		if (name === 'forwarded' || name === 'via' || name === 'x-real-ip' || name.startsWith('x-forwarded-'))
			return true;
	return false;
}

/** Null if the text is more than a scheme, a host and a port. */
function originOf(text: string): string | null {
	const url = URL.parse(text);
	return url !== null && `${url.origin}/` === url.href && url.username === '' ? url.origin : null;
}
