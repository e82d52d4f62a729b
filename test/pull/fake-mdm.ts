import { createAuthority } from '../feeds/certificates.ts';
import { appleBusiness, type FakeKind, fakeKinds } from './fake-kinds.ts';
import type { TrueMac } from './true-macs.ts';

/** Deviations of a fake service from its documentation. Requests to its list are counted from 1. */
export interface Faults {
	/** The number of rows of a page, whatever the request says. */
	pageSize?: number;
	/** Answers to numbered requests of the list, in place of a page. */
	answers?: ReadonlyMap<number, (() => Response | Promise<Response>) | undefined>;
	/** The answer to every request from this number on. */
	allFrom?: { request: number; answer: () => Response };
	/** The number of requests of the list that a token is valid for. */
	tokenRequests?: number;
	/** The stated lifetime of a token in seconds. */
	tokenSeconds?: number;
	/** The number of an answer that breaks off in the middle. */
	cut?: number;
	/** The number of a request that gets the previous page again. */
	repeat?: number;
	/** The number of an answer without rows. */
	empty?: number;
	/** Each answer claims that the rows of its page are all rows, beside a link to the next. */
	countsPages?: boolean;
	/** Called before each page: may change the list. */
	beforePage?: (request: number, macs: TrueMac[]) => void;
	/** The origin of links to the next page. */
	linkOrigin?: string;
	/** Paths that answer 404. */
	absent?: RegExp;
}

export const authority = createAuthority('An authority of the tests');
/** A management service on loopback, over TLS, with the documented shapes. */
export class FakeMdm {
	readonly kind: FakeKind;
	macs: TrueMac[];
	faults: Faults = {};
	/** The number of requests of the list, and of sign-ins. */
	requests = 0;
	signIns = 0;
	/** Every requested address. */
	readonly paths: string[] = [];
	readonly #server: ReturnType<typeof Bun.serve>;
	#tokenUsed = 0;

	constructor(kind: string, macs: readonly TrueMac[], answers: FakeKind = fakeKinds[kind] ?? appleBusiness) {
		this.kind = answers;
		this.macs = [...macs];
		const { cert, key } = authority.issue();
		this.#server = Bun.serve({
			port: 0,
			hostname: '127.0.0.1',
			tls: { cert, key },
			fetch: (request) => this.#answer(request),
		});
	}

	get url(): string {
		return `https://127.0.0.1:${this.#server.port}`;
	}

	/** Resets the fake to these Macs and faults. */
	reset(macs: readonly TrueMac[], faults: Faults = {}): void {
		this.macs = [...macs];
		this.faults = faults;
		this.requests = 0;
		this.signIns = 0;
		this.#tokenUsed = 0;
		this.paths.length = 0;
	}

	stop(): Promise<void> {
		return this.#server.stop(true);
	}

	async #answer(request: Request): Promise<Response> {
		const url = new URL(request.url);
		const body = request.method === 'POST' ? await request.text() : '';
		this.paths.push(url.pathname + url.search);
		const { faults, kind } = this;
		if (faults.absent?.test(url.pathname)) return new Response('not here', { status: 404 });
		const signedIn = kind.signIn?.(url, body, faults.tokenSeconds ?? 1200);
		if (signedIn) {
			this.signIns++;
			this.#tokenUsed = 0;
			return signedIn;
		}
		if (!kind.isAuthorized(request, body)) return new Response('who?', { status: 401 });
		const other = kind.other?.(url, this.macs);
		if (other) return other;
		if (!kind.isList(url)) return new Response('not here', { status: 404 });
		if (kind.signIn && ++this.#tokenUsed > (faults.tokenRequests ?? Number.POSITIVE_INFINITY))
			return new Response('ended', { status: 401 });
		const number = ++this.requests;
		faults.beforePage?.(number, this.macs);
		const planned = faults.answers?.get(number);
		if (planned) return planned();
		if (faults.allFrom && number >= faults.allFrom.request) return faults.allFrom.answer();
		const size = faults.pageSize ?? kind.pageSize;
		const macs = kind.hasCursors ? this.macs.toSorted((a, b) => a.id - b.id) : this.macs;
		const at = kind.place(url, body, size, macs);
		const start = Math.max(0, number === faults.repeat ? at - size : at);
		const rows = number === faults.empty ? [] : macs.slice(start, start + size);
		const text = JSON.stringify(
			kind.page({
				asked: `${url.search} ${body}`,
				rows,
				start,
				total: this.macs.length,
				size,
				origin: faults.linkOrigin ?? this.url,
				countsPages: faults.countsPages === true,
			}),
		);
		return new Response(number === faults.cut ? text.slice(0, text.length / 2) : text, {
			headers: { 'content-type': 'application/json' },
		});
	}
}
