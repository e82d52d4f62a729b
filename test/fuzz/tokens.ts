/** Numbers and days at which readers change what they do. */
export const limits: readonly string[] = [
	'0 -0 1 -1 00 01 0.5 1e309 -1e309 1e21 1e-7 127 128 255 256 32768 65535 65536',
	'2147483647 2147483648 4294967295 4294967296 9007199254740991 9007199254740993 99999999999999999999',
	'0000-00-00 0000-01-01 1969-12-31 2026-02-30 9999-12-31 10000-01-01 2026-11-19T24:00:00Z',
].flatMap((line) => line.split(' '));

/** Texts that are difficult for many readers. */
export const usualTokens: readonly string[] = [
	'" "" \' \\ \\u0000 \\ud800 { } [ ] [[[[[[[[ : , ; | / .. % %00 %2f %c0%af ? # & = + -',
	'__proto__ constructor prototype toString hasOwnProperty null true false NaN undefined',
	'sep=; <a> <!-- ]]> &#0; &lt; PK\x03\x04 \x1f\x8b bplist00 \0 \ufeff \u202e ＝ é 😀',
]
	.flatMap((line) => line.split(' '))
	.concat('\r\n', '\n', '\t', '\u2028', 'SQLite format 3\0');
