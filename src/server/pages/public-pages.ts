import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import type { OwnFields } from '@pointrelease/core/src/api/answer.ts';
import { queryOf } from '@pointrelease/core/src/api/path.ts';
import { matchesTag } from '@pointrelease/core/src/api/request-headers.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { createAnswerCache } from '../../api/answer-cache.ts';
import { compressedAnswer } from '../../api/compressed-answer.ts';
import type { ReadyAnswer, SentBody } from '../../api/ready-answer.ts';
import { viewAt } from '../../page/addresses.ts';
import { publicDocument, publicViews, renderer } from '../../page/public/public-page.ts';
import type { PublicPage } from '../../page/public/renderer.ts';
import { llmsText, robotsText, sitemap } from '../../page/public/site-files.ts';
import { publicPageHeaders } from '../../page/security.ts';
import { yieldTurn } from '../../process/yield-turn.ts';
import { publicTimeIsUp } from '../limits.ts';
import type { ProcessorBudget } from '../processor-budget.ts';
import { sendProblem, sendTooMany } from '../responses.ts';
import type { PublicAnswer } from '../service.ts';
import type { ReadBundled } from './bundled-file.ts';
import type { PageAnswers } from './page.ts';

export interface PublicPagesParts {
	readonly read: ReadBundled;
	/** The page without public views: it answers the views that need a key. */
	readonly page: PageAnswers;
	catalog(): Catalog;
	today(): string;
	/**
	 * The public address of the service, if the operator set it; null if not. The address that a client names never gets into
	 * a page, because a cache may give the same page to others.
	 */
	origin(): string | null;
	readonly policies: NamedPolicies;
	/** Limits the drawing of pages for each client; absent for no limit. */
	readonly budget?: Pick<ProcessorBudget, 'waitOfStranger' | 'chargeStranger'>;
	addressOf?(request: Request): string;
}

/** One page of each kind, drawn ahead: the first of a kind takes a tenth of a second, until its code is compiled. */
const drawnAhead = [
	'/',
	'/mac/J293AP?on=14.7.2',
	'/release/14',
	'/cve/CVE-2026-65400',
	'/all',
	'/?q=macbook',
];

/** Public pages, which may be drawn ahead. */
export interface PublicPages extends PageAnswers {
	/** Draws a page of each kind, and yields in between. */
	prepare(): Promise<void>;
}

/** The document into which pages are drawn: the one that does not load a view at once. */
const template = 'index.html';

const everywhere: OwnFields = {
	...publicPageHeaders(),
	'Cache-Control': 'public, max-age=600',
	'Access-Control-Allow-Origin': null,
	'Access-Control-Expose-Headers': null,
	// A page says how long ago things were, so it changes with the day as well as with the data.
	'Last-Modified': null,
};

const html: OwnFields = { ...everywhere, 'Content-Type': 'text/html; charset=utf-8' };

/** Pages that everybody may read, with the answer in their markup. Each is drawn once for a state of the data and a day. */
export function publicPages(parts: PublicPagesParts): PublicPages {
	const { read, page, catalog, today, origin, policies, budget, addressOf = () => '' } = parts;
	const cache = createAnswerCache(8_000_000);
	// Addresses with a query are endless: they must not displace the pages that search engines list.
	const passing = createAnswerCache(4_000_000);
	const send = (request: Request, answer: ReadyAnswer, status: number): Response => {
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
		(path: string, type: string, write: () => string): PublicAnswer =>
		(request) => {
			const fields = { ...everywhere, 'Content-Type': `${type}; charset=utf-8` };
			const make = () => compressedAnswer(catalog(), { body: write(), fields });
			return send(request, cache.findOrMake(catalog(), path, make), 200);
		};
	const files = new Map<string, PublicAnswer>([
		['/sitemap.xml', file('/sitemap.xml', 'application/xml', () => sitemap(catalog(), origin()!))],
		['/llms.txt', file('/llms.txt', 'text/plain', () => llmsText(catalog(), origin()))],
		['/robots.txt', file('/robots.txt', 'text/plain', () => robotsText(origin()))],
	]);
	/** Puts a page into the document of the app; null while the document is being built. */
	const documentOf = (drawn: PublicPage): ReadyAnswer | null => {
		const document = read(template);
		return (
			document &&
			compressedAnswer(catalog(), {
				body: publicDocument(new TextDecoder().decode(document), drawn, origin()),
				fields: html,
			})
		);
	};
	const answer =
		(path: string): PublicAnswer =>
		(request) => {
			const [data, day] = [catalog(), today()];
			const pageRequest = renderer().understand({
				catalog: data,
				address: `${path}?${queryOf(request.url)}`,
				policies,
			});
			const isWrong = 'status' in pageRequest;
			const key = isWrong
				? `wrong ${viewAt(path)!.name} ${pageRequest.parameter}`
				: `${pageRequest.address} ${day}`;
			const store = isWrong || pageRequest.address.includes('?') ? passing : cache;
			const before = store.find(data, key);
			if (before) return send(request, before, isWrong ? pageRequest.status : 200);
			const client = addressOf(request);
			const wait = isWrong ? 0 : (budget?.waitOfStranger(client) ?? 0);
			if (wait > 0) return sendTooMany(sendProblem, publicTimeIsUp, wait);
			const draw = () => {
				const drawn = isWrong
					? renderer().drawMisunderstood(pageRequest)
					: renderer().drawView({ catalog: data, address: pageRequest.address, today: day, policies });
				const answerDocument = documentOf(drawn);
				if (!answerDocument) return page.get(path)!(request);
				if (isWrong || drawn.status === 200) store.store(data, key, answerDocument);
				return send(request, answerDocument, drawn.status);
			};
			return budget ? budget.chargeStranger(client, draw) : draw();
		};
	return {
		async prepare() {
			for (const address of drawnAhead) {
				await yieldTurn();
				answer(address.split('?')[0]!)(new Request(`http://localhost${address}`));
			}
		},
		get(path) {
			const file = files.get(path);
			// A sitemap needs absolute addresses.
			if (file && (path !== '/sitemap.xml' || origin() !== null)) return file;
			const view = viewAt(path);
			return view && publicViews.has(view.name) ? answer(path) : page.get(path);
		},
	};
}
