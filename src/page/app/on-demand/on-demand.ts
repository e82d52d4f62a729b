import type { Subscribe as SubscribePart } from '../start/subscribe.tsx';
import type { CompareView as Compare } from '../views/compare-view.tsx';
import type { CveView as Cve } from '../views/cve-view.tsx';
import type { DocsView as Docs } from '../views/docs-view.tsx';
import type { EverythingView as Everything } from '../views/everything-view.tsx';
import type { FleetView as Fleet } from '../views/fleet-view.tsx';
import type { KitView as Kit } from '../views/kit-view.tsx';
import { loadedLater } from '../views/loaded-later.tsx';
import type { MacView as Mac } from '../views/mac-view.tsx';
import type { ReleaseView as Release } from '../views/release-view.tsx';

// Not every visit opens every view: each other file here becomes a file of the bundled page, loaded with the first view
// of it that is opened. Each begins with an import of the page itself: what a view shares with the page then stays in
// the one file that is there already, and is not cut into a dozen pieces with a request each. The page does not import
// them in turn: the document says what they are called.

const checks = () => load<{ CompareView: typeof Compare; CveView: typeof Cve }>('checks');
const docs = () => load<{ DocsView: typeof Docs }>('docs');
const everything = () => load<{ EverythingView: typeof Everything }>('everything');
const fleet = () => load<{ FleetView: typeof Fleet }>('fleet');
const kit = () => load<{ KitView: typeof Kit }>('kit');
const subscription = () => load<{ Subscribe: typeof SubscribePart }>('subscription');
const subjects = () => load<{ MacView: typeof Mac; ReleaseView: typeof Release }>('subjects');

export const CompareView = loadedLater(async () => (await checks()).CompareView);
export const CveView = loadedLater(async () => (await checks()).CveView);
export const DocsView = loadedLater(async () => (await docs()).DocsView);
export const EverythingView = loadedLater(async () => (await everything()).EverythingView);
export const FleetView = loadedLater(async () => (await Promise.all([fleet(), fleetStyle()]))[0].FleetView);
export const KitView = loadedLater(async () => (await kit()).KitView);
export const MacView = loadedLater(async () => (await subjects()).MacView);
export const Subscribe = loadedLater(async () => (await subscription()).Subscribe);
export const ReleaseView = loadedLater(async () => (await subjects()).ReleaseView);

/** Whoever searches is about to open a Mac: the view may as well be there by then. */
export function expectSubject(): void {
	subjects().catch(() => {});
}

/** The styles of the fleet report: a page that was opened with another view has none of them yet. */
function fleetStyle(): Promise<unknown> {
	const href = '/assets/fleet.css';
	if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
	return new Promise((resolve, reject) => {
		const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
		link.onload = resolve;
		link.onerror = reject;
		document.head.append(link);
	});
}

/** A file of this folder by its name: the document has the digest that its address ends with. */
async function load<Views>(name: string): Promise<Views> {
	const { content } = document.querySelector<HTMLMetaElement>('meta[name=views]')!;
	const file = content.split(' ').find((file) => file.startsWith(`${name}-`));
	return await import(`/assets/${file}.js`);
}
