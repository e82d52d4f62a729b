import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, type Settings } from '../../src/settings/settings.ts';
import { createAuthority } from './certificates.ts';
import { appleDocument, appledbDocuments, kevDocument, sofaDocument } from './documents.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/** Two authorities: Apple's own, and a public one for everybody else. */
export const appleAuthority = createAuthority('A vendor of its own');
export const publicAuthority = createAuthority('A public authority');

/** Local HTTPS servers that play the feeds. What they answer is set by each test. */
export class FeedServers {
	apple: Handler = json(appleDocument([]));
	sofa: Handler = json(sofaDocument([]));
	sofaOld: Handler = () => new Response('gone', { status: 404 });
	appledb: Handler = files(appledbDocuments([], []));
	kev: Handler = json(kevDocument([]));
	root: Handler = () => new Response(appleAuthority.der);
	/** Every request that arrived: `apple /v2/pmv`. */
	readonly requests: string[] = [];
	readonly folder = mkdtempSync(join(tmpdir(), 'pointrelease-feeds-'));
	readonly #servers: Bun.Server<undefined>[] = [];
	readonly #apple = this.#serve('apple', appleAuthority.issue(), (request) => this.apple(request));
	readonly #others = this.#serve('others', publicAuthority.issue(), (request) => {
		const { pathname } = new URL(request.url);
		if (pathname.startsWith('/sofa/v2')) return this.sofa(request);
		if (pathname.startsWith('/sofa/v1')) return this.sofaOld(request);
		if (pathname.startsWith('/kev')) return this.kev(request);
		return pathname.startsWith('/root') ? this.root(request) : this.appledb(request);
	});

	constructor() {
		writeFileSync(join(this.folder, 'public.pem'), publicAuthority.pem);
	}

	/** Settings of a node that follows these feeds. */
	settings(env: Record<string, string> = {}): Settings {
		return readSettings(this.environment(env));
	}

	environment(env: Record<string, string> = {}): Record<string, string> {
		return {
			POINTRELEASE_STATE: join(this.folder, 'state'),
			FEED_APPLE_URL: `${this.#apple}/v2/pmv`,
			FEED_APPLE_ROOT_URL: `${this.#others}/root.cer`,
			FEED_APPLE_ROOT_SHA256: appleAuthority.digest,
			FEED_SOFA_URL: `${this.#others}/sofa/v2`,
			FEED_SOFA_OLD_URL: `${this.#others}/sofa/v1`,
			FEED_APPLEDB_URL: this.#others,
			FEED_KEV_URL: `${this.#others}/kev.json`,
			FEED_CA_FILE: join(this.folder, 'public.pem'),
			FEED_TIMEOUT: '8',
			...env,
		};
	}

	/** The address of the server that has a public certificate. */
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
			fetch: (request) => {
				this.requests.push(`${name} ${new URL(request.url).pathname}`);
				return handler(request);
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
