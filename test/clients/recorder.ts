/** A proxy in front of the real service that records requests and answers. */
export interface Recorder {
	address: string;
	/** Path, tag and status of each exchange. */
	exchanges: { path: string; tag: string | null; status: number }[];
	stop(): void;
}

export function recordExchanges(behind: string): Recorder {
	const exchanges: Recorder['exchanges'] = [];
	const server = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		async fetch(request) {
			const { pathname, search } = new URL(request.url);
			// Each encoding has its own tag, so ask only for the encodings of the client and not for those that Bun
			// adds.
			const asked = new Headers(request.headers);
			if (!asked.has('accept-encoding')) asked.set('accept-encoding', 'identity');
			const answer = await fetch(`${behind}${pathname}${search}`, { method: request.method, headers: asked });
			exchanges.push({
				path: pathname,
				tag: request.headers.get('if-none-match'),
				status: answer.status,
			});
			// Bun has decompressed the body, so these headers are no longer true.
			const headers = new Headers(answer.headers);
			for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
			return new Response(answer.status === 204 || answer.status === 304 ? null : await answer.text(), {
				status: answer.status,
				headers,
			});
		},
	});
	return { address: `http://127.0.0.1:${server.port}`, exchanges, stop: () => void server.stop(true) };
}

/** A server with given answers, for cases that the real service never produces. */
export function answerWith(respond: (count: number) => Response | Promise<Response>): {
	address: string;
	count(): number;
	stop(): void;
} {
	let count = 0;
	const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => respond(++count) });
	return {
		address: `http://127.0.0.1:${server.port}`,
		count: () => count,
		stop: () => void server.stop(true),
	};
}
