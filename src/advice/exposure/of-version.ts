import type { Catalog, Major, Support } from '../../catalog/catalog.ts';
import { countExposure, type ExposureCounts } from './exposure.ts';
import type { Running } from './response-fixes.ts';

const widest = new WeakMap<Major, Support | null>();

/**
 * What a version misses on a Mac that nobody recognised: as on the Mac that got most releases of its major. Null for a
 * major that does not exist.
 */
export function exposureOfVersion(catalog: Catalog, running: Running, asOf: string): ExposureCounts | null {
	const major = catalog.majors.get(running.version.major);
	const support = major ? widestSupport(major) : null;
	return support && countExposure(catalog, support, running, asOf);
}

function widestSupport(major: Major): Support | null {
	let found = widest.get(major);
	if (found === undefined) {
		found = null;
		for (const board of major.boards) {
			const support = board.support.get(major.name)!;
			if (!found || support.releases.length > found.releases.length) found = support;
		}
		widest.set(major, found);
	}
	return found;
}
