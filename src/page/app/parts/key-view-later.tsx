import { loadedLater } from './loaded-later.tsx';

/** The form for the license key. Few visits need it, so it is a script of its own. */
export const KeyView = loadedLater(async () => (await import('../views/key-view.tsx')).KeyView);
