import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate with what leads to its root in one file, as ACME clients write it, and its key: paths of PEM files. */
export interface ChainFiles {
	readonly kind: KeyKind;
	readonly chain: string;
	readonly key: string;
	/** Chain and key in one file, as HAProxy wants them. */
	readonly together: string;
}

export type KeyKind = 'ECDSA' | 'RSA';

const keyWords = { ECDSA: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], RSA: ['rsa:2048'] } as const;

/**
 * Makes an authority and a certificate for `localhost` that it signed. The authority is in the chain: with a certificate
 * alone BoringSSL looks for its issuer at every handshake, on the disk too, which nobody with a public certificate pays.
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
