import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/*
 * Signs executables for macOS ad hoc, as linkers do. Bun puts the program into its own executable. On Intel its signature
 * stays in the file and no longer matches, and macOS kills a process whose pages do not match their signature.
 * Layouts: <mach-o/loader.h> and <kern/cs_blobs.h> of Apple's open sources.
 */

const machO64 = 0xfeedfacf;
const segment64 = 0x19;
const codeSignature = 0x1d;
const superBlob = 0xfade0cc0;
const codeDirectory = 0xfade0c02;
/** The version of a code directory with the bounds of the executable segment, which Apple silicon requires. */
const withExecutableSegment = 0x20400;
const directoryBytes = 88;
/** Without an identity and without the hardened runtime. */
const adHoc = 0x2;
const sha256 = 2;
const hashBytes = 32;
const pageBits = 12;
const mainBinary = 1n;

interface Segment {
	/** The offset of its load command. */
	readonly at: number;
	readonly fileOffset: number;
	readonly fileBytes: number;
}

interface MachO {
	/** The offset of the load command of the signature. */
	readonly signature: number;
	readonly segments: ReadonlyMap<string, Segment>;
}

function readMachO(bytes: Buffer): MachO {
	if (bytes.length < 32 || bytes.readUInt32LE(0) !== machO64)
		throw new Error('it is not a Mach-O file of 64 bits');
	const segments = new Map<string, Segment>();
	let signature = 0;
	let at = 32;
	for (let count = bytes.readUInt32LE(16); count > 0; count--) {
		const command = bytes.readUInt32LE(at);
		if (command === codeSignature) signature = at;
		if (command === segment64)
			segments.set(bytes.toString('latin1', at + 8, at + 24).replace(/\0+$/, ''), {
				at,
				fileOffset: Number(bytes.readBigUInt64LE(at + 40)),
				fileBytes: Number(bytes.readBigUInt64LE(at + 48)),
			});
		at += bytes.readUInt32LE(at + 4);
	}
	if (signature === 0 || !segments.has('__LINKEDIT') || !segments.has('__TEXT'))
		throw new Error('it has no place for a signature');
	return { signature, segments };
}

/** Replaces the signature of an executable by one that matches its bytes. */
export function signMachO(file: string, identifier = 'pointrelease'): void {
	writeFileSync(file, signedMachO(readFileSync(file), identifier));
}

/** The same bytes with a new signature at the end. */
export function signedMachO(original: Buffer, identifier: string): Buffer {
	const { signature, segments } = readMachO(original);
	const limit = original.readUInt32LE(signature + 8);
	const bytes = Buffer.from(original.subarray(0, limit));
	const pages = Math.ceil(limit / 2 ** pageBits);
	const name = Buffer.from(`${identifier}\0`, 'latin1');
	const length = directoryBytes + name.length + pages * hashBytes;
	// A header of twelve bytes, the index of one blob with eight, then the blob.
	const signed = Buffer.alloc(Math.ceil((20 + length) / 16) * 16);

	// Change the load commands before hashing, because the signature covers them.
	bytes.writeUInt32LE(signed.length, signature + 12);
	const { at, fileOffset } = segments.get('__LINKEDIT')!;
	const linkBytes = BigInt(limit + signed.length - fileOffset);
	bytes.writeBigUInt64LE(linkBytes, at + 48);
	const mapped = bytes.readBigUInt64LE(at + 32);
	const pageOfAnyMac = 0x4000n;
	if (mapped < linkBytes)
		bytes.writeBigUInt64LE(((linkBytes + pageOfAnyMac - 1n) / pageOfAnyMac) * pageOfAnyMac, at + 32);

	const text = segments.get('__TEXT')!;
	writeWords(signed, [superBlob, 20 + length, 1, 0, 20]);
	const directory = signed.subarray(20, 20 + length);
	const hashes = directoryBytes + name.length;
	const version = withExecutableSegment;
	writeWords(directory, [codeDirectory, length, version, adHoc, hashes, directoryBytes, 0, pages, limit]);
	directory.set([hashBytes, sha256, 0, pageBits], 36);
	directory.writeBigUInt64BE(BigInt(text.fileOffset), 64);
	directory.writeBigUInt64BE(BigInt(text.fileBytes), 72);
	directory.writeBigUInt64BE(mainBinary, 80);
	name.copy(directory, directoryBytes);
	for (let page = 0; page < pages; page++)
		hashOfPage(bytes, page, limit).copy(directory, hashes + page * hashBytes);
	return Buffer.concat([bytes, signed]);
}

function writeWords(to: Buffer, words: readonly number[]): void {
	for (const [index, word] of words.entries()) to.writeUInt32BE(word, index * 4);
}

function hashOfPage(bytes: Buffer, page: number, limit: number): Buffer {
	const start = page * 2 ** pageBits;
	return createHash('sha256')
		.update(bytes.subarray(start, Math.min(start + 2 ** pageBits, limit)))
		.digest();
}

/** Why macOS would refuse the signature of an executable, or null if every page matches. */
export function signatureProblem(file: string): string | null {
	const bytes = readFileSync(file);
	const { signature } = readMachO(bytes);
	const start = bytes.readUInt32LE(signature + 8);
	const end = start + bytes.readUInt32LE(signature + 12);
	const blob = bytes.subarray(start);
	if (end !== bytes.length || blob.readUInt32BE(0) !== superBlob)
		return 'the signature is not at the end of the file';
	const directory = blob.subarray(blob.readUInt32BE(16));
	if (directory.readUInt32BE(12) !== adHoc) return 'it is signed as somebody, or for the hardened runtime';
	const [hashes, pages, limit] = [16, 28, 32].map((at) => directory.readUInt32BE(at)) as [
		number,
		number,
		number,
	];
	if (limit !== start || pages !== Math.ceil(limit / 2 ** pageBits))
		return 'the signature covers only a part of the file';
	let wrong = 0;
	for (let page = 0; page < pages; page++) {
		const at = hashes + page * hashBytes;
		if (!hashOfPage(bytes, page, limit).equals(directory.subarray(at, at + hashBytes))) wrong++;
	}
	return wrong === 0 ? null : `${wrong} of ${pages} pages do not match the signature`;
}
