import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, type Settings } from '../../src/settings/settings.ts';
import { inWorld } from '../world.ts';
import { createAuthority } from './certificates.ts';
import { appleDocument, appledbDocuments, kevDocument, safariDocument, sofaDocument } from './documents.ts';
import { FakeCveList } from './fake-cve-list.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/** Two authorities: Apple's own, and a public one for the other feeds. */
export const appleAuthority = createAuthority('A vendor of its own');
export const publicAuthority = createAuthority('A public authority');

/** The answers of the feeds: a handler for each, set by each test. */
export class FeedHandlers {
	apple: Handler = json(appleDocument([]));
	sofa: Handler = json(sofaDocument([]));
	sofaOld: Handler = () => new Response('gone', { status: 404 });
	appledb: Handler = files(appledbDocuments([], []));
	kev: Handler = json(kevDocument([]));
	safari: Handler = json(safariDocument([]));
	cve: Handler = (request) => new FakeCveList().answer(request);
	root: Handler = () => new Response(appleAuthority.der);

	/** Answers for all feeds except Apple's, by path. */
	answerForOthers(request: Request): Response | Promise<Response> {
		const { pathname } = new URL(request.url);
		if (pathname.startsWith('/sofa/safari')) return this.safari(request);
		if (pathname.startsWith('/sofa/v2')) return this.sofa(request);
		if (pathname.startsWith('/sofa/v1')) return this.sofaOld(request);
		if (pathname.startsWith('/kev')) return this.kev(request);
		if (pathname.startsWith('/cvelist')) return this.cve(request);
		return pathname.startsWith('/root') ? this.root(request) : this.appledb(request);
	}
}

/** The settings for feeds at these two addresses. */
export function feedSettings(apple: string, others: string): Record<string, string> {
	return {
		FEED_APPLE_URL: `${apple}/v2/pmv`,
		FEED_APPLE_ROOT_URL: `${others}/root.cer`,
		FEED_APPLE_ROOT_SHA256: appleAuthority.digest,
		FEED_SOFA_URL: `${others}/sofa/v2`,
		FEED_SOFA_OLD_URL: `${others}/sofa/v1`,
		FEED_APPLEDB_URL: others,
		FEED_KEV_URL: `${others}/kev.json`,
		FEED_CVE_URL: `${others}/cvelist`,
		FEED_TIMEOUT: '8',
	};
}

/** Local HTTPS servers that play the feeds. */
export class FeedServers extends FeedHandlers {
	/** Every request that arrived: `apple /v2/pmv`. */
	readonly requests: string[] = [];
	/** The time in the Date header of the servers. Null for none, because most tests have a clock of their own. */
	time: (() => Date) | null = null;
	readonly folder = mkdtempSync(join(tmpdir(), 'pointrelease-feeds-'));
	readonly #servers: Bun.Server<undefined>[] = [];
	readonly #apple = this.#serve('apple', appleAuthority.issue(), (request) => this.apple(request));
	readonly #others = this.#serve('others', publicAuthority.issue(), (request) =>
		this.answerForOthers(request),
	);

	constructor() {
		super();
		writeFileSync(join(this.folder, 'public.pem'), publicAuthority.pem);
	}

	/** Settings of a node that polls these feeds. */
	settings(env: Record<string, string> = {}): Settings {
		return readSettings(this.environment(env));
	}

	environment(env: Record<string, string> = {}): Record<string, string> {
		return {
			POINTRELEASE_STATE: join(this.folder, 'state'),
			...feedSettings(this.#apple, this.#others),
			FEED_CA_FILE: join(this.folder, 'public.pem'),
			...inWorld,
			...env,
		};
	}

	/** The address of the server with the public certificate. */
	get othersUrl(): string {
		return this.#others;
	}

	async close(): Promise<void> {
		for (const server of this.#servers) await server.stop(true);
		rmSync(this.folder, { recursive: true, force: true });
	}

	#serve(name: string, tls: { cert: string; key: string }, handler: Handler): string {
		const server = Bun.serve({
			port: 0,
			hostname: '127.0.0.1',
			tls,
			development: false,
			idleTimeout: 30,
			fetch: async (request) => {
				this.requests.push(`${name} ${new URL(request.url).pathname}`);
				const response = await handler(request);
				if (!response.headers.has('date'))
					response.headers.set('date', this.time?.().toUTCString() ?? 'unknown');
				return response;
			},
		});
		this.#servers.push(server);
		return `https://localhost:${server.port}`;
	}
}

export function json(text: string, etag?: string): Handler {
	return (request) => {
		if (etag && request.headers.get('if-none-match') === etag) return new Response(null, { status: 304 });
		return new Response(text, { headers: { 'content-type': 'application/json', ...(etag ? { etag } : {}) } });
	};
}

export function files(documents: Record<string, string>): Handler {
	return (request) => {
		const text = documents[decodeURIComponent(new URL(request.url).pathname)];
		return text === undefined ? new Response('no such file', { status: 404 }) : new Response(text);
	};
}
