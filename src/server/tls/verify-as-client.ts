import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, isIP } from 'node:net';
import { checkServerIdentity, connect, createServer, type PeerCertificate } from 'node:tls';
import type { Certificate } from './certificate.ts';

/**
 * What a client finds wrong that comes to this name or IP address: the code of its error, or null. A handshake inside this process, with
 * the public authorities and those of NODE_EXTRA_CA_CERTS: so it is verified by what clients verify with, whether or not a
 * service runs.
 */
export async function verifyAsClient({ chain, key }: Certificate, host: string): Promise<string | null> {
	const server = createServer({ cert: chain, key });
	server.on('tlsClientError', () => {});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	try {
		const { port } = server.address() as AddressInfo;
		return await new Promise((resolve) => {
			// A client that comes to an address sends no name, and looks for the address.
			const name = isIP(host)
				? {
						checkServerIdentity: (_: string, certificate: PeerCertificate) =>
							checkServerIdentity(host, certificate),
					}
				: { servername: host };
			const socket = connect({ port, host: '127.0.0.1', ...name }, () => resolve(null));
			socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
			socket.on('secureConnect', () => socket.destroy());
		});
	} finally {
		server.close();
	}
}

/** The certificates of the file, the service's own first, each signed by the next. */
export function chainOf({ chain }: Certificate): X509Certificate[] {
	const blocks = chain.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
	return blocks.map((block) => new X509Certificate(block));
}
