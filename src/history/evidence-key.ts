import {
	createHash,
	createPrivateKey,
	createPublicKey,
	generateKeyPairSync,
	type KeyObject,
	sign,
	verify,
} from 'node:crypto';
import { makePrivateFile } from '../database/private-file.ts';
import { Failure, fileTrouble } from '../process/failure.ts';
import { readRegularFile } from '../process/regular-file.ts';

/** Makes a key pair to sign evidence with: `file` is private, `file.pub` is for auditors. Returns the fingerprint. */
export function makeEvidenceKey(file: string): string {
	const { privateKey, publicKey } = generateKeyPairSync('ed25519');
	const texts = [
		[file, privateKey.export({ type: 'pkcs8', format: 'pem' })],
		[`${file}.pub`, publicKey.export({ type: 'spki', format: 'pem' })],
	] as const;
	for (const [path, text] of texts) {
		let isNew: boolean;
		try {
			isNew = makePrivateFile(path, text);
		} catch (thrown) {
			throw new Failure('unwritable-file', `${file} cannot be written (${fileTrouble(thrown)})`);
		}
		if (!isNew) throw new Failure('file-exists', `${path} is there already. Name a new file.`);
	}
	return fingerprintOf(spkiOf(publicKey));
}

/** Reads a private key of `makeEvidenceKey`. Call it before writing evidence: a bad key must not leave an unsigned folder. */
export function readEvidenceKey(path: string): KeyObject {
	let text: Buffer;
	try {
		text = readRegularFile(path);
	} catch (thrown) {
		throw new Failure('unreadable-file', `${path} cannot be read (${fileTrouble(thrown)})`);
	}
	let key: KeyObject;
	try {
		key = createPrivateKey(text);
	} catch {
		throw new Failure('bad-key', 'expected a private key made by fleet evidence-key');
	}
	if (key.asymmetricKeyType !== 'ed25519') throw new Failure('bad-key', 'expected an Ed25519 key');
	return key;
}

/** The public key in a PEM file, in the form that `checkEvidence` compares; null if the file has none. */
export function readPublicKey(path: string): string | null {
	try {
		return spkiOf(createPublicKey(readRegularFile(path)));
	} catch {
		return null;
	}
}

/** A public key as DER in base64. */
function spkiOf(key: KeyObject): string {
	return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

/** The fingerprint by which people recognize a key. */
export function fingerprintOf(publicKey: string): string {
	return `SHA256:${createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex')}`;
}

/** The file of a signature of a text. */
export function signatureOf(text: string, key: KeyObject): string {
	return signatureText(sign(null, Buffer.from(text), key).toString('base64'), spkiOf(createPublicKey(key)));
}

/** Base64 is normalized, so that one signature has exactly one text. */
function signatureText(signature: string, publicKey: string): string {
	const normalized = (text: string) => Buffer.from(text, 'base64').toString('base64');
	const file = {
		algorithm: 'Ed25519',
		public_key: normalized(publicKey),
		signature: normalized(signature),
	};
	return `${JSON.stringify(file, null, '\t')}\n`;
}

/** The public key of a signature of a text; null if the signature is not valid. */
export function signerOf(signature: string, text: Uint8Array): string | null {
	try {
		const { public_key, signature: bytes } = JSON.parse(signature) as {
			public_key: string;
			signature: string;
		};
		const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), type: 'spki', format: 'der' });
		const isValid =
			key.asymmetricKeyType === 'ed25519' &&
			signature === signatureText(bytes, public_key) &&
			verify(null, text, key, Buffer.from(bytes, 'base64'));
		return isValid ? public_key : null;
	} catch {
		return null;
	}
}
