import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { visible } from './visible.ts';

test('control characters, and characters that reorder or hide text, become escapes', () => {
	expect(visible('a\x1b[2J\x9b1A\r\x7fb')).toBe('a\\u001b[2J\\u009b1A\\u000d\\u007fb');
	expect(visible('gpj.\u202eexe \u2066x\u2069 \u200b\ufeff')).toBe(
		'gpj.\\u202eexe \\u2066x\\u2069 \\u200b\\ufeff',
	);
	expect(visible('tag\u{e0041}')).toBe('tag\\udb40\\udc41');
	expect(visible('Zürich ✓ 東京 🙂\tkept\n')).toBe('Zürich ✓ 東京 🙂\tkept\n');
});

test('JSON keeps its meaning', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			const text = JSON.stringify(value, null, '\t');
			expect(JSON.parse(visible(text))).toEqual(JSON.parse(text));
		}),
	);
	expect(JSON.parse(visible(JSON.stringify({ note: '\u202e\x9b\x07' })))).toEqual({ note: '\u202e\x9b\x07' });
});
