import type { Catalog } from '../catalog/catalog.ts';
import { type ReadVersion, readVersion } from '../names/read-version.ts';
import type { MachineCells } from './machine-cells.ts';

/** The version from its own column, else from the words of the system, else from the build alone. */
export function readInstalled(
	catalog: Catalog,
	{ version, os, build, supplement }: MachineCells,
): ReadVersion | null {
	const letter = /^\(?([a-z])\)?$/.exec(supplement)?.[1];
	const builtAs = build === '' ? null : readVersion(catalog, build);
	for (const text of [version, os]) {
		const read = text === '' ? null : readVersion(catalog, letter ? `${text} (${letter})` : text);
		if (read?.version) return { ...read, build: read.build ?? builtAs?.build ?? null };
	}
	return builtAs;
}

export function whyUnreadable({ version, os, build }: MachineCells, read: ReadVersion | null): string {
	if (read?.build) return `The build ${read.build} is not known.`;
	const said = version || os || build;
	return said === '' ? 'The row has no version.' : `${JSON.stringify(said)} is not a version of macOS.`;
}
