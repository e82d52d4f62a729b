import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type ContentEncoding, chooseEncoding, contentEncodings } from './request-headers.ts';

const choices: [header: string | null, encoding: ContentEncoding | null, required?: true][] = [
	[null, null],
	['', null],
	['identity', null],
	['deflate, zstd', null],
	['brotli', null],
	['gzip', 'gzip'],
	['GZIP', 'gzip'],
	['x-gzip', 'gzip'],
	['br', 'br'],
	['gzip, deflate, br', 'br'],
	['gzip, deflate, br, zstd', 'br'],
	['gzip;q=1.0, br;q=0.5', 'gzip'],
	['gzip;q=0.5, br;q=0.5', 'br'],
	['gzip;q=0, br ; q=1', 'br'],
	['br;q=0, gzip', 'gzip'],
	['br;q=0.000', null],
	['br;q=0.001', 'br'],
	['br;q=2', null],
	['br;q=', null],
	['*', 'br'],
	['*;q=0.1', 'br'],
	['*, br;q=0', 'gzip'],
	['gzip, *;q=0', 'gzip', true],
	['identity, gzip;q=0.5', null],
	['identity;q=0.5, gzip', 'gzip'],
	['identity;q=0.5, gzip;q=0.5', 'gzip'],
	['identity;q=0, gzip', 'gzip', true],
	['identity;q=0, *', 'br', true],
	// No supported encoding is acceptable: the body is sent unencoded, because an answer is better than none.
	['identity;q=0', null],
	['*;q=0', null],
	['identity;q=0, deflate', null],
];

test.each(choices)(
	'Accept-Encoding: %p is answered with %p',
	(header, encoding, required = false as never) => {
		expect(chooseEncoding(header)).toEqual({ encoding, required });
	},
);

test('an encoding is chosen only if the header names it or has a star', () => {
	const entry = fc.tuple(
		fc.constantFrom('br', 'gzip', 'identity', '*', 'zstd', ''),
		fc.constantFrom('', ';q=0', ';q=0.3', ';q=1', ';q=x'),
	);
	fc.assert(
		fc.property(fc.array(entry, { maxLength: 6 }), (entries) => {
			const header = entries.map((parts) => parts.join('')).join(', ');
			const { encoding } = chooseEncoding(header);
			expect(encoding === null || contentEncodings.includes(encoding)).toBe(true);
			if (encoding !== null) expect(/\*/.test(header) || header.includes(encoding)).toBe(true);
		}),
	);
});
