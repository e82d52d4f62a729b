import { afterAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExecutable } from '../../tools/build/executable.ts';
import { signatureProblem, signedMachO } from '../../tools/build/sign-macho.ts';
import { isFull } from '../size.ts';

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-macos-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A Mach-O with a text segment, a link segment, and a signature of nothing after `limit` bytes. */
function machO(limit: number): Buffer {
	const bytes = Buffer.alloc(limit + 64, 7);
	bytes.fill(0, 0, 32 + 72 * 2 + 16);
	bytes.writeUInt32LE(0xfeedfacf, 0);
	bytes.writeUInt32LE(3, 16);
	for (const [index, name] of ['__TEXT', '__LINKEDIT'].entries()) {
		const at = 32 + index * 72;
		bytes.writeUInt32LE(0x19, at);
		bytes.writeUInt32LE(72, at + 4);
		bytes.write(name, at + 8, 'latin1');
		bytes.writeBigUInt64LE(0x4000n, at + 32);
		bytes.writeBigUInt64LE(BigInt(index * 4096), at + 40);
		bytes.writeBigUInt64LE(BigInt(index === 0 ? 4096 : limit + 64 - 4096), at + 48);
	}
	bytes.writeUInt32LE(0x1d, 176);
	bytes.writeUInt32LE(16, 180);
	bytes.writeUInt32LE(limit, 184);
	bytes.writeUInt32LE(64, 188);
	return bytes;
}

/** The members of the signature, read apart from the code that writes it. */
function read(bytes: Buffer) {
	let command = 32;
	while (bytes.readUInt32LE(command) !== 0x1d) command += bytes.readUInt32LE(command + 4);
	const start = bytes.readUInt32LE(command + 8);
	const size = bytes.readUInt32LE(command + 12);
	const directory = bytes.subarray(start + bytes.readUInt32BE(start + 16));
	const [flags, hashes, name, specials, pages, limit] = [12, 16, 20, 24, 28, 32].map((at) =>
		directory.readUInt32BE(at),
	) as [number, number, number, number, number, number];
	const pageBytes = 2 ** directory[39]!;
	const wrong = Array.from({ length: pages }, (_, page) => {
		const part = bytes.subarray(page * pageBytes, Math.min((page + 1) * pageBytes, limit));
		const stored = directory.subarray(hashes + page * 32, hashes + (page + 1) * 32);
		return createHash('sha256').update(part).digest().equals(stored);
	}).filter((matches) => !matches).length;
	const identifier = directory.toString('latin1', name, directory.indexOf(0, name));
	return { end: start + size, limit, covers: pages * pageBytes >= limit, flags, specials, identifier, wrong };
}

test.each([4096 * 3, 4096 * 3 + 16, 4096 * 700])(
	'a Mach-O of %i bytes gets a signature that matches',
	(limit) => {
		const bytes = signedMachO(machO(limit), 'example');
		expect(read(bytes)).toEqual({
			end: bytes.length,
			limit,
			covers: true,
			flags: 2,
			specials: 0,
			identifier: 'example',
			wrong: 0,
		});
		const linkBytes = Number(bytes.readBigUInt64LE(104 + 48));
		expect([linkBytes, bytes.length % 16]).toEqual([bytes.length - 4096, 0]);
		expect(Number(bytes.readBigUInt64LE(104 + 32))).toBeGreaterThanOrEqual(linkBytes);
		expect(signedMachO(bytes, 'example').equals(bytes)).toBe(true);
	},
);

test('a changed page, a cut file, a foreign identity and a stale signature are found', () => {
	const file = join(folder, 'example');
	const problemOf = (bytes: Buffer) => {
		writeFileSync(file, bytes);
		return signatureProblem(file);
	};
	const bytes = signedMachO(machO(4096 * 3), 'example');
	expect(problemOf(bytes)).toBeNull();
	const changed = Buffer.from(bytes);
	changed[5000]! ^= 1;
	expect(problemOf(changed)).toBe('1 of 3 pages do not match the signature');
	expect(problemOf(bytes.subarray(0, -16))).toBe('the signature is not at the end of the file');
	const hardened = Buffer.from(bytes);
	hardened.writeUInt32BE(0x10000, 4096 * 3 + 20 + 12);
	expect(problemOf(hardened)).toBe('it is signed as somebody, or for the hardened runtime');
	const partial = Buffer.from(bytes);
	partial.writeUInt32BE(4096, 4096 * 3 + 20 + 32);
	expect(problemOf(partial)).toBe('the signature covers only a part of the file');
	expect(() => problemOf(Buffer.from('#!/bin/sh'))).toThrow('it is not a Mach-O file of 64 bits');
});

/** Bun fetches itself for another platform. Without a network only one that was fetched before can be used. */
const cache = join(process.env.BUN_INSTALL ?? join(homedir(), '.bun'), 'install/cache');
const isHere = async (name: string) => Bun.file(join(cache, `${name}-v${Bun.version}`)).exists();
const shipped = [
	['bun-darwin-x64', await isHere('bun-darwin-x64')],
	['bun-darwin-arm64', isFull && (await isHere('bun-darwin-aarch64'))],
] as const;

for (const [target, can] of shipped)
	test.skipIf(!can)(
		`every page of the executable for ${target} matches its signature`,
		async () => {
			const file = join(folder, target);
			expect(await buildExecutable(target, file)).toMatchObject({ file });
			const bytes = readFileSync(file);
			expect(read(bytes)).toMatchObject({
				end: bytes.length,
				covers: true,
				flags: 2,
				identifier: 'pointrelease',
				wrong: 0,
			});
		},
		120_000,
	);
