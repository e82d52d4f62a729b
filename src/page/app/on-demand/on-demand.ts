import { loadedLater } from '../views/loaded-later.tsx';

// Not every visit opens every view: each file here becomes a file of the built page, loaded with the first view of it
// that is opened. Each begins with an import of the page itself: what a view shares with the page then stays in
// the one file that is there already, and is not cut into a dozen pieces with a request each.

const everything = () => import('./everything.ts');
const fleet = () => import('./fleet.ts');
const kit = () => import('./kit.ts');
const subjects = () => import('./subjects.ts');

export const EverythingView = loadedLater(async () => (await everything()).EverythingView);
export const FleetView = loadedLater(async () => (await fleet()).FleetView);
export const KitView = loadedLater(async () => (await kit()).KitView);
export const MacView = loadedLater(async () => (await subjects()).MacView);
export const ReleaseView = loadedLater(async () => (await subjects()).ReleaseView);

/** Whoever searches is about to open a Mac: the view may as well be there by then. */
export function expectSubject(): void {
	subjects().catch(() => {});
}
