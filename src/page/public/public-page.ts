import type { ViewName } from '@pointrelease/core/src/api/page-routes.ts';
import { escapeMarkup } from '@pointrelease/core/src/text/markup.ts';
import type { PublicPage, Renderer } from './renderer.ts';

/**
 * Tells the script of the other views that pages are public: then a person without a key can try the fleet report. The element of a
 * public page says so itself.
 */
export const publicPagesHint = '<meta name="public-pages" content="on" />';

/** Views that can be read without a key. */
export const publicViews: ReadonlySet<ViewName> = new Set([
	'search',
	'mac',
	'release',
	'cve',
	'compare',
	'all',
]);

/**
 * Loads the components when the first page is drawn, in 40 ms: most services never draw one, and a start must not wait.
 * `require` instead of `import`, because the components need the browser's types, which server code is checked without.
 */
export function renderer(): Renderer {
	return require('./render.tsx') as Renderer;
}

/** Links for feed readers and calendars: of the Mac that a page is about, or of all. */
function feedLinks(canonical: string): string {
	const [, mac] = /^\/mac\/([^/?]+)/.exec(canonical) ?? [];
	const [atom, calendar] = mac
		? [`/boards/${mac}/releases.atom`, `/boards/${mac}/releases.ics`]
		: ['/releases.atom', '/calendar.ics'];
	const link = (type: string, path: string) =>
		`<link rel="alternate" type="${type}" href="${escapeMarkup(path)}" />`;
	return link('application/atom+xml', atom) + link('text/calendar', calendar);
}

const styleLink = (name: string) => `<link rel="stylesheet" href="/assets/${name}.css" />`;
const sharedStyle = styleLink('page');

/** The document of the app with a page in it. */
export function publicDocument(template: string, page: PublicPage, origin: string | null): string {
	const { canonical } = page;
	const link =
		canonical === null ? '' : `<link rel="canonical" href="${escapeMarkup((origin ?? '') + canonical)}" />`;
	const feeds = canonical === null ? '' : feedLinks(canonical);
	const robots = canonical === null ? '<meta name="robots" content="noindex" />' : '';
	const shared = [
		['og:type', 'website'],
		['og:site_name', 'pointrelease'],
		['og:title', page.title.replace(/ · pointrelease$/, '')],
		['og:description', page.description],
		...(canonical === null || origin === null ? [] : [['og:url', origin + canonical]]),
	].map(([name, text]) => `<meta property="${name}" content="${escapeMarkup(text!)}" />`);
	const filled = template
		.replace(
			/<title>[^<]*<\/title>/,
			() => `<title>${escapeMarkup(page.title)}</title>${link}${feeds}${robots}${shared.join('')}`,
		)
		.replace(
			/<meta\s+name="description"[^>]*>/,
			() => `<meta name="description" content="${escapeMarkup(page.description)}" />`,
		)
		.replace(sharedStyle, (shared) => shared + (page.style === null ? '' : styleLink(page.style)))
		.replace('<div id="page"></div>', () => `<div id="page" data-public>${page.markup}</div>`)
		.replace(publicPagesHint, '')
		.replace(/<noscript>[\s\S]*<\/noscript>/, '');
	return page.hasScript
		? filled
		: filled.replace(/\s*<script[^>]*><\/script>/g, '').replace(/\s*<link rel="modulepreload"[^>]*>/g, '');
}
