import { expect, test } from 'bun:test';
import { readBody } from './read-body.ts';

const post = (body: string | ReadableStream) => new Request('http://x/', { method: 'POST', body });

const read = async (request: Request, most: number, patience?: number) => {
	const body = await readBody(request, most, patience);
	return body instanceof Response ? body.status : new TextDecoder().decode(body);
};

/** A body in parts, without an end: null breaks it off. */
const inParts = (...parts: (string | null)[]) =>
	new ReadableStream({
		start(controller) {
			for (const part of parts)
				if (part === null) return controller.error(new Error('gone'));
				else controller.enqueue(new TextEncoder().encode(part));
		},
	});

test('a body is read up to its limit and refused beyond, with or without Content-Length', async () => {
	expect(await read(post('12345'), 5)).toBe('12345');
	expect(await read(post('123456'), 5)).toBe(413);
	expect(await read(post(new Blob(['123456']).stream()), 5)).toBe(413);
	expect(await read(post(''), 5)).toBe('');
});

test('a body that never ends gets 408, and a body that breaks off gets 400', async () => {
	expect(await read(post(inParts('12')), 5, 20)).toBe(408);
	expect(await read(post(inParts('12', null)), 5)).toBe(400);
});
