import { createMcpHandler } from '@modelcontextprotocol/server';
import { answerOffline, type OfflineAnswer } from '../../api/offline.ts';
import type { ReadSetting } from '../../api/reads/reads.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { createServer } from '../../mcp/server.ts';
import { answeringSource } from '../../mcp/source.ts';
import { tools } from '../../mcp/tools.ts';
import { isFromElsewhere } from './own-origin.ts';
import type { PostAnswer, PostParts } from './post-answer.ts';

/**
 * The tools for agents over HTTP, in the protocol's streamable form: each request stands by itself, and nothing is
 * remembered between two. Only tools that read the data are there; those that read files belong to the command.
 */
export function mcpAnswer({ addresses, reads }: PostParts): PostAnswer {
	const answersOf = perCatalog(reads);
	return async (request, { body, catalog, work }) => {
		// A page elsewhere that has somebody's browser ask here is told no (DNS rebinding); programs send no origin.
		if (isFromElsewhere(request, addresses())) return otherSite();
		const answer = answersOf(catalog);
		const source = answeringSource('this service', (path) => work(() => answer(path)));
		const handler = createMcpHandler(() => work(() => createServer(source, tools)), {
			// Nothing changes that a client could wait for.
			maxSubscriptions: 0,
		});
		const response = await handler.fetch(
			new Request(request.url, { method: 'POST', headers: request.headers, body }),
		);
		response.headers.set('Cache-Control', 'no-store');
		return response;
	};
}

/** Answers from a state of the data, made once for each. */
function perCatalog(setting: ReadSetting): (catalog: Catalog) => (path: string) => OfflineAnswer {
	const known = new WeakMap<Catalog, (path: string) => OfflineAnswer>();
	return (catalog) => {
		const answer = known.get(catalog) ?? answerOffline(catalog, setting);
		known.set(catalog, answer);
		return answer;
	};
}

/** In the protocol's own words for errors, because agents read those. */
function otherSite(): Response {
	const message = 'Invalid Origin: pages of other addresses than PUBLIC_URL are refused';
	return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status: 403 });
}
