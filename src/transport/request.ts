import packageJson from '../../package.json' with { type: 'json' };
import { Failure, fileTrouble, reasonOf } from '../process/failure.ts';
import { readRegularFile } from '../process/regular-file.ts';

export interface RequestOptions {
	/** GET, or POST if there is a body. */
	readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
	/** May hold credentials: they go to the origin of the address only, and never into an error. */
	readonly headers?: Readonly<Record<string, string>> | undefined;
	readonly body?: { readonly type: string; readonly content: string | Uint8Array<ArrayBuffer> } | undefined;
	/** Certificate authority in PEM that replaces the public authorities; null trusts the public ones. */
	readonly authority: string | null;
	/** Bytes after which the answer is refused, counted after decompression. */
	readonly limit: number;
	/** Seconds for everything, redirects and body included. */
	readonly timeout: number;
	/** Whether a GET follows redirects within its origin. All other redirects are refused. */
	readonly followRedirects?: boolean | undefined;
	/** Aborts the request, for example when the process stops. */
	readonly signal?: AbortSignal | undefined;
}

/** An answer of any status but a redirect. Each caller decides which status it accepts. */
export interface Reply {
	readonly status: number;
	readonly headers: Headers;
	/** The server's clock, by its `Date` header. */
	readonly date: Date | null;
	/** The whole body if the status is 2xx; otherwise at most 64 KB, to show what the server complains about. */
	readonly bytes: Uint8Array;
}

/** The codes of failures that `request` throws. Each message begins with the host and holds no secret. */
type RequestCode =
	| 'request-invalid'
	| 'request-insecure'
	| 'request-redirect'
	| 'request-timeout'
	| 'request-too-large'
	/** The request never left this machine for the server. */
	| 'request-unreachable'
	/** The connection broke when the server may have had the request. */
	| 'request-broken'
	| 'stopped';

const mostRedirects = 3;
const mostOfAnError = 64 * 1024;
const userAgent = `pointrelease/${packageJson.version} (self-hosted release lookup; Bun ${Bun.version})`;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Sends one HTTPS request and reads the answer, within limits. Bun itself takes the proxy from `HTTPS_PROXY` and
 * `NO_PROXY`, and verifies the server's certificate through it.
 */
export async function request(url: string, options: RequestOptions): Promise<Reply> {
	const address = addressIn(url);
	const { host } = address;
	const late = AbortSignal.timeout(options.timeout * 1000);
	const signal = options.signal ? AbortSignal.any([late, options.signal]) : late;
	try {
		checkEncrypted(address);
		return await read(await follow(address, options, signal), options.limit);
	} catch (thrown) {
		if (thrown instanceof Failure) throw new Failure(thrown.code, `${host}: ${thrown.message}`);
		if (options.signal?.aborted) throw failure('stopped', `${host}: stopped while waiting`);
		if (late.aborted)
			throw failure('request-timeout', `${host}: no complete answer within ${options.timeout} seconds`);
		const reason = reasonWithCode(thrown);
		const code = neverSent.test(reason) ? 'request-unreachable' : 'request-broken';
		throw failure(code, `${host}: ${wordsFor(thrown, reason)}`);
	}
}

/** The authority in a PEM file that a setting or option names; null for the public ones. */
export function readAuthority(file: string | null, setting: string): string | null {
	if (file === null) return null;
	try {
		return readRegularFile(file).toString();
	} catch (thrown) {
		throw new Failure('bad-setting', `${setting}: ${file} cannot be read (${fileTrouble(thrown)})`);
	}
}

function failure(code: RequestCode, message: string): Failure {
	return new Failure(code, message);
}

/** The error does not repeat the address, because that may hold a token. */
function addressIn(url: string): URL {
	const address = URL.parse(url);
	if (!address) throw failure('request-invalid', 'not a valid address');
	return address;
}

/** Whether secrets may be sent to an address: over HTTPS, or over HTTP to this machine. */
export function isSafeAddress({ protocol, hostname }: URL): boolean {
	return protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
}

/** Plain HTTP is for this machine only, and never through a proxy, which may be on another machine. */
function checkEncrypted(address: URL): void {
	const { protocol, host, hostname } = address;
	if (protocol === 'https:') return;
	if (!isSafeAddress(address))
		throw failure('request-insecure', 'only https:// addresses are asked, and http:// on this machine');
	const { HTTP_PROXY, http_proxy, NO_PROXY, no_proxy } = process.env;
	const direct = (NO_PROXY || no_proxy || '').split(',').map((name) => name.trim());
	if ((HTTP_PROXY || http_proxy) && !direct.some((name) => ['*', hostname, host].includes(name)))
		throw failure('request-insecure', `HTTP_PROXY is set: add ${hostname} to NO_PROXY`);
}

