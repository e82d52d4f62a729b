import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { messageLines } from './stdio.ts';

/** Which messages are passed on and which errors are answered for input in these pieces. */
function read(...pieces: (string | Uint8Array)[]) {
	const [passed, answered] = [[] as string[], [] as string[]];
	const lines = messageLines(
		(line) => passed.push(Buffer.from(line).toString()),
		(line) => answered.push(line),
	);
	for (const piece of pieces) lines.read(Buffer.from(piece as string));
	lines.end();
	const errors = answered.map((line) => {
		const { id, error, jsonrpc } = JSON.parse(line);
		return [jsonrpc, id, error.code];
	});
	return { passed, errors };
}

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

test.each(['{', 'x', '{"jsonrpc":"2.0",}', '\u0000', '{"a":1}{"b":2}'])('%p is not JSON: -32700', (line) => {
	expect(read(`${line}\n${ping}\n`)).toEqual({ passed: [`${ping}\n`], errors: [['2.0', null, -32_700]] });
});

test.each([
	['[]', null],
	['1', null],
	['null', null],
	['{}', null],
	['{"id":7,"method":"ping"}', 7],
	['{"jsonrpc":"1.0","id":"a","method":"ping"}', 'a'],
	['{"jsonrpc":"2.0","id":7}', 7],
	['{"jsonrpc":"2.0","id":7,"method":1}', 7],
	['{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}', 7],
	['{"jsonrpc":"2.0","id":{},"method":"ping"}', null],
	['{"jsonrpc":"2.0","id":null,"method":"ping"}', null],
	[`[${ping}]`, null],
] as const)('%p is not a message: -32600, with its id if it has one', (line, id) => {
	expect(read(`${line}\n${ping}\n`)).toEqual({ passed: [`${ping}\n`], errors: [['2.0', id, -32_600]] });
});

test('a line that is too long gets one error, and the next line is read', () => {
	const mebibyte = 'x'.repeat(1024 * 1024);
	const { passed, errors } = read(...Array.from({ length: 12 }, () => mebibyte), `\n${ping}\n`);
	expect({ passed, errors }).toEqual({ passed: [`${ping}\n`], errors: [['2.0', null, -32_700]] });
});

test('empty lines are ignored, and the last line needs no line end', () => {
	expect(read(`\n \r\n${ping}\r\n${ping}`)).toEqual({ passed: [`${ping}\n`, `${ping}\n`], errors: [] });
});

test('the same messages are read in pieces of any size', () => {
	const text = `${ping}\n{\n{"jsonrpc":"2.0","method":"é€𝄞"}\n`;
	const bytes = Buffer.from(text);
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 8 }), (cuts) => {
			const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
			const pieces = places.slice(1).map((end, at) => bytes.subarray(places[at], end));
			expect(read(...pieces)).toEqual(read(text));
		}),
	);
});
