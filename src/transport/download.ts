import packageJson from '../../package.json' with { type: 'json' };
import { Failure, reasonOf } from '../process/failure.ts';

/** What a server said about the version of its document, to be asked with next time. */
export interface Validators {
	readonly etag: string | null;
	readonly lastModified: string | null;
}

export interface Request {
	/** Certificate authority in PEM that replaces the public ones; null for the public ones. */
	readonly authority: string | null;
	/** Bytes after which the answer is refused, counted after decompression. */
	readonly limit: number;
	/** Seconds for everything, redirects and body included. */
	readonly timeout: number;
	readonly validators?: Validators | null | undefined;
	/** Gives up when whoever asks stops. */
	readonly signal?: AbortSignal | undefined;
}

export type Download =
	| { readonly kind: 'unchanged' }
	| { readonly kind: 'document'; readonly bytes: Uint8Array; readonly validators: Validators };

const mostRedirects = 3;
const userAgent = `pointrelease/${packageJson.version} (self-hosted release lookup; Bun ${Bun.version})`;

/** Gets a document over HTTPS within limits, and only from the host it was asked of. */
export async function download(url: string, request: Request): Promise<Download> {
	const late = AbortSignal.timeout(request.timeout * 1000);
	const signal = request.signal ? AbortSignal.any([late, request.signal]) : late;
	const { host } = new URL(url);
	try {
		let at = url;
		for (let redirects = 0; ; redirects++) {
			const response = await ask(at, request, signal);
			const location = response.headers.get('location');
			if (response.status < 300 || response.status === 304 || response.status >= 400 || !location)
				return await read(response, request);
			await response.body?.cancel();
			at = new URL(location, at).href;
			// Trust in a host is not trust in whoever it points to.
			if (!at.startsWith('https://') || new URL(at).host !== host)
				throw new Failure('feed-redirect', `redirects to another host, ${new URL(at).host || at}`);
			if (redirects >= mostRedirects) throw new Failure('feed-redirect', 'redirects too often');
		}
	} catch (thrown) {
		if (thrown instanceof Failure) throw new Failure(thrown.code, `${host}: ${thrown.message}`);
		if (request.signal?.aborted) throw new Failure('stopped', `${host}: stopped while waiting`);
		if (late.aborted)
			throw new Failure('feed-timeout', `${host}: no complete answer within ${request.timeout} seconds`);
		throw new Failure('feed-unreachable', `${host}: ${wordsFor(thrown)}`);
	}
}

function ask(url: string, { authority, validators }: Request, signal: AbortSignal): Promise<Response> {
	const headers = new Headers({ 'user-agent': userAgent, accept: 'application/json, */*;q=0.1' });
	if (validators?.etag) headers.set('if-none-match', validators.etag);
	else if (validators?.lastModified) headers.set('if-modified-since', validators.lastModified);
	return fetch(url, {
		headers,
		signal,
		redirect: 'manual',
		// A connection made with one set of authorities must never serve a request that has another.
		keepalive: false,
		// Said every time: a variable of the environment turns off what is left to the default.
		tls: { rejectUnauthorized: true, ...(authority === null ? {} : { ca: authority }) },
	});
}

async function read(response: Response, { limit, validators: known }: Request): Promise<Download> {
	if (response.status === 304) {
		// Whoever says so to everybody says nothing: a proxy in between, or a server that hangs in the past.
		if (!known?.etag && !known?.lastModified)
			throw new Failure('feed-frozen', 'answers 304 to a request without conditions');
		return { kind: 'unchanged' };
	}
	if (response.status !== 200) {
		await response.body?.cancel();
		const code = [404, 410].includes(response.status) ? 'feed-missing' : 'feed-refused';
		throw new Failure(code, `answers ${response.status}`);
	}
	const announced = Number(response.headers.get('content-length') ?? 0);
	const parts: Uint8Array[] = [];
	let size = 0;
	if (announced <= limit && response.body) {
		for await (const part of response.body) {
			size += part.length;
			if (size > limit) break;
			parts.push(part);
		}
	}
	if (announced > limit || size > limit) {
		await response.body?.cancel().catch(() => {});
		throw new Failure('feed-too-large', `sends more than ${Math.floor(limit / 1024)} KB`);
	}
	const validators = {
		etag: response.headers.get('etag'),
		lastModified: response.headers.get('last-modified'),
	};
	return { kind: 'document', bytes: joined(parts, size), validators };
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
	const bytes = new Uint8Array(size);
	let at = 0;
	for (const part of parts) {
		bytes.set(part, at);
		at += part.length;
	}
	return bytes;
}

/** Bun's words, with its code where they lack it: `UNABLE_TO_VERIFY_LEAF_SIGNATURE` can be searched for. */
function wordsFor(thrown: unknown): string {
	const { code } = thrown as { code?: unknown };
	const reason = reasonOf(thrown);
	return typeof code !== 'string' || reason.includes(code) ? reason : `${reason} (${code})`;
}
