import type { Route } from './route.ts';

/** The addresses of the page, in a file of their own, because browsers load only these. */
export const pageRoutes = [
	{ path: '/', access: 'public', answeredBy: 'page', view: 'search' },
	{ path: '/mac/{board}', access: 'public', answeredBy: 'page', view: 'mac' },
	{ path: '/release', access: 'public', answeredBy: 'page', view: 'release' },
	{ path: '/release/{version}', access: 'public', answeredBy: 'page', view: 'release' },
	{ path: '/cve/{cve}', access: 'public', answeredBy: 'page', view: 'cve' },
	{ path: '/compare', access: 'public', answeredBy: 'page', view: 'compare' },
	{ path: '/all', access: 'public', answeredBy: 'page', view: 'all' },
	{ path: '/fleet', access: 'public', answeredBy: 'page', view: 'fleet' },
	{ path: '/kit', access: 'public', answeredBy: 'page', view: 'kit' },
	{ path: '/sign-in', access: 'public', answeredBy: 'page', view: 'sign-in' },
	{ path: '/docs', access: 'public', answeredBy: 'page', view: 'docs' },
	{ path: '/lost-key', access: 'public', answeredBy: 'page', optional: true },
	{ path: '/sitemap.xml', access: 'public', answeredBy: 'page', optional: true },
	{ path: '/llms.txt', access: 'public', answeredBy: 'page', optional: true },
	{ path: '/robots.txt', access: 'public', answeredBy: 'page', optional: true },
] as const satisfies readonly Route[];

/** The page of a release. The address of `10.15` belongs to the major version, so the release has `10.15.0`. */
export function releasePage(version: string, major: string): string {
	return `/release/${version === major ? `${version}.0` : version}`;
}

/** The views of the page. */
export type ViewName = Extract<(typeof pageRoutes)[number], { view: string }>['view'];
