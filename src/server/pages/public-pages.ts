import type { NamedPolicies } from '../../advice/policy/named-policies.ts';
import type { Answer, SentBody } from '../../api/answer.ts';
import { createAnswerCache } from '../../api/answer-cache.ts';
import { compressedAnswer } from '../../api/compressed-answer.ts';
import type { OwnFields } from '../../api/headers.ts';
import { queryOf } from '../../api/path.ts';
import { matchesTag } from '../../api/request-headers.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { viewAt } from '../../page/addresses.ts';
import { publicDocument, publicViews, renderer, viewParameters } from '../../page/public/public-page.ts';
import { llmsText, robotsText, sitemap } from '../../page/public/site-files.ts';
import { publicPageHeaders } from '../../page/security.ts';
import type { PublicAnswer } from '../service.ts';
import type { ReadBundled } from './bundled-file.ts';
import type { PageAnswers } from './page.ts';

export interface PublicPagesParts {
	readonly read: ReadBundled;
	/** The page without public views: it answers what stays behind the key. */
	readonly page: PageAnswers;
	catalog(): Catalog;
	today(): string;
	/** The address under which a client reaches the service. */
	address(request: Request): string | null;
	readonly policies: NamedPolicies;
}

/** The document that answers are put into: the one that loads no view at once. */
const template = 'index.html';

const everywhere: OwnFields = {
	...publicPageHeaders(),
	'Cache-Control': 'public, max-age=600',
	'Access-Control-Allow-Origin': null,
	'Access-Control-Expose-Headers': null,
	// A page tells how long ago things were: it changes with the day, not with the data alone.
	'Last-Modified': null,
};

/** Pages that everybody may read, with the answer in their markup: made once for each state of the data and day. */
export function publicPages(parts: PublicPagesParts): PageAnswers {
	const { read, page, catalog, today, address, policies } = parts;
	const kept = createAnswerCache(8_000_000);
	const originOf = (request: Request) => address(request) ?? new URL(request.url).origin;
	const send = (request: Request, answer: Answer, status: number): Response => {
		const { body, etag, headers } =
			answer.forClient?.(request.headers.get('accept-encoding')) ?? (answer as SentBody);
		const tags = request.headers.get('if-none-match');
		if (status === 200 && tags !== null && matchesTag(tags, etag)) return headers.respondUnchanged(etag);
		const response = headers.respond(body, etag);
		if (status === 200) return response;
		response.headers.set('Cache-Control', 'no-store');
		return new Response(response.body, { status, headers: response.headers });
	};
	const file =
		(type: string, write: (catalog: Catalog, origin: string) => string): PublicAnswer =>
		(request) => {
			const origin = originOf(request);
			const key = `${type} ${write.name} ${origin}`;
			const fields = { ...everywhere, 'Content-Type': type };
			const answer = kept.findOrMake(catalog(), key, () =>
				compressedAnswer(catalog(), write(catalog(), origin), fields),
			);
			return send(request, answer, 200);
		};
	const files = new Map<string, PublicAnswer>([
		['/sitemap.xml', file('application/xml; charset=utf-8', sitemap)],
		['/llms.txt', file('text/plain; charset=utf-8', llmsText)],
		['/robots.txt', file('text/plain; charset=utf-8', (_, origin) => robotsText(origin))],
	]);
	const answer =
		(path: string): PublicAnswer =>
		(request) => {
			const document = read(template);
			const fallback = page.get(path)!;
			if (!document) return fallback(request);
			const query = askedFor(queryOf(request.url));
			const origin = originOf(request);
			const [data, day] = [catalog(), today()];
			const key = `${path}?${query} ${day} ${origin}`;
			const known = kept.find(data, key);
			if (known) return send(request, known, 200);
			const drawn = renderer().drawView({
				catalog: data,
				address: `${path}?${query}`,
				today: day,
				policies,
			});
			const text = publicDocument(new TextDecoder().decode(document), drawn, origin);
			const fields = { ...everywhere, 'Content-Type': 'text/html; charset=utf-8' };
			const one = compressedAnswer(data, text, fields);
			return send(request, drawn.status === 200 ? kept.store(data, key, one) : one, drawn.status);
		};
	return {
		get(path) {
			const known = files.get(path);
			if (known) return known;
			const view = viewAt(path);
			return view && publicViews.has(view.name) ? answer(path) : page.get(path);
		},
	};
}

/** The parameters that count, in one order. */
function askedFor(text: string): URLSearchParams {
	const query = new URLSearchParams(text);
	const given = viewParameters.flatMap((name) =>
		query.getAll(name).map((value): [string, string] => [name, value]),
	);
	return new URLSearchParams(given.slice(0, 20));
}
