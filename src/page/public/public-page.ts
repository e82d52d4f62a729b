import type { ViewName } from '@pointrelease/core/src/api/page-routes.ts';
import { escapeMarkup } from '@pointrelease/core/src/text/markup.ts';
import type { PublicPage, Renderer } from './renderer.ts';

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

/** The document of the app with a page in it. */
export function publicDocument(template: string, page: PublicPage, origin: string | null): string {
	const { canonical } = page;
	const link =
		canonical === null ? '' : `<link rel="canonical" href="${escapeMarkup((origin ?? '') + canonical)}" />`;
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
			() => `<title>${escapeMarkup(page.title)}</title>${link}${robots}${shared.join('')}`,
		)
		.replace(
			/<meta\s+name="description"[^>]*>/,
			() => `<meta name="description" content="${escapeMarkup(page.description)}" />`,
		)
		.replace('<div id="page"></div>', () => `<div id="page" data-public>${page.markup}</div>`)
		.replace(/<noscript>[\s\S]*<\/noscript>/, '');
	return page.hasScript
		? filled
		: filled.replace(/\s*<script[^>]*><\/script>/g, '').replace(/\s*<link rel="modulepreload"[^>]*>/g, '');
}
