import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer that the real service never gives. */
export interface ScriptedAnswer {
	status?: number;
	/** By default the problem of that status. */
	body?: string;
	etag?: string;
	retryAfter?: string;
	location?: string;
	/** Milliseconds before it answers. */
	delay?: number;
	/** Closes the connection instead of answering. */
	breakOff?: boolean;
}

export interface Scripted {
	address: string;
	/** The If-None-Match of each request so far. */
	tags: (string | null)[];
	/** Their paths. */
	paths: string[];
	stop(): Promise<void>;
}

/** Gives the answers in order and repeats the last. It uses node:http, so that it runs under Node too. */
export async function serve(answers: ScriptedAnswer[]): Promise<Scripted> {
	const tags: Scripted['tags'] = [];
	const paths: string[] = [];
	const server = createServer((request, response) => {
		const answer = answers[Math.min(tags.length, answers.length - 1)]!;
		tags.push(request.headers['if-none-match'] ?? null);
		paths.push(request.url!);
		if (answer.breakOff) return void request.socket.destroy();
		const { status = 200, etag, retryAfter, location } = answer;
		const send = () => {
			response.writeHead(status, {
				...(etag && { ETag: etag }),
				...(retryAfter && { 'Retry-After': retryAfter }),
				...(location && { Location: location }),
			});
			response.end(status === 304 ? undefined : (answer.body ?? problemOf(status)));
		};
		if (answer.delay) setTimeout(send, answer.delay).unref();
		else send();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		tags,
		paths,
		stop: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

function problemOf(status: number): string {
	const code = status === 429 ? 'too-many-requests' : status === 404 ? 'not-found' : 'internal-error';
	return JSON.stringify({
		type: `urn:pointrelease:problem:${code}`,
		title: code,
		status,
		detail: code,
		code,
	});
}
