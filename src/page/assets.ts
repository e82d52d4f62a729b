import type { ViewName } from '@pointrelease/core/src/api/page-routes.ts';
import { shippedFolder } from '../process/shipped.ts';

/** A file of the built page: where it is served, what it is, and what it is called in `dist/page`. */
export interface Asset {
	readonly path: string;
	readonly file: string;
	readonly type: string;
	/** The content at this path never changes, so browsers may cache it forever. */
	readonly forever?: true;
}

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';
const html = 'text/html; charset=utf-8';

/**
 * The views that have their own HTML document, which names the scripts of the view, so that the browser loads them at once:
 * each with its module in `app/`.
 */
export const viewScripts = {
	start: 'start/start.ts',
	mac: 'mac/mac.ts',
	release: 'release/release.ts',
	checks: 'checks.ts',
	everything: 'matrix/everything-view.tsx',
	fleet: 'fleet/fleet-view.tsx',
	kit: 'kit/kit-view.tsx',
	docs: 'docs/docs-view.tsx',
} as const;

/** Views with their own style sheet, loaded with the view: a third of all styles. */
export const viewStyles = ['everything', 'fleet', 'kit', 'docs'] as const;

/** The HTML document for each view. */
export const documents: Readonly<Record<ViewName, Asset>> = {
	search: documentOf('start'),
	mac: documentOf('mac'),
	release: documentOf('release'),
	cve: documentOf('checks'),
	compare: documentOf('checks'),
	all: documentOf('everything'),
	fleet: documentOf('fleet'),
	kit: documentOf('kit'),
	'sign-in': documentOf('index'),
	docs: documentOf('docs'),
};

/** Files that are served as they are in `static/`. */
export const staticFiles = ['icon.svg', 'touch-icon.png', 'manifest.webmanifest'] as const;

/** All other files that are served. */
export const assets: readonly Asset[] = [
	{ path: '/assets/page.css', file: 'page.css', type: style },
	...viewStyles.map((name) => ({ path: `/assets/${name}.css`, file: `${name}.css`, type: style })),
	{ path: '/assets/fleet-worker.js', file: 'fleet-worker.js', type: script },
	{ path: '/assets/report.html', file: 'report.html', type: 'text/plain; charset=utf-8' },
	{ path: '/assets/icon.svg', file: 'icon.svg', type: 'image/svg+xml' },
	{ path: '/assets/touch-icon.png', file: 'touch-icon.png', type: 'image/png' },
	{
		path: '/assets/manifest.webmanifest',
		file: 'manifest.webmanifest',
		type: 'application/manifest+json',
	},
	{ path: '/favicon.ico', file: 'icon.svg', type: 'image/svg+xml' },
];

/** The console for operators. None of its files is served at the address of the page, and none of the page's at its own. */
export const consoleDocument: Asset = { path: '/console', file: 'console.html', type: html };
export const consoleAssets: readonly Asset[] = [
	{ path: '/console/assets/console.js', file: 'console.js', type: script },
	{ path: '/console/assets/console.css', file: 'console.css', type: style },
	{ path: '/console/assets/icon.svg', file: 'icon.svg', type: 'image/svg+xml' },
];

/** The folder of the built page. Git ignores it. */
export const bundleFolder = shippedFolder('dist/page');

/** Every file is stored uncompressed and in two compressions: browsers accept brotli only over HTTPS. */
export const encodings = [
	{ name: 'br', suffix: '.br' },
	{ name: 'gzip', suffix: '.gz' },
	{ name: 'identity', suffix: '' },
] as const;

/**
 * A file with the names of all scripts, one per line. Each name contains a digest of the content, so an open page never
 * loads the script of a newer service.
 */
export const scriptList = 'scripts.txt';

export function scriptAsset(file: string): Asset {
	return { path: `/assets/${file}`, file, type: script, forever: true };
}

function documentOf(name: keyof typeof viewScripts | 'index'): Asset {
	return { path: '/', file: `${name}.html`, type: html };
}
