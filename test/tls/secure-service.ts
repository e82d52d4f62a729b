import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import { createAuthority } from '../feeds/certificates.ts';
import { type ServiceProcess, startService } from '../service-process.ts';

/** Certificate files as an ACME client stores them. */
export interface CertificateFolder {
	readonly ca: string;
	/** The settings that name the files. */
	readonly env: Record<string, string>;
	/** Replaces the certificate by another one, each file atomically. */
	renew(): void;
	/** Writes a file of the first certificate. */
	write(file: 'cert' | 'key', text: string): void;
	remove(): void;
}

export function certificateFolder(...names: readonly (readonly string[])[]): CertificateFolder {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-tls-'));
	const authority = createAuthority('Authority of the tests');
	const place = (index: number, kind: 'cert' | 'key') => join(folder, `${index}.${kind}`);
	const put = (file: string, text: string) => {
		writeFileSync(`${file}.new`, text);
		renameSync(`${file}.new`, file);
	};
	const issue = (index: number) => {
		const { cert, key } = authority.issue({ names: hosts[index]! });
		put(place(index, 'key'), key);
		put(place(index, 'cert'), cert);
	};
	const hosts = names.length > 0 ? names : [['localhost']];
	for (const index of hosts.keys()) issue(index);
	const all = (kind: 'cert' | 'key') => [...hosts.keys()].map((index) => place(index, kind)).join();
	return {
		ca: authority.pem,
		env: { TLS_CERT: all('cert'), TLS_KEY: all('key') },
		renew: () => issue(0),
		write: (kind, text) => put(place(0, kind), text),
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

export interface SecureService extends ServiceProcess {
	readonly files: CertificateFolder;
}

/** The service with TLS, requested over connections that verify its certificate. */
export async function startSecureService(
	env: Record<string, string> = {},
	files = certificateFolder(),
	wrapper: string[] = [],
): Promise<SecureService> {
	const service = await startService({ env: { ...files.env, ...env }, wrapper });
	return {
		...service,
		files,
		get: (path, key = service.key) =>
			fetch(`https://127.0.0.1:${service.port}${path}`, {
				headers: key ? { Authorization: key } : {},
				tls: { ca: files.ca },
			}),
		async remove() {
			await service.remove();
			files.remove();
		},
	};
}

export interface Handshake {
	/** The fingerprint of the certificate that was shown. */
	readonly fingerprint: string;
	readonly names: string;
	readonly protocol: string | null;
	readonly cipher: string;
}

/** Completes a handshake and disconnects; returns what was agreed on, or the error code. */
export function shakeHands(
	port: number,
	options: Partial<Parameters<typeof connect>[0] & object> = {},
): Promise<Handshake | string> {
	return new Promise((resolve) => {
		const socket: TLSSocket = connect(
			{ port, host: '127.0.0.1', rejectUnauthorized: false, ...options },
			() => {
				const certificate = socket.getPeerCertificate() as DetailedPeerCertificate;
				const [protocol, cipher] = [socket.getProtocol(), socket.getCipher().name];
				socket.destroy();
				resolve({
					fingerprint: certificate.fingerprint256,
					names: certificate.subjectaltname ?? '',
					protocol,
					cipher,
				});
			},
		);
		socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
	});
}
