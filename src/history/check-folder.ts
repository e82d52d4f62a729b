import { createHash } from 'node:crypto';
import { closeSync, fstatSync, lstatSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { exceededLimit, type JsonLimits } from '@pointrelease/core/src/text/json-limits.ts';
import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import { Failure, fileTrouble } from '../process/failure.ts';
import { openRegularFile } from '../process/regular-file.ts';
import { digestOf, manifestText } from './evidence-folder.ts';
import { fileNames, formatVersion, manifestName, signatureName } from './evidence-format.ts';
import { signerOf } from './evidence-key.ts';
import type { Manifest } from './manifest-definition.ts';
import { readManifest } from './manifest-definition.ts';

const pieceBytes = 64 * 1024;
const megabyte = 1024 * 1024;
/** The most bytes of any file. The sightings of a million Macs in a year take a quarter of it. */
const mostBytes = 4096 * megabyte;
/** The exports of five years, one an hour. */
const mostManifestBytes = 16 * megabyte;
const mostSignatureBytes = 64 * 1024;
/** A manifest has few values for each export, and none is nested deeper. */
const manifestLimits: JsonLimits = { depth: 8, values: 2_000_000 };

/** A folder of evidence as it is on disk. Only regular files in it are ever opened. */
export class EvidenceFolder {
	readonly path: string;
	readonly manifest: Manifest;
	/** One sentence for each fault of the manifest and of the set of files. */
	readonly differences: readonly string[];
	/** The SHA-256 of each existing file, empty for one of another size than the manifest states. */
	readonly digests: ReadonlyMap<string, string>;
	readonly signature: 'valid' | 'invalid' | 'none';
	/** The public key of a valid signature, base64. */
	readonly publicKey: string | null;
	readonly #onBytes: (bytes: number) => void;

	/** `onBytes` gets the number of bytes after each read. */
	constructor(path: string, onBytes: (bytes: number) => void = () => {}) {
		this.path = path;
		this.#onBytes = onBytes;
		const bytes = this.bytes(manifestName, mostManifestBytes);
		this.manifest = manifestIn(path, bytes);
		const names = namesIn(path);
		const { digests, differences } = this.#checkFiles(names);
		this.digests = digests;
		// This finds repeated members, too: JSON keeps the last of them, so that the text differs when it is written again.
		if (!Buffer.from(manifestText(this.manifest)).equals(bytes))
			differences.push(
				'manifest.json has a member twice, one that the format does not have, or is written in another form',
			);
		this.differences = differences;
		const isSigned = names.includes(signatureName);
		this.publicKey = isSigned ? this.#signer(bytes) : null;
		this.signature = isSigned ? (this.publicKey ? 'valid' : 'invalid') : 'none';
	}

	/** The whole content of a file of at most so many bytes. A larger one is refused before it fills the memory. */
	bytes(name: string, most: number): Buffer {
		const pieces: Uint8Array[] = [];
		let length = 0;
		for (const piece of this.#pieces(name, most)) {
			length += piece.length;
			pieces.push(Uint8Array.from(piece));
		}
		return Buffer.concat(pieces, length);
	}

	has(name: string): boolean {
		return this.digests.has(name);
	}

	/** The text of a file in pieces, so that a large one does not have to fit into memory. */
	*text(name: string): Generator<string> {
		const decoder = new TextDecoder();
		for (const piece of this.#pieces(name)) yield decoder.decode(piece, { stream: true });
		yield decoder.decode();
	}

	*#pieces(name: string, most = mostBytes): Generator<Uint8Array> {
		const buffer = Buffer.alloc(pieceBytes);
		let file: number | null = null;
		let read = 0;
		try {
			file = openRegularFile(join(this.path, name), { followLinks: false });
			// A file that grows while it is read is refused, too.
			for (let size = fstatSync(file).size; ; size = read) {
				if (size > most)
					throw new Failure(
						'bad-evidence',
						`${join(this.path, name)} is larger than ${grouped(Math.floor(most / megabyte))} MB`,
					);
				const length = readSync(file, buffer);
				if (length === 0) return;
				read += length;
				this.#onBytes(length);
				yield buffer.subarray(0, length);
			}
		} catch (thrown) {
			throw this.#unreadable(name, thrown);
		} finally {
			if (file !== null) closeSync(file);
		}
	}

	#unreadable(name: string, thrown: unknown): Error {
		if (thrown instanceof Failure || (thrown as NodeJS.ErrnoException).code === undefined)
			return thrown as Error;
		return new Failure('bad-evidence', `${join(this.path, name)} cannot be read (${fileTrouble(thrown)})`);
	}

	/** Checks that the folder has exactly the files of the format, each a regular file with the digest of the manifest. */
	#checkFiles(names: readonly string[]): { digests: Map<string, string>; differences: string[] } {
		const digests = new Map<string, string>();
		const differences: string[] = [];
		const { files, digest } = this.manifest;
		const listed = files.map(({ name }) => name);
		const expected: readonly string[] = [
			...fileNames.always,
			...(listed.includes(fileNames.exceptions) ? [fileNames.exceptions] : []),
		].sort();
		if (listed.join('\n') !== expected.join('\n'))
			differences.push(
				`manifest.json does not list the files of the format: expected ${expected.join(', ')}`,
			);
		const stated = new Map(files.map((file) => [file.name, file]));
		for (const name of expected) {
			const file = names.includes(name)
				? lstatSync(join(this.path, name), { throwIfNoEntry: false })
				: undefined;
			if (!file) differences.push(`${name} is missing`);
			else if (!file.isFile()) differences.push(`${name} is not a regular file`);
			else if (file.size > mostBytes)
				differences.push(`${name} is larger than ${grouped(mostBytes / megabyte)} MB`);
			else {
				const { sha256, bytes } = stated.get(name) ?? {};
				// A file of another size is not read for its digest.
				digests.set(name, bytes === file.size ? this.#digestOf(name) : '');
				if (digests.get(name) !== sha256) differences.push(`${name} was changed`);
			}
		}
		for (const name of names)
			if (![...expected, manifestName, signatureName].includes(name)) differences.push(`${name} was added`);
		if (digestOf(files) !== digest) differences.push('the digest of the manifest is wrong');
		return { digests, differences };
	}

	#digestOf(name: string): string {
		const sha256 = createHash('sha256');
		for (const piece of this.#pieces(name)) sha256.update(piece);
		return sha256.digest('hex');
	}

	#signer(manifest: Uint8Array): string | null {
		try {
			return signerOf(this.bytes(signatureName, mostSignatureBytes).toString(), manifest);
		} catch {
			return null;
		}
	}
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch (thrown) {
		throw new Failure('bad-evidence', `${folder} cannot be read (${fileTrouble(thrown)})`);
	}
}

function manifestIn(folder: string, bytes: Buffer): Manifest {
	const path = join(folder, manifestName);
	let value: Partial<Manifest> | null;
	const text = bytes.toString();
	try {
		if (exceededLimit(text, manifestLimits)) throw new RangeError();
		value = JSON.parse(text);
	} catch {
		throw new Failure('bad-evidence', `${path} is not JSON.`);
	}
	if (value?.format !== 'pointrelease-evidence')
		throw new Failure('bad-evidence', `${folder} is not a folder of evidence.`);
	if (value.version !== formatVersion)
		throw new Failure(
			'other-evidence',
			`${path} has another format than version ${formatVersion}, which this program reads: verify the folder with the program that made it, or have it made again. If that is this program, the file was altered.`,
		);
	return readManifest(path, value);
}
