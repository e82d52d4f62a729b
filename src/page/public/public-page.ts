import { searchExamples } from '../app/parts/search.ts';
import { type Content, escaped, Html, html } from './html.ts';

/** A page that everybody may read, with its answer in the markup itself. */
export interface PublicPage {
	readonly status: 200 | 404;
	/** Of the browser's tab and of a search engine's result. */
	readonly title: string;
	readonly description: string;
	readonly body: Html;
	/** The path and query that the page is known by, however it was asked for. */
	readonly canonical: string;
}

export function found(page: Omit<PublicPage, 'status'>): PublicPage {
	return { status: 200, ...page };
}

const views = [
	['/', 'Macs'],
	['/release', 'Releases'],
	['/all', 'Everything'],
	['/compare', 'Compare'],
	['/docs', 'API'],
] as const;

/** The document of the page with the answer in it: the script leaves it alone unless the browser has a key. */
export function publicDocument(
	template: string,
	page: PublicPage,
	origin: string | null,
	query: string,
): string {
	const link =
		origin && page.status === 200
			? `<link rel="canonical" href="${escaped(origin + page.canonical)}" />`
			: '';
	const robots = page.status === 200 ? '' : '<meta name="robots" content="noindex" />';
	const title = `${page.title} · pointrelease`;
	return template
		.replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>${link}${robots}`)
		.replace(
			/<meta\s+name="description"[^>]*>/,
			() => `<meta name="description" content="${escaped(page.description)}" />`,
		)
		.replace('<div id="page"></div>', () => `<div id="page">${frame(page, query).text}</div>`)
		.replace(/<noscript>[\s\S]*<\/noscript>/, '');
}

/** The same frame that the script draws, without what needs a key. */
function frame({ body, canonical }: PublicPage, query: string): Html {
	const isWide = canonical.startsWith('/all') ? 'wide' : '';
	const root = canonical.split(/[/?]/)[1] ?? '';
	const isCurrent = (path: string) => path.slice(1) === root || (path === '/' && root === 'mac');
	return html`<a class="skip" href="#content">Skip to content</a>
<header class="top ${isWide}" data-public>
<div class="top-line">
<a class="wordmark" href="/" title="pointrelease, start page">${mark}pointrelease</a>
<nav aria-label="Views">${views.map(
		([path, name]) => html`<a href="${path}" ${isCurrent(path) && ariaCurrent}>${name}</a>`,
	)}</nav>
<a class="quiet forget" href="/sign-in">Sign in</a>
</div>
<form class="search" role="search" action="/" method="get">
<label class="hidden" for="search">Search for a Mac</label>
${lens}
<input id="search" name="q" type="search" value="${query}" placeholder="${searchExamples}" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="100">
</form>
</header>
<main id="content" class="${isWide}" tabindex="-1">${body}</main>
<footer class="${isWide}"><p>Every Mac from 1984 to today.</p></footer>`;
}

const ariaCurrent = new Html('aria-current="page"');
const lens = new Html(
	'<svg class="lens" viewBox="0 0 20 20" aria-hidden="true"><circle cx="8.500" cy="8.500" r="5.500" /><path d="m13 13 4.500 4.500" /></svg>',
);
export const mark = new Html(
	'<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><path class="era-classic" d="M4 8h9" /><path class="era-legacy" d="M8 16h11" /><path class="era-modern" d="M14 24h7" /><circle cx="27" cy="24" r="2.800" /></svg>',
);

/** A term and what there is to say about it, in a list of them. */
export function step(term: string, value: Content, note: Content = ''): Html {
	return html`<div><dt>${term}</dt><dd><strong>${value}</strong><span>${note}</span></dd></div>`;
}

/** More columns than these do not fit on a phone: the table then scrolls by itself, with keys too. */
const mostColumns = 3;

/** A table with a line of names above it. */
export function table(name: string, heads: readonly Content[], rows: readonly (readonly Content[])[]): Html {
	const whole = html`<table class="${name}"><thead><tr>${heads.map((head) => (head === '' ? html`<td></td>` : html`<th scope="col">${head}</th>`))}</tr></thead>
<tbody>${rows.map(([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>`;
	return heads.length <= mostColumns
		? whole
		: html`<div class="scroll compare-scroll" tabindex="0" role="group" aria-label="Table">${whole}</div>`;
}
