import { parseVersion } from '../../catalog/version.ts';
import { type Content, type Html, html } from './html.ts';

/** A link to a release; one with the number of its major is told from that by a third component. */
export function releaseLink(version: string, text: Content = version): Html {
	const address = parseVersion(version)?.major === version ? `${version}.0` : version;
	return html`<a href="/release/${address}">${text}</a>`;
}

export function majorLink(major: string, text: Content = major): Html {
	return html`<a href="/release/${major}">${text}</a>`;
}

export function macLink(board: string, name: Content, on: string | null = null): Html {
	const query = on === null ? '' : `?on=${encodeURIComponent(on)}`;
	return html`<a href="/mac/${encodeURIComponent(board)}${query}">${name}</a>`;
}

export function cveLink(id: string, text: Content = id): Html {
	return html`<a href="/cve/${id}">${text}</a>`;
}

/** A link to what a CVE is for a Mac on a version: fixed, missing or not stated. */
export function cveCheckLink(id: string, mac: string, on: string): Html {
	return html`<a href="/cve/${id}?${String(new URLSearchParams({ mac, on }))}">${id}</a>`;
}

/** With commas between them. */
export function listed(links: readonly Content[]): Content[] {
	return links.flatMap((link, at) => (at === 0 ? [link] : [', ', link]));
}
