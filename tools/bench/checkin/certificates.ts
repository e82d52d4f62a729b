import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The PEM files of a certificate with its chain, as ACME clients write it, and of its key. */
export interface ChainFiles {
	readonly kind: KeyKind;
	readonly chain: string;
	readonly key: string;
	/** Chain and key in one file, for HAProxy. */
	readonly together: string;
}

export type KeyKind = 'ECDSA' | 'RSA';

const keyWords = { ECDSA: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], RSA: ['rsa:2048'] } as const;

/**
 * Makes an authority and a certificate for `localhost` signed by it. The chain includes the authority. Without it
 * BoringSSL would search for the issuer, also on disk, at every handshake, which does not happen with public
 * certificates.
 */
export function makeChain(folder: string, kind: KeyKind): ChainFiles {
	const file = (name: string) => join(folder, `${kind}-${name}.pem`);
	const [root, rootKey, request, names] = [file('root'), file('root-key'), file('request'), file('names')];
	const [chain, key, together] = [file('chain'), file('key'), file('together')];
	const newKey = ['-newkey', ...keyWords[kind], '-nodes', '-keyout'];
	openssl(['req', '-x509', ...newKey, rootKey, '-out', root, '-days', '30', '-subj', '/CN=Bench']);
	openssl(['req', ...newKey, key, '-out', request, '-subj', '/CN=localhost']);
	writeFileSync(names, 'subjectAltName=DNS:localhost\n');
	const signed = ['-CA', root, '-CAkey', rootKey, '-CAcreateserial', '-days', '30', '-extfile', names];
	openssl(['x509', '-req', '-in', request, ...signed, '-out', chain]);
	appendFileSync(chain, readFileSync(root));
	writeFileSync(together, `${readFileSync(chain, 'utf8')}${readFileSync(key, 'utf8')}`);
	return { kind, chain, key, together };
}

function openssl(words: readonly string[]): void {
	const { exitCode, stderr } = Bun.spawnSync(['openssl', ...words], { stdout: 'ignore', stderr: 'pipe' });
	if (exitCode !== 0) throw new Error(`openssl ${words[0]} failed: ${stderr.toString().trim()}`);
}
