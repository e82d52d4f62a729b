import { Failure } from '../process/failure.ts';
import { type Reply, type RequestOptions, request } from './request.ts';

/** The version of a document by its headers. The next request sends them, to ask whether the document has changed. */
export interface Validators {
	readonly etag: string | null;
	readonly lastModified: string | null;
}

export interface DownloadOptions extends Pick<RequestOptions, 'authority' | 'limit' | 'timeout' | 'signal'> {
	readonly validators?: Validators | null | undefined;
}

export type Download =
	| ({ readonly kind: 'unchanged' } & Dated)
	| ({ readonly kind: 'document'; readonly bytes: Uint8Array; readonly validators: Validators } & Dated);

interface Dated {
	/** The server's time: its `Date` header plus the `Age` of the answer in a cache. */
	readonly date?: Date | null | undefined;
}

/** Gets a document over HTTPS, within limits, and only from the host of its address. */
export async function download(url: string, { validators, ...options }: DownloadOptions): Promise<Download> {
	const headers = conditionsOf(validators);
	const reply = await request(url, { ...options, headers, followRedirects: true }).catch((thrown) => {
		if (!(thrown instanceof Failure)) throw thrown;
		throw new Failure(thrown.code.replace(/^request-/, 'feed-'), thrown.message);
	});
	return documentIn(reply, new URL(url).host, Object.keys(headers).length > 0);
}

function conditionsOf(validators: Validators | null | undefined): Record<string, string> {
	if (validators?.etag) return { 'if-none-match': validators.etag };
	return validators?.lastModified ? { 'if-modified-since': validators.lastModified } : {};
}

function documentIn(
	{ status, headers, bytes, date: serverDate }: Reply,
	host: string,
	hasConditions: boolean,
): Download {
	const age = Number(headers.get('age') ?? 0) * 1000 || 0;
	const date = serverDate && new Date(serverDate.getTime() + age);
	if (status === 304) {
		// Answering 304 to everybody is wrong: the server or a proxy in between is stuck.
		if (!hasConditions)
			throw new Failure('feed-frozen', `${host}: answers 304 to a request without conditions`);
		return { kind: 'unchanged', date };
	}
	if (status !== 200) {
		const code = [404, 410].includes(status) ? 'feed-missing' : 'feed-refused';
		throw new Failure(code, `${host}: answers ${status}`);
	}
	const validators = { etag: headers.get('etag'), lastModified: headers.get('last-modified') };
	return { kind: 'document', bytes, validators, date };
}
