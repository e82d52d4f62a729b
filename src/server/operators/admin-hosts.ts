import { isIP } from 'node:net';
import { hostname } from 'node:os';

/**
 * Whether a request is meant for the admin address. A page on the internet can make its own name lead to an address
 * inside and so have a browser ask there (DNS rebinding), but the browser then says that name. Addresses as such
 * are nobody's name.
 */
export function ownHosts(listening: string, named: readonly string[]): (host: string | null) => boolean {
	const own = new Set([listening, 'localhost', hostname(), ...named].map((name) => name.toLowerCase()));
	return (host) => {
		const [, bracketed, plain = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host ?? '') ?? [];
		return isIP(bracketed ?? plain) !== 0 || own.has(plain.toLowerCase());
	};
}
