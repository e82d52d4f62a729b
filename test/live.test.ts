import { expect, test } from 'bun:test';
import { rawRequest, requestText } from './live.ts';

test('a raw request waits for an answer that is not ready at once', async () => {
	const { promise, resolve } = Promise.withResolvers<Response>();
	const server = Bun.serve({
		hostname: '127.0.0.1',
		port: 0,
		fetch() {
			// The end of the request has reached the server by then, if the client sends one.
			setTimeout(() => resolve(new Response('late')), 20);
			return promise;
		},
	});
	const answer = await rawRequest(server.port!, requestText('GET', '/'));
	expect([answer?.status, answer?.body]).toEqual([200, 'late']);
	await server.stop(true);
});
