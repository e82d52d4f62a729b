import { releasePage } from '@pointrelease/core/src/api/page-routes.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { macsOf } from '@pointrelease/core/src/catalog/lookup.ts';
import { escapeMarkup } from '@pointrelease/core/src/text/markup.ts';

/** The paths of all pages that search engines may list. */
export function publicPaths(catalog: Catalog): string[] {
	const macs = macsOf(catalog).map(({ identifiers }) => `/mac/${encodeURIComponent(identifiers[0]!)}`);
	const majors = [...catalog.majors.keys()].map((major) => `/release/${major}`);
	const releases = [...catalog.releases.values()].map(({ version, major }) => releasePage(version, major));
	const cves = [...catalog.security.cves.values()]
		.filter(({ fixedIn }) => fixedIn.length > 0)
		.map(({ id }) => `/cve/${id}`);
	return ['/', '/release', '/all', '/compare', ...macs, ...majors, ...releases, ...cves];
}

/** The sitemap. Its limit is 50,000 addresses (sitemaps.org); there are about 4,000. */
export function sitemap(catalog: Catalog, origin: string): string {
	const changed = catalog.changed.slice(0, 10);
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
		...publicPaths(catalog).map(
			(path) => `<url><loc>${escapeMarkup(origin + path)}</loc><lastmod>${changed}</lastmod></url>`,
		),
		'</urlset>',
		'',
	].join('\n');
}

/** `/llms.txt`, an overview of the pages for language models (https://llmstxt.org). */
export function llmsText(catalog: Catalog, address: string | null): string {
	const origin = address ?? '';
	const map = address === null ? '' : `- [Sitemap](${origin}/sitemap.xml)\n`;
	const supported = [...catalog.majors.values()].slice(-3).toReversed();
	return `# pointrelease

> For any Mac ever made: which operating system releases it runs, which is the latest, which vulnerabilities each release fixes, and when support ends.

Data version ${catalog.dataVersion}. Every page below is plain HTML with its answer in the markup.

## Pages

- [What Macs run today](${origin}/): supported major versions and what is new
- [Every Mac](${origin}/all): filters: find, kind, runs, not, first, last, ends=year
- [Releases](${origin}/release): every major version since 1984
${supported.map(({ name, systemName, latest }) => `- [${systemName}](${origin}/release/${name}): latest release ${latest.version} of ${latest.released}`).join('\n')}

## Addresses

- ${origin}/mac/{board ID, model identifier or case number}?on={version}: what to do about a Mac on a version
- ${origin}/release/{version}: one release or major version
- ${origin}/cve/{CVE ID}?mac={name}&on={version}: what fixes a CVE, and whether a Mac has the fix
- ${origin}/compare?mac={board ID}&mac={board ID}: Macs side by side
- ${origin}/?q={text}: search

## Optional

${map}- [API description](${origin}/openapi.json): JSON for programs, with a license key
`;
}

export function robotsText(origin: string | null): string {
	const map = origin === null ? '' : `Sitemap: ${origin}/sitemap.xml\n`;
	return `User-agent: *\nDisallow: /fleet\nDisallow: /kit\nDisallow: /sign-in\nDisallow: /*?q=\n${map}`;
}
