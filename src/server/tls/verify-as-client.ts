import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, isIP } from 'node:net';
import { checkServerIdentity, connect, createServer, type PeerCertificate } from 'node:tls';
import type { Certificate } from './certificate.ts';

/**
 * The error code that a client gets when it connects to this name or IP address, or null if it accepts the certificate.
 * Makes a handshake inside this process, with the public authorities and those of NODE_EXTRA_CA_CERTS. So the check is the
 * same as a client's, and needs no running service.
 */
export async function verifyAsClient({ chain, key }: Certificate, host: string): Promise<string | null> {
	const server = createServer({ cert: chain, key });
	server.on('tlsClientError', () => {});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	try {
		const { port } = server.address() as AddressInfo;
		return await new Promise((resolve) => {
			// A client that connects to an IP address sends no name, and looks for the address in the certificate.
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

/** The certificates of the file: the service's first, each signed by the next. */
export function chainOf({ chain }: Certificate): X509Certificate[] {
	const blocks = chain.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
	return blocks.map((block) => new X509Certificate(block));
}
