import type { Certificate } from './certificate.ts';

/** Ciphers of TLS 1.2 with forward secrecy and authenticated encryption. Those of TLS 1.3 all have both. */
const modernCiphers = [
	'ECDHE-ECDSA-AES128-GCM-SHA256',
	'ECDHE-RSA-AES128-GCM-SHA256',
	'ECDHE-ECDSA-AES256-GCM-SHA384',
	'ECDHE-RSA-AES256-GCM-SHA384',
	'ECDHE-ECDSA-CHACHA20-POLY1305',
	'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** The TLS options of Bun.serve. The first certificate also answers for names that are in none of them. */
export function tlsOptions(certificates: readonly Certificate[] | null) {
	if (!certificates) return {};
	const tls = certificates.flatMap(({ chain, key, names }, index) => {
		const pair = { cert: chain, key, ciphers: modernCiphers };
		const named = names.map((serverName) => ({ ...pair, serverName }));
		return index === 0 && named.length === 0 ? [pair] : named;
	});
	return { tls };
}
