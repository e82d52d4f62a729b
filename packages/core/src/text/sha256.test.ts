import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { base64Url } from './bytes.ts';
import { sha256, sha256Hex } from './sha256.ts';

const ofNode = (input: string | Uint8Array) => createHash('sha256').update(input);

test('every length around the blocks has the digest of node:crypto', () => {
	for (let length = 0; length <= 300; length++) {
		const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) & 255);
		expect([length, sha256Hex(bytes)]).toEqual([length, ofNode(bytes).digest('hex')]);
	}
	const long = 'Macintosh '.repeat(50_000);
	expect(sha256Hex(long)).toBe(ofNode(long).digest('hex'));
});

test('any text and any bytes have the digest of node:crypto, also in base64url', () => {
	fc.assert(
		fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array({ maxLength: 400 })), (input) => {
			expect(sha256Hex(input)).toBe(ofNode(input).digest('hex'));
			expect(base64Url(sha256(input))).toBe(ofNode(input).digest('base64url'));
			if (typeof input !== 'string') expect(base64Url(input)).toBe(Buffer.from(input).toString('base64url'));
		}),
		{ numRuns: 10_000 },
	);
});