async function follow(address: URL, options: RequestOptions, signal: AbortSignal): Promise<Response> {
	let at = address;
	for (let redirects = 0; ; redirects++) {
		const response = await send(at, options, signal);
		const location = response.headers.get('location');
		if (response.status < 300 || response.status === 304 || response.status >= 400 || !location)
			return response;
		await response.body?.cancel();
		const next = URL.parse(location, at.href);
		// A host that the operator trusts must not send us to another host.
		if (next?.origin !== address.origin)
			throw failure('request-redirect', `redirects to another host, ${next?.host || 'an invalid one'}`);
		if (!options.followRedirects || options.body || (options.method ?? 'GET') !== 'GET')
			throw failure('request-redirect', 'redirects, which is not followed');
		if (redirects >= mostRedirects) throw failure('request-redirect', 'redirects too often');
		at = next;
	}
}

function send(
	address: URL,
	{ method, headers: extraHeaders, body, authority }: RequestOptions,
	signal: AbortSignal,
): Promise<Response> {
	const headers = headersOf({
		'user-agent': userAgent,
		accept: 'application/json, */*;q=0.1',
		...(body ? { 'content-type': body.type } : {}),
		...extraHeaders,
	});
	return fetch(address, {
		method: method ?? (body ? 'POST' : 'GET'),
		headers,
		signal,
		redirect: 'manual',
		...(body ? { body: body.content } : {}),
		// Never reuse a connection that was verified with other certificate authorities.
		keepalive: false,
		// Always explicit: NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would turn off the default.
		tls: { rejectUnauthorized: true, ...(authority === null ? {} : { ca: authority }) },
	});
}

/** The error names a header that cannot be sent, without its value. */
function headersOf(fields: Readonly<Record<string, string>>): Headers {
	const headers = new Headers();
	for (const [name, value] of Object.entries(fields)) {
		try {
			headers.set(name, value);
		} catch {
			throw failure('request-invalid', `the header ${JSON.stringify(name)} cannot be sent`);
		}
	}
	return headers;
}

async function read(response: Response, limit: number): Promise<Reply> {
	const { status, headers } = response;
	const date = Date.parse(headers.get('date') ?? '');
	return {
		status,
		headers,
		date: Number.isNaN(date) ? null : new Date(date),
		bytes: response.ok ? await readWhole(response, limit) : await readStart(response),
	};
}

async function readWhole({ headers, body }: Response, limit: number): Promise<Uint8Array> {
	const parts: Uint8Array[] = [];
	let size = 0;
	const refuse = async () => {
		await body?.cancel().catch(() => {});
		throw failure('request-too-large', `sends more than ${Math.floor(limit / 1024)} KB`);
	};
	if (Number(headers.get('content-length') ?? 0) > limit) await refuse();
	for await (const part of body ?? []) {
		size += part.length;
		if (size > limit) break;
		parts.push(part);
	}
	if (size > limit) await refuse();
	return Buffer.concat(parts);
}

/** Reads the body of an error as far as possible: the status matters more, so a broken body is not a failure. */
async function readStart({ body }: Response): Promise<Uint8Array> {
	const parts: Uint8Array[] = [];
	let size = 0;
	try {
		for await (const part of body ?? []) {
			parts.push(part);
			size += part.length;
			if (size >= mostOfAnError) break;
		}
		await body?.cancel();
	} catch {}
	return Buffer.concat(parts).subarray(0, mostOfAnError);
}

/** Errors from before a request leaves: names, routes, connections, certificates, tunnels. Any other may come later. */
const neverSent =
	/ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ConnectionRefused|FailedToOpenSocket|CERT|SELF_SIGNED|ISSUER|VERIF|ALTNAME|certificate|ERR_SSL|ERR_TLS|SSL routines|TLS handshake|Proxy refused|ConnectFailed/i;

/** Bun's message, with its error code appended: people can search for `UNABLE_TO_VERIFY_LEAF_SIGNATURE`. */
function reasonWithCode(thrown: unknown): string {
	const { code } = thrown as { code?: unknown };
	const reason = reasonOf(thrown);
	return typeof code !== 'string' || reason.includes(code) ? reason : `${reason} (${code})`;
}

/** The common network errors in words: Bun's own advise on the arguments of `fetch`. */
const networkWords: readonly (readonly [pattern: RegExp, words: string])[] = [
	[/ECONNRESET|ConnectionClosed|EPIPE/, 'the connection was cut before the answer was complete'],
	[/ECONNREFUSED|ConnectionRefused/, 'the connection was refused'],
	[/ENOTFOUND|EAI_|DNSException/, 'the host was not found'],
	[/EPROTO/, 'TLS failed: check that the server speaks TLS on this port'],
	[/FailedToOpenSocket|ConnectFailed/, 'no connection could be opened'],
];

function wordsFor(thrown: unknown, reason: string): string {
	const { code } = thrown as { code?: unknown };
	const words = networkWords.find(([pattern]) => pattern.test(String(code)))?.[1];
	if (words !== undefined) return `${words} (${code})`;
	return reason.replace(/\s*For more information, pass `verbose: true` [^.]*?fetch\(\)\.?/, '');
}
