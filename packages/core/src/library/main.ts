/**
 * Which releases a Mac runs, what is the latest, and what comes next.
 *
 * @example
 * import { openCatalog } from '@pointrelease/core';
 * import lookup from '@pointrelease/core/data/lookup.json' with { type: 'json' };
 *
 * const macs = openCatalog(lookup);
 * macs.next('J293AP', '14.7.2');
 */
export type { DataDocument } from '../catalog/document.ts';
export { type FindClose, isMiss, type Macs, type Miss, type Release, type Step } from './macs.ts';
export { DataRefused, type OpenOptions, openCatalog, type RefusedBecause } from './open-catalog.ts';
