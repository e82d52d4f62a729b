import { expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { shipped } from '../../test/shipped-data.ts';
import { compressedAnswer } from './compressed-answer.ts';

const long = JSON.stringify(Array.from({ length: 500 }, (_, index) => `entry ${index}`));

async function bytesOf(body: string | Blob): Promise<Uint8Array> {
	return new Uint8Array(await new Response(body).arrayBuffer());
}

test('each client gets the best encoding that it accepts, and the same content', async () => {
	const answer = compressedAnswer(shipped, { body: long, fields: {} });
	const form = (header: string | null) => answer.forClient!(header);
	expect(form(null).body).toBe(long);
	expect(form('identity').body).toBe(long);
	expect(brotliDecompressSync(await bytesOf(form('gzip, deflate, br').body)).toString()).toBe(long);
	expect(gunzipSync(await bytesOf(form('gzip, br;q=0').body)).toString()).toBe(long);
});

test('each encoding is made once, with its own tag that follows from the content', () => {
	const answer = compressedAnswer(shipped, { body: long, fields: {} });
	const [br, gzip] = [answer.forClient!('br'), answer.forClient!('gzip')];
	expect(answer.forClient!('br')).toBe(br);
	expect([br.etag, gzip.etag]).toEqual([
		`${answer.etag.slice(0, -1)}-br"`,
		`${answer.etag.slice(0, -1)}-gzip"`,
	]);
	expect(compressedAnswer(shipped, { body: long, fields: {} }).forClient!('br').etag).toBe(br.etag);
});

test('a compressed response has Content-Encoding, and Vary for all encodings', () => {
	const answer = compressedAnswer(shipped, { body: long, fields: { Vary: 'Accept' } });
	const { body, etag, headers } = answer.forClient!('br');
	const response = headers.respond(body, etag);
	expect(response.headers.get('content-encoding')).toBe('br');
	expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding');
	expect(answer.headers.respond(long, answer.etag).headers.get('vary')).toBe('Accept, Accept-Encoding');
});

test('a short body is not compressed unless the client requires it', async () => {
	const answer = compressedAnswer(shipped, { body: '{}', fields: {} });
	expect(answer.forClient!('gzip, br').body).toBe('{}');
	expect(gunzipSync(await bytesOf(answer.forClient!('gzip, identity;q=0').body)).toString()).toBe('{}');
});
