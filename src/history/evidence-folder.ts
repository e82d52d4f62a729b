import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import {
	closeSync,
	existsSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	statSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json' with { type: 'json' };
import { Failure, fileTrouble } from '../process/failure.ts';

/** What a folder of evidence says about itself. */
export interface Manifest {
	readonly format: 'pointrelease-evidence';
	readonly version: 1;
	readonly made: string;
	readonly program: string;
	readonly as_of: string;
	readonly data_version: string;
	readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
	/** SHA-256 over a line for each file: its digest, two spaces and its name. */
	readonly digest: string;
}

const manifestName = 'manifest.json';
const signatureName = 'manifest.sig';

interface Signature {
	/** The public key in DER, base64. */
	readonly public_key: string;
	readonly signature: string;
}

/** Writes files into a new folder and, last, what they are. */
export class EvidenceFolder {
	readonly #folder: string;
	readonly #files: { name: string; bytes: number; sha256: string }[] = [];

	constructor(folder: string) {
		this.#folder = folder;
		try {
			if (existsSync(folder) && readdirSync(folder).length > 0)
				throw new Failure('folder-not-empty', `${folder} is not empty. Name a new folder with --out.`);
			mkdirSync(folder, { recursive: true, mode: 0o700 });
		} catch (thrown) {
			throw folderFailure(folder, thrown);
		}
	}

	add(name: string, pieces: Iterable<string>): void {
		const digest = createHash('sha256');
		let bytes = 0;
		try {
			const file = openSync(join(this.#folder, name), 'wx', 0o600);
			try {
				for (const piece of inBatches(pieces)) {
					const buffer = Buffer.from(piece);
					for (let at = 0; at < buffer.length; ) at += writeSync(file, buffer, at);
					digest.update(buffer);
					bytes += buffer.length;
				}
			} finally {
				closeSync(file);
			}
		} catch (thrown) {
			throw folderFailure(this.#folder, thrown);
		}
		this.#files.push({ name, bytes, sha256: digest.digest('hex') });
	}

	/** Completes the folder; signed where there is a key. */
	end(head: { as_of: string; data_version: string }, now: Date, key: KeyObject | null): Manifest {
		const files = this.#files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
		const manifest: Manifest = {
			format: 'pointrelease-evidence',
			version: 1,
			made: now.toISOString(),
			program: version,
			...head,
			files,
			digest: digestOf(files),
		};
		const text = `${JSON.stringify(manifest, null, '\t')}\n`;
		try {
			writeFileSync(join(this.#folder, manifestName), text, { mode: 0o600, flag: 'wx' });
			if (key !== null)
				writeFileSync(join(this.#folder, signatureName), signed(text, key), { mode: 0o600, flag: 'wx' });
		} catch (thrown) {
			throw folderFailure(this.#folder, thrown);
		}
		return manifest;
	}
}

function* inBatches(pieces: Iterable<string>): Generator<string> {
	let batch = '';
	for (const piece of pieces) {
		batch += piece;
		if (batch.length > 256 * 1024) {
			yield batch;
			batch = '';
		}
	}
	yield batch;
}

export function digestOf(files: Manifest['files']): string {
	const digest = createHash('sha256');
	for (const { name, sha256 } of files) digest.update(`${sha256}  ${name}\n`);
	return digest.digest('hex');
}

function signed(text: string, key: KeyObject): string {
	return signatureText(
		sign(null, Buffer.from(text), key).toString('base64'),
		createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
	);
}

function signatureText(signature: string, publicKey: string): string {
	const [value, public_key] = [signature, publicKey].map((text) =>
		Buffer.from(text, 'base64').toString('base64'),
	);
	const written = { algorithm: 'Ed25519', public_key, signature: value };
	return `${JSON.stringify(written, null, '\t')}\n`;
}

/** What was found in a folder of evidence. */
export interface FolderCheck {
	readonly manifest: Manifest;
	readonly differences: readonly string[];
	readonly signature: 'valid' | 'invalid' | 'none';
	/** The public key of the signature, base64; null without one. */
	readonly publicKey: string | null;
}

/** Compares the files of a folder with its manifest, and the manifest with its signature. */
export function checkFolder(folder: string): FolderCheck {
	const text = readText(folder, manifestName);
	let manifest: Manifest;
	try {
		manifest = JSON.parse(text) as Manifest;
	} catch {
		throw new Failure('bad-evidence', `${join(folder, manifestName)} is not JSON.`);
	}
	if (manifest?.format !== 'pointrelease-evidence' || !isListOfFiles(manifest.files))
		throw new Failure('bad-evidence', `${folder} is not a folder of evidence.`);
	if (manifest.version !== 1)
		throw new Failure('newer-evidence', `${folder} was made by a newer version of pointrelease.`);
	const differences: string[] = [];
	for (const { name, sha256 } of manifest.files) {
		const isOwn = name === name.replace(/[/\\]/g, '');
		const found = isOwn ? statSync(join(folder, name), { throwIfNoEntry: false }) : undefined;
		if (!found?.isFile()) differences.push(`${name} is missing`);
		else if (
			createHash('sha256')
				.update(readFileSync(join(folder, name)))
				.digest('hex') !== sha256
		)
			differences.push(`${name} was changed`);
	}
	const known = new Set([...manifest.files.map(({ name }) => name), manifestName, signatureName]);
	for (const name of readdirSync(folder)) if (!known.has(name)) differences.push(`${name} was added`);
	if (digestOf(manifest.files) !== manifest.digest) differences.push('the digest of the manifest is wrong');
	return { manifest, differences, ...checkSignature(folder, text) };
}

function isListOfFiles(files: unknown): boolean {
	const isText = (value: unknown) => typeof value === 'string';
	return Array.isArray(files) && files.every((file) => isText(file?.name) && isText(file?.sha256));
}

function checkSignature(folder: string, text: string): Pick<FolderCheck, 'signature' | 'publicKey'> {
	if (!existsSync(join(folder, signatureName))) return { signature: 'none', publicKey: null };
	try {
		const written = readText(folder, signatureName);
		const { public_key, signature } = JSON.parse(written) as Signature;
		const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), type: 'spki', format: 'der' });
		const isValid =
			key.asymmetricKeyType === 'ed25519' &&
			written === signatureText(signature, public_key) &&
			verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
		return { signature: isValid ? 'valid' : 'invalid', publicKey: public_key };
	} catch {
		return { signature: 'invalid', publicKey: null };
	}
}

export function readText(folder: string, name: string): string {
	try {
		return readFileSync(join(folder, name), 'utf8');
	} catch (thrown) {
		throw new Failure('bad-evidence', `${join(folder, name)} cannot be read (${fileTrouble(thrown)})`);
	}
}

function folderFailure(folder: string, thrown: unknown): Error {
	if (thrown instanceof Failure) return thrown;
	const { code } = thrown as NodeJS.ErrnoException;
	return code
		? new Failure('folder-unwritable', `${folder} cannot be written (${fileTrouble(thrown)}).`)
		: (thrown as Error);
}
