import { shippedFolder } from '../shipped.ts';

/** A file of the built page: where it is served, what it is, and what it is called in `dist/page`. */
export interface Asset {
	readonly path: string;
	readonly file: string;
	readonly type: string;
}

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';
const html = 'text/html; charset=utf-8';

/** The document of every view; the address says which one it shows. */
export const pageDocument: Asset = { path: '/', file: 'index.html', type: html };

/** Everything else that is served, each at a path of its own. */
export const assets: readonly Asset[] = [
	{ path: '/docs', file: 'docs.html', type: html },
	{ path: '/assets/page.js', file: 'page.js', type: script },
	...['shared-1', 'shared-2', 'mac-view', 'release-view', 'everything-view', 'fleet-view'].map(scriptNamed),
	{ path: '/assets/page.css', file: 'page.css', type: style },
	{ path: '/assets/docs.js', file: 'docs.js', type: script },
	{ path: '/assets/docs.css', file: 'docs.css', type: style },
	{ path: '/assets/swagger-ui-bundle.js', file: 'swagger-ui-bundle.js', type: script },
	{ path: '/assets/swagger-ui.css', file: 'swagger-ui.css', type: style },
	{ path: '/assets/fleet-worker.js', file: 'fleet-worker.js', type: script },
	{ path: '/assets/report.html', file: 'report.html', type: 'text/plain; charset=utf-8' },
	{ path: '/assets/icon.svg', file: 'icon.svg', type: 'image/svg+xml' },
	{ path: '/favicon.ico', file: 'icon.svg', type: 'image/svg+xml' },
];

function scriptNamed(name: string): Asset {
	return { path: `/assets/${name}.js`, file: `${name}.js`, type: script };
}

/** Where a build is kept; git ignores it. */
export const builtFolder = shippedFolder('dist/page');

/** Every file is built three times: as it is, and compressed for either kind of client. */
export const encodings = [
	{ name: 'br', suffix: '.br' },
	{ name: 'gzip', suffix: '.gz' },
	{ name: 'identity', suffix: '' },
] as const;

/** The names of all files in `dist/page`, for whoever must carry them along. */
export const builtFiles: readonly string[] = [
	...new Set([pageDocument, ...assets].map(({ file }) => file)),
].flatMap((file) => encodings.map(({ suffix }) => `${file}${suffix}`));
