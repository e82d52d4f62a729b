import type { Settings } from '../settings/settings.ts';

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
