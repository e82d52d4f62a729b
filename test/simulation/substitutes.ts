import { readFileSync } from 'node:fs';
import type { Fault } from './faults.ts';
import { simulateGlobals } from './simulated-globals.ts';

const here = new URL('.', import.meta.url).pathname;
const project = new URL('../../', import.meta.url).pathname;

/** What the program gets in place of what it imports: in all files, or in those whose path ends so. */
const substitutes: readonly (readonly [file: string, imported: string, substitute: string])[] = [
	['', 'node:fs', 'files.ts'],
	['', 'node:crypto', 'ids.ts'],
	['', 'bun:sqlite', 'handles.ts'],
	['src/database/open.ts', './sqlite.ts', 'store.ts'],
	['src/database/open.ts', './migrate.ts', 'migrated.ts'],
	['src/database/sqlite.ts', 'bun', 'connections.ts'],
	['src/database/open.ts', './postgres.ts', 'store.ts'],
	['src/server/run.ts', './http.ts', 'network.ts'],
	['src/server/run.ts', '../data/load.ts', 'tables.ts'],
	['src/watch/watch.ts', '../data/load.ts', 'tables.ts'],
	['src/learning/knowledge.ts', './tables/make-learnt-catalog.ts', 'learnt-catalogs.ts'],
	['src/feeds/polling/decide-news.ts', '../../learning/tables/make-learnt-catalog.ts', 'learnt-catalogs.ts'],
	['', '../../delivery/smtp.ts', 'network.ts'],
];

/**
 * Loads the program for a simulation, from now on: with the parts that have a simulated form, and with a planted fault, if one is given.
 * Call it before anything of `src/` is imported.
 */
export function loadProgramForSimulation(fault: Fault | null = null): void {
	Bun.plugin({
		name: 'simulation',
		setup(build) {
			build.onLoad({ filter: /\/(?:src|core\/src)\/.*\.ts$/ }, ({ path }) => {
				const source = readFileSync(path, 'utf8');
				return { contents: substituted(path, fault ? withFault(path, source, fault) : source), loader: 'ts' };
			});
		},
	});
	simulateGlobals();
}

function substituted(path: string, source: string): string {
	if (!path.startsWith(`${project}src/`)) return source;
	return substitutes.reduce(
		(text, [file, imported, substitute]) =>
			path.endsWith(file) ? text.replaceAll(`from '${imported}'`, `from '${here}${substitute}'`) : text,
		source,
	);
}

function withFault(path: string, source: string, { file, was, is }: Fault): string {
	if (path !== project + file) return source;
	if (source.split(was).length !== 2) throw new Error(`${JSON.stringify(was)} is not once in ${file}`);
	return source.replace(was, () => is);
}
