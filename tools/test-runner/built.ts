import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the builds of both packages write last, each from sources in the folders and files below. */
export const built = [
	'dist/data/openapi.json',
	'dist/tests/tables.columns',
	'packages/core/lib/api/shapes/shapes.d.ts',
	'packages/client/lib/client.js',
];

/** The folders themselves, too: their time tells of a file that was removed. */
const sources = [
	'{src,tools/build,packages/*/src}{,/**}',
	'data/**/*.csv',
	'test/world/**/*.csv',
	'packages/*/*.{ts,json}',
	'package-lock.json',
	'tsconfig.json',
];

/**
 * Whether both packages were built after the last change of a source, as right after `npm ci`: building them again, types and all, takes
 * as long as a tenth of the pure tests.
 */
export function packagesAreBuilt(project: string): boolean {
	const changed = (path: string) => statSync(join(project, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
	const newest = Math.max(...globSync(sources, { cwd: project }).map(changed));
	return newest < Math.min(...built.map(changed));
}
