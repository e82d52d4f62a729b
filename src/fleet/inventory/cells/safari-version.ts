import { isSafariBundle, readSafari as readInstalled } from '@pointrelease/core/src/catalog/safari.ts';

/** The version of a Safari, and its bundle version if the inventory has it; empty texts if it is unknown. */
interface SafariCells {
	readonly version: string;
	readonly build: string;
}

/**
 * Reads the cells about Safari. A number such as `20624.2.5.18.7` in the column of the version is the bundle version;
 * anything that is neither is unknown, because a wrong version would decide about fixes.
 */
export function readSafari(versionCell: string, buildCell: string): SafariCells {
	const installed = readInstalled(versionCell, buildCell);
	if (installed) return { version: installed.version, build: installed.bundle ?? '' };
	const build = [buildCell, versionCell].map((cell) => cell.trim()).find(isSafariBundle);
	return { version: '', build: build ?? '' };
}
