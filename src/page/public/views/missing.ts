import { sentence } from '../../../text/sentence.ts';
import type { Missing } from '../ask-catalog.ts';
import { html } from '../html.ts';
import { macLink, majorLink, releaseLink } from '../links.ts';
import type { PublicPage } from '../public-page.ts';

/** What was asked for does not exist: why, and what is near. */
export function missingPage(title: string, missing: Missing, kind: 'mac' | 'release' | 'cve'): PublicPage {
	const near = [
		...missing.releases.map((version) => releaseLink(version)),
		...missing.majors.map((major) => majorLink(major)),
		...missing.suggestions.map((text) =>
			kind === 'mac' ? macLink(text, text) : html`<a href="/?q=${encodeURIComponent(text)}">${text}</a>`,
		),
	];
	const detail = sentence(missing.detail);
	return {
		status: 404,
		title,
		description: detail,
		canonical: '/',
		body: html`<section class="trouble"><h1>${title}</h1><p>${detail}</p>
${near.length > 0 && html`<p class="chips">${near.map((link) => html`<span class="chip">${link}</span>`)}</p>`}
<p><a href="/">Start page</a></p></section>`,
	};
}
