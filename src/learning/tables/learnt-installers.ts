import { type InstallerRow, installerShape } from '@pointrelease/core/src/catalog/tables/installer-table.ts';
import type { Tables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { type Fact, type FactOf, factsOf, sourceOf } from '../facts/fact.ts';

interface LearntInstallers {
	readonly rows: InstallerRow[];
	/** The facts that are in the rows. */
	readonly effective: ReadonlySet<Fact>;
}

/** The addresses of installers, where what was learned of a build takes the place of all its rows. */
export function learntInstallers(tables: Tables, facts: readonly Fact[]): LearntInstallers {
	const learnt = factsOf(facts, 'installers');
	if (learnt.length === 0) return { rows: tables.installers, effective: new Set() };
	const builds = new Map(
		tables.builds.filter(({ kind }) => kind !== 'server').map((row) => [row.build, row.version] as const),
	);
	const effective = learnt.filter(({ subject, object }) => builds.get(object)?.canonical === subject);
	const replaced = new Set(effective.map(({ object }) => object));
	const rows = [
		...tables.installers.filter(({ build }) => !replaced.has(build)),
		...effective.flatMap((fact) => rowsOf(fact, builds.get(fact.object)!)),
	];
	return { rows: rows.sort(installerShape.order), effective: new Set<Fact>(effective) };
}

function rowsOf(fact: FactOf<'installers'>, version: InstallerRow['version']): InstallerRow[] {
	return fact.value.map(({ kind, url, size }) => ({
		line: 0,
		version,
		build: fact.object,
		kind,
		url,
		size,
		sources: [sourceOf(fact)],
		note: '',
	}));
}
