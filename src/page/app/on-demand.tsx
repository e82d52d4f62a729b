import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { viewStyles } from '../assets.ts';

const checks = () => import('./checks.ts');
const docs = () => import('./docs/docs-view.tsx');
const everything = () => import('./matrix/everything-view.tsx');
const fleet = () => import('./fleet/fleet-view.tsx');
const kit = () => import('./kit/kit-view.tsx');
const subjects = () => import('./subjects.ts');

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
export const MacView = loadedLater(async () => (await subjects()).MacView);
export const ReleaseView = loadedLater(async () => (await subjects()).ReleaseView);
export const Subscribe = loadedLater(async () => (await import('./start/subscribe.tsx')).Subscribe);

/** Preloads the view of a Mac, which a search probably opens next. */
export function preloadSubjects(): void {
	subjects().catch(() => {});
}

/** A view whose code is loaded when it is first shown. After that, it draws at once. */
function loadedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
	let loaded: ComponentType<Props> | null = null;
	return function LoadedLater(props: Props) {
		const [failed, setFailed] = useState(false);
		const [, setReady] = useState(loaded !== null);
		useEffect(() => {
			if (loaded) return;
			let current = true;
			const show = (view: ComponentType<Props>) => {
				loaded = view;
				if (current) setReady(true);
			};
			load().then(show, () => current && setFailed(true));
			return () => {
				current = false;
			};
		}, []);
		const View = loaded;
		if (View) return <View {...props} />;
		return failed ? <NotLoaded /> : null;
	};
}

/** Offers to reload the page, because browsers do not retry a failed script, and a newer service has other names. */
function NotLoaded() {
	return (
		<section class="trouble" role="alert">
			<h1>This view could not be loaded</h1>
			<p>The service may be restarting, or this device may be offline.</p>
			<button type="button" class="primary" onClick={() => location.reload()}>
				Load the page again
			</button>
		</section>
	);
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
