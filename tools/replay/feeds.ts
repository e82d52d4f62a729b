import type { Tables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { kevDocument } from '../../test/feeds/documents.ts';
import { FeedServers, json } from '../../test/feeds/feed-server.ts';
import type { Event } from './history.ts';

const away = () => new Response('away', { status: 503 });

/** The feeds of the past behind real TLS. With `vendorOnly` only the feed of Apple answers. */
export class PastFeeds {
	readonly servers = new FeedServers();
	#vendorOnly: boolean;
	#tables: Tables;

	constructor(vendorOnly: boolean, tables: Tables) {
		this.#tables = tables;
		this.#vendorOnly = vendorOnly;
		this.servers.sofa = away;
		this.servers.appledb = away;
	}

	/** The KEV catalog of CISA at a moment. The history does not contain it; the tables have its dates. */
	exploitedBy(time: number): void {
		const on = new Date(time).toISOString().slice(0, 10);
		const exploited = this.#tables.securityExploited.filter(
			(row) => row.kev_added !== '' && row.kev_added <= on,
		);
		const entries = exploited.map(({ cve, kev_added, kev_due }) => ({ cve, added: kev_added, due: kev_due }));
		this.servers.kev = this.#vendorOnly ? away : json(kevDocument(entries));
	}

	/** Replaces the document of the feed. */
	say(event: Event): void {
		const { servers } = this;
		if (event.feed === 'apple') servers.apple = document(event.document, event.time);
		else if (this.#vendorOnly) return;
		else if (event.feed === 'appledb') servers.appledb = files(event);
		else if (event.schema === 'v1') servers.sofaOld = document(event.document, event.time);
		else servers.sofa = document(event.document, event.time);
	}

	close(): Promise<void> {
		return this.servers.close();
	}
}

function document(text: string, time: number) {
	const etag = `"${time}"`;
	return (request: Request) => conditional(request, etag, () => text);
}

function files({ files }: Extract<Event, { feed: 'appledb' }>) {
	let unpacked: ReadonlyMap<string, string> | null = null;
	return (request: Request) => {
		unpacked ??= files();
		const text = unpacked.get(decodeURIComponent(new URL(request.url).pathname));
		if (text === undefined) return new Response('no such file', { status: 404 });
		return conditional(request, `"${Bun.hash(text).toString(36)}"`, () => text);
	};
}

function conditional(request: Request, etag: string, text: () => string): Response {
	if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304 });
	return new Response(text(), { headers: { etag, 'content-type': 'application/json' } });
}
