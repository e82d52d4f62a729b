import { setTimeout as sleep } from 'node:timers/promises';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { Failure } from '../process/failure.ts';
import { isRecord } from '../process/json-file.ts';
import { askedWait } from '../transport/asked-wait.ts';
import { type Reply, type RequestOptions, request } from '../transport/request.ts';
import { type ApiRequest, BadAnswer, type Connection, type Service, type Token } from './kind.ts';
import { type PullLimits, pullLimits, refuseExcess } from './limits.ts';
import { textAt } from './record.ts';

/** Time and chance. Tests replace them, so that they need not wait. */
interface Clock {
	now(): number;
	/** Rejects if the signal aborts it. */
	sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
	/** From 0 to 1. */
	random(): number;
}

const systemClock: Clock = {
	now: Date.now,
	sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
	random: Math.random,
};

export interface SessionOptions {
	readonly clock?: Clock;
	readonly signal?: AbortSignal | undefined;
	/** Called before each wait, for the progress on a terminal. */
	readonly onWait?: (seconds: number, why: string) => void;
	/** Tests lower them, so that they need not send gigabytes. */
	readonly limits?: PullLimits;
}

const secondsPerRequest = 120;
/** The longest time that all waits for one request may take. */
const longestWait = 10 * 60_000;
const longestPause = 60_000;
/** The most attempts if the network is down or an answer breaks off. Waits that the service asks for do not count. */
const mostBreaks = 5;
/** Tokens are renewed this long before they expire, or after three quarters of a short lifetime. */
const renewBefore = 60_000;

interface TokenState {
	token: Promise<Token> | null;
	/** When it is to be renewed, in milliseconds since 1970. */
	renewAt: number;
}

/** Tokens are used until they expire, because some services refuse to issue many. They are only in memory. */
const tokenStates = new WeakMap<Connection, TokenState>();

/** Speaks to one service: signs in, waits when asked to, and sends credentials nowhere else. */
export class Session implements Service {
	readonly connection: Connection;
	readonly limits: PullLimits;
	readonly #clock: Clock;
	readonly #options: SessionOptions;
	readonly #tokenState: TokenState;

	constructor(connection: Connection, options: SessionOptions = {}) {
		this.connection = connection;
		this.#options = options;
		this.limits = options.limits ?? pullLimits;
		this.#clock = options.clock ?? systemClock;
		this.#tokenState = tokenStates.get(connection) ?? { token: null, renewAt: Number.POSITIVE_INFINITY };
		tokenStates.set(connection, this.#tokenState);
	}

	get now(): number {
		return this.#clock.now();
	}

	/** Asks the API, and returns what `read` makes of the answer. `read` may throw a `BadAnswer`. */
	async ask<T>(apiRequest: ApiRequest, read: (body: unknown) => T, signal?: AbortSignal): Promise<T> {
		const url = this.#addressOf(apiRequest.path);
		const { permission = this.connection.kind.permission } = apiRequest;
		let hasRenewed = false;
		for (;;) {
			const token = this.token();
			const headers = { authorization: (await token).header };
			const body = apiRequest.body && {
				type: 'application/json',
				content: JSON.stringify(apiRequest.body),
			};
			try {
				return await this.#patiently(url, { headers, body, signal }, (reply) => {
					checkStatus(reply, url.host, permission);
					return read(jsonOf(reply, this.limits));
				});
			} catch (thrown) {
				const isRefused =
					(thrown instanceof StatusFailure && thrown.status === 401) ||
					(thrown instanceof BadAnswer && thrown.status === 401);
				if (!isRefused || hasRenewed)
					throw thrown instanceof BadAnswer ? badAnswer(url.host, thrown, permission) : thrown;
				// The token may have expired, or a role was changed.
				hasRenewed = true;
				// Another request may have renewed it already.
				if (this.#tokenState.token === token) this.#tokenState.token = null;
			}
		}
	}

	async isAllowed(path: string): Promise<boolean> {
		try {
			return await this.ask({ path }, () => true);
		} catch (thrown) {
			if (thrown instanceof StatusFailure) return false;
			throw thrown;
		}
	}

