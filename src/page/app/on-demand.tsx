import type { viewStyles } from '../assets.ts';
import { loadedLater } from './parts/loaded-later.tsx';

const checks = () => import('./checks.ts');
const docs = () => import('./docs/docs-view.tsx');
const everything = () => import('./matrix/everything-view.tsx');
const fleet = () => import('./fleet/fleet-view.tsx');
const kit = () => import('./kit/kit-view.tsx');
const start = () => import('./start/start.ts');
const mac = () => import('./mac/mac.ts');
const release = () => import('./release/release.ts');

export const CompareView = loadedLater(async () => (await checks()).CompareView);
export const CveView = loadedLater(async () => (await checks()).CveView);
export const DocsView = loadedLater(async () => (await Promise.all([docs(), loadStyle('docs')]))[0].DocsView);
export const EverythingView = loadedLater(
	async () => (await Promise.all([everything(), loadStyle('everything')]))[0].EverythingView,
);
export const FleetView = loadedLater(
	async () => (await Promise.all([fleet(), loadStyle('fleet')]))[0].FleetView,
);
export const KitView = loadedLater(async () => (await Promise.all([kit(), loadStyle('kit')]))[0].KitView);
export const MacView = loadedLater(async () => (await mac()).MacView);
export const ReleaseView = loadedLater(async () => (await release()).ReleaseView);
export const SearchPanel = loadedLater(async () => (await start()).SearchPanel);
export const SearchView = loadedLater(async () => (await start()).SearchView);

/** Preloads the view of a Mac, which a search probably opens next. */
export function preloadMac(): void {
	mac().catch(() => {});
}

/** Loads the styles of a view, unless they are loaded. */
function loadStyle(name: (typeof viewStyles)[number]): Promise<unknown> {
	const href = `/assets/${name}.css`;
	if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
	return new Promise((resolve, reject) => {
		const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
		link.onload = resolve;
		link.onerror = reject;
		document.head.append(link);
	});
}
