import type { ViewName } from '../api/page-routes.ts';
import { shippedFolder } from '../process/shipped.ts';

/** A file of the built page: where it is served, what it is, and what it is called in `dist/page`. */
export interface Asset {
	readonly path: string;
	readonly file: string;
	readonly type: string;
	/** Its content never changes, so that a browser need not ask again. */
	readonly forever?: true;
}

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';
const html = 'text/html; charset=utf-8';

/** The scripts that are loaded when they are first needed (`app/on-demand.tsx`), and the files of `app/` in each. */
export const onDemand = {
	subjects: ['mac/mac-view.tsx', 'release/release-view.tsx'],
	checks: ['views/compare-view.tsx', 'views/cve-view.tsx'],
	everything: ['matrix/everything-view.tsx'],
	fleet: ['fleet/fleet-view.tsx'],
	kit: ['kit/kit-view.tsx'],
	docs: ['docs/docs-view.tsx'],
	subscription: ['start/subscribe.tsx'],
} as const;

/** Views with a document of their own, which has the browser load their script at once. */
export const viewScripts = ['subjects', 'checks', 'everything', 'fleet', 'kit', 'docs'] as const;

/** Views with styles of their own, a third of all styles. A browser loads them with the script of the view. */
export const viewStyles = ['everything', 'fleet', 'kit', 'docs'] as const;

/** The document that a view is opened with. */
export const documents: Readonly<Record<ViewName, Asset>> = {
	search: documentOf('index'),
	mac: documentOf('subjects'),
	release: documentOf('subjects'),
	cve: documentOf('checks'),
	compare: documentOf('checks'),
	all: documentOf('everything'),
	fleet: documentOf('fleet'),
	kit: documentOf('kit'),
	'sign-in': documentOf('index'),
	docs: documentOf('docs'),
};

/** Everything else that is served, each at a path of its own. */
export const assets: readonly Asset[] = [
	{ path: '/assets/page.css', file: 'page.css', type: style },
	...viewStyles.map((name) => ({ path: `/assets/${name}.css`, file: `${name}.css`, type: style })),
	{ path: '/assets/fleet-worker.js', file: 'fleet-worker.js', type: script },
	{ path: '/assets/report.html', file: 'report.html', type: 'text/plain; charset=utf-8' },
	{ path: '/assets/icon.svg', file: 'icon.svg', type: 'image/svg+xml' },
	{ path: '/favicon.ico', file: 'icon.svg', type: 'image/svg+xml' },
];

/** Where a build is kept; git ignores it. */
export const bundleFolder = shippedFolder('dist/page');

/** Every file is built three times: as it is, and compressed for either kind of client. */
export const encodings = [
	{ name: 'br', suffix: '.br' },
	{ name: 'gzip', suffix: '.gz' },
	{ name: 'identity', suffix: '' },
] as const;

/**
 * The scripts of the page have a digest of their content in their names: a page that is still open when the service
 * is updated is never mixed with a newer script. This file has their names, one on each line.
 */
export const scriptList = 'scripts.txt';

export function scriptAsset(file: string): Asset {
	return { path: `/assets/${file}`, file, type: script, forever: true };
}

function documentOf(name: (typeof viewScripts)[number] | 'index'): Asset {
	return { path: '/', file: `${name}.html`, type: html };
}