	async signIn(
		path: string,
		body: NonNullable<RequestOptions['body']>,
	): Promise<{ body: unknown; headers: Headers }> {
		const url = new URL(this.connection.login + path);
		const { permission } = this.connection.kind;
		return this.#patiently(url, { body }, (reply) => {
			if (reply.status >= 400 && reply.status < 500 && reply.status !== 404)
				throw signInRefused(reply, url.host, permission);
			checkStatus(reply, url.host, permission);
			// A token in a header needs no body.
			const body = reply.headers.has('authorization') ? null : jsonOf(reply, this.limits);
			return { body, headers: reply.headers };
		}).catch((thrown) => {
			throw thrown instanceof BadAnswer ? badAnswer(url.host, thrown, permission) : thrown;
		});
	}

	/** The address of a request. A link from an answer must have the origin of the API. */
	#addressOf(path: string): URL {
		const { api, name } = this.connection;
		if (path.startsWith('/') && !path.startsWith('//')) return new URL(api + path);
		const url = URL.parse(path);
		if (url?.origin === new URL(api).origin) return url;
		throw new Failure(
			'pull-origin',
			`the next page is at ${url?.host || 'an invalid address'}, and the credentials of @${name} go to ${new URL(api).host} only`,
		);
	}

	/** The current token, renewed before it expires. Concurrent requests share one sign-in. */
	token(): Promise<Token> {
		const tokenState = this.#tokenState;
		if (tokenState.token === null || this.now >= tokenState.renewAt) {
			const startedAt = this.now;
			tokenState.renewAt = Number.POSITIVE_INFINITY;
			const token = this.connection.kind.signIn(this).then((issued) => {
				const life = issued.lifetime === null ? Number.POSITIVE_INFINITY : issued.lifetime * 1000;
				tokenState.renewAt = startedAt + Math.max(life - renewBefore, life * 0.75);
				return issued;
			});
			tokenState.token = token;
			token.catch(() => {
				tokenState.token = null;
			});
		}
		return tokenState.token!;
	}

	/** Makes a request, again and again while the service asks to wait, cannot be reached, or breaks off. */
	async #patiently<T>(
		url: URL,
		requestOptions: Pick<RequestOptions, 'headers' | 'body' | 'signal'>,
		read: (reply: Reply) => T,
	): Promise<T> {
		const signals = [requestOptions.signal, this.#options.signal].filter((signal) => signal !== undefined);
		const signal = signals.length > 0 ? AbortSignal.any(signals) : undefined;
		let waited = 0;
		let breaks = 0;
		for (let tries = 0; ; tries++) {
			let why: string;
			let asksFor: number | null = null;
			try {
				const reply = await request(url.href, {
					...requestOptions,
					authority: this.connection.authority,
					limit: this.limits.answerBytes,
					timeout: secondsPerRequest,
					followRedirects: true,
					signal,
				});
				if (reply.status !== 429 && reply.status < 500) return read(reply);
				why = `${url.host} answers ${reply.status}`;
				asksFor = askedWait(reply, this.now);
			} catch (thrown) {
				const isBroken = thrown instanceof BrokenAnswer || isPassing(thrown);
				if (!isBroken || ++breaks >= mostBreaks) throw thrown;
				why = (thrown as Error).message;
			}
			const pause = asksFor ?? Math.min(longestPause, 1000 * 2 ** tries) * (0.5 + this.#clock.random() / 2);
			if (waited + pause > longestWait)
				throw new Failure(
					'pull-busy',
					`${why}${asksFor === null ? '' : ` and asks to wait ${counted(Math.ceil(asksFor / 1000), 'second')}`}: given up after waiting ${counted(Math.round(waited / 1000), 'second')}`,
				);
			this.#options.onWait?.(Math.ceil(pause / 1000), why);
			await this.#clock.sleep(pause, signal);
			waited += pause;
		}
	}
}

/** An answer with a status that is an error. `permission` is what the credentials need. */
export class StatusFailure extends Failure {
	readonly status: number;

	constructor(status: number, host: string, permission: string) {
		const needed = status === 403 ? `; needed: ${permission}` : '';
		super('pull-refused', `${host} answers ${status}${statusWords[status] ?? ''}${needed}`);
		this.status = status;
	}
}

const statusWords: Record<number, string> = {
	401: ' (the credentials are not valid, or no longer valid)',
	403: ' (the credentials are valid but may not do this)',
	404: ' (there is no such API at this address)',
};

/** An answer that ends too early. */
class BrokenAnswer extends Failure {
	constructor() {
		super('pull-broken', 'the answer is cut short, or is not JSON');
	}
}

function checkStatus({ status }: Reply, host: string, permission: string): void {
	if (status < 200 || status >= 300) throw new StatusFailure(status, host, permission);
}

function jsonOf({ bytes }: Reply, limits = pullLimits): unknown {
	const text = new TextDecoder().decode(bytes);
	refuseExcess(text, limits);
	try {
		return JSON.parse(text);
	} catch {
		throw new BrokenAnswer();
	}
}

function badAnswer(host: string, { message, status }: BadAnswer, permission: string): Failure {
	return status === null
		? new Failure('pull-answer', `${host}: ${message}`)
		: new StatusFailure(status, host, permission);
}

/** Has the service's name of the error, and nothing else of its answer. */
function signInRefused(reply: Reply, host: string, permission: string): Failure {
	let body: unknown = null;
	try {
		body = jsonOf(reply);
	} catch {}
	const code = isRecord(body) ? textAt(body, 'error') : null;
	const detail = isRecord(body)
		? /\bAADSTS\d+/.exec(textAt(body, 'error_description') ?? '')?.[0]
		: undefined;
	const words = [code, detail].filter((word) => word && /^[\w.-]{1,60}$/.test(word));
	return new Failure(
		'pull-sign-in',
		`${host} refuses to sign in with status ${reply.status}${words.length > 0 ? ` (${words.join(', ')})` : ''}: check the credentials of the connection${reply.status === 403 ? `, which need ${permission}` : ''}`,
	);
}

/** Whether a later attempt may succeed: the network may recover, but an untrusted certificate stays untrusted. */
function isPassing(thrown: unknown): boolean {
	if (!(thrown instanceof Failure)) return false;
	if (['request-timeout', 'request-broken'].includes(thrown.code)) return true;
	return (
		thrown.code === 'request-unreachable' && !/cert|self.signed|issuer|verify|altname/i.test(thrown.message)
	);
}
