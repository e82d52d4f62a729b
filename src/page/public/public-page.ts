import type { NamedPolicies } from '../../advice/policy/named-policies.ts';
import type { ViewName } from '../../api/page-routes.ts';
import type { Catalog } from '../../catalog/catalog.ts';

/** The views that everybody may read. Every other one asks for a key. */
export const publicViews: ReadonlySet<ViewName> = new Set([
	'search',
	'mac',
	'release',
	'cve',
	'compare',
	'all',
]);

/** A value in an address that no page understands, and what would be right. It never depends on the value. */
export interface Misunderstood {
	readonly status: 400 | 404;
	readonly parameter: string;
	readonly expected: string;
}

/** What an address asks for: the one spelling of it, or what is wrong with it. */
export type Understood = { readonly address: string } | Misunderstood;

/** A page with its answer in the markup. */
export interface PublicPage {
	readonly status: number;
	/** Of the browser's tab, and of a search engine's result. */
	readonly title: string;
	readonly description: string;
	/** Path and query that the page is known by; null if search engines should not list it. */
	readonly canonical: string | null;
	/** Everything inside `<div id="page">`. */
	readonly markup: string;
	/** Whether the script of the app runs in it. */
	readonly hasScript: boolean;
}

interface PublicAsked {
	readonly catalog: Catalog;
	/** Path and query, in the one spelling that `understand` gives. */
	readonly address: string;
	readonly today: string;
	readonly policies: NamedPolicies;
}

/** What the page about lost keys says. None of it depends on whose an address is. */
export type LostKeyState = 'form' | 'sent' | 'not-an-address' | 'too-many' | 'other-site' | 'unavailable';

/** Draws pages with the components of the app. */
export interface Renderer {
	understand(asked: Pick<PublicAsked, 'catalog' | 'address' | 'policies'>): Understood;
	drawMisunderstood(wrong: Misunderstood): PublicPage;
	drawView(asked: PublicAsked): PublicPage;
	drawLostKey(state: LostKeyState): PublicPage;
}

/**
 * Loads the components with the first page that is drawn: most services draw none, and a start does not wait for them.
 * They are not imported because their types need those of a browser, which this side of the project does not have.
 */
export function renderer(): Renderer {
	return require('./render.tsx') as Renderer;
}

/** The document of the app with a page in it. */
export function publicDocument(template: string, page: PublicPage, origin: string | null): string {
	const { canonical } = page;
	const link =
		canonical === null ? '' : `<link rel="canonical" href="${escaped((origin ?? '') + canonical)}" />`;
	const robots = canonical === null ? '<meta name="robots" content="noindex" />' : '';
	const shared = [
		['og:type', 'website'],
		['og:site_name', 'pointrelease'],
		['og:title', page.title.replace(/ · pointrelease$/, '')],
		['og:description', page.description],
		...(canonical === null || origin === null ? [] : [['og:url', origin + canonical]]),
	].map(([name, text]) => `<meta property="${name}" content="${escaped(text!)}" />`);
	const filled = template
		.replace(
			/<title>[^<]*<\/title>/,
			() => `<title>${escaped(page.title)}</title>${link}${robots}${shared.join('')}`,
		)
		.replace(
			/<meta\s+name="description"[^>]*>/,
			() => `<meta name="description" content="${escaped(page.description)}" />`,
		)
		.replace('<div id="page"></div>', () => `<div id="page" data-public>${page.markup}</div>`)
		.replace(/<noscript>[\s\S]*<\/noscript>/, '');
	return page.hasScript
		? filled
		: filled.replace(/\s*<script[^>]*><\/script>/g, '').replace(/\s*<link rel="modulepreload"[^>]*>/g, '');
}

/** Text as it stands in markup and in a quoted attribute. */
export function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
