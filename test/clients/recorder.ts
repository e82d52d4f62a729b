/** A service between a client and the real one that notes what passes. */
export interface Recorder {
	address: string;
	/** What was asked for, with which tag, and the status of the answer. */
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
			// Bun's fetch offers encodings of its own, and each encoding has another tag: ask for what the client asks for.
			const asked = new Headers(request.headers);
			if (!asked.has('accept-encoding')) asked.set('accept-encoding', 'identity');
			const answer = await fetch(`${behind}${pathname}${search}`, { method: request.method, headers: asked });
			exchanges.push({
				path: pathname,
				tag: request.headers.get('if-none-match'),
				status: answer.status,
			});
			// Bun has unpacked the body already, so the length and encoding of the packed one no longer hold.
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

/** A server that answers in a given way, for what the real one never does. */
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
