import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { seal, sealingKeyFrom, unseal } from './seal.ts';

const key = 'AAAA-BBBB-CCCC-0000';
const sealing = sealingKeyFrom('a secret of at least 32 characters!');

test('a sealed copy opens with the same secret and license, and does not show the key', () => {
	const sealed = seal(key, '7KQ2M9XA', sealing);
	expect(unseal(sealed, '7KQ2M9XA', sealing)).toBe(key);
	expect(Buffer.from(sealed).includes(key.slice(0, 4))).toBe(false);
	expect(seal(key, '7KQ2M9XA', sealing)).not.toEqual(sealed);
});

test('a sealed copy does not open with another secret or in the row of another license', () => {
	const sealed = seal(key, '7KQ2M9XA', sealing);
	expect(unseal(sealed, '7KQ2M9XA', sealingKeyFrom('another secret of 32 characters!!!'))).toBeNull();
	expect(unseal(sealed, '7KQ2M9XB', sealing)).toBeNull();
});

test('no altered, shortened or invented copy opens', () => {
	const sealed = seal(key, '7KQ2M9XA', sealing);
	fc.assert(
		fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
			const altered = Uint8Array.from(sealed);
			altered[at]! ^= flip;
			expect(unseal(altered, '7KQ2M9XA', sealing)).toBeNull();
			expect(unseal(sealed.subarray(0, at), '7KQ2M9XA', sealing)).toBeNull();
		}),
	);
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
			expect(unseal(bytes, '7KQ2M9XA', sealing)).toBeNull();
		}),
	);
});

test('the id of a sealing key is stable', () => {
	expect(sealing.id).toBe(sealingKeyFrom('a secret of at least 32 characters!').id);
	expect(sealing.id).toMatch(/^[0-9a-f]{16}$/);
});
