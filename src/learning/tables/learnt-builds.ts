import { compareText } from '../../catalog/identifier.ts';
import type { BuildRow } from '../../catalog/tables/build-tables.ts';
import { type ReleaseRow, shapes, type Tables } from '../../catalog/tables/tables.ts';
import { type Fact, sourceOf } from '../facts/fact.ts';

/** The builds of the shipped tables and those that feeds name besides; the first to name a build is believed. */
export function learntBuilds(
	{ builds }: Tables,
	releases: readonly ReleaseRow[],
	facts: readonly Fact[],
): BuildRow[] {
	const byVersion = new Map(releases.map((row) => [row.version.canonical, row]));
	const known = new Set(builds.map(({ build }) => build));
	const learnt = factoryRows(facts, byVersion, known);
	for (const { build } of learnt) known.add(build);
	for (const fact of facts) {
		const release = byVersion.get(fact.subject);
		if (fact.kind !== 'build' || !release || known.has(fact.object)) continue;
		known.add(fact.object);
		learnt.push(rowOf(fact, release));
	}
	if (learnt.length === 0) return builds;
	const rows = [...builds, ...learnt];
	const ofVersion = Map.groupBy(rows, ({ version }) => version.canonical);
	return rows
		.map((row) =>
			// The only build of a release is that of all its Macs.
			row.line === 0 && row.kind !== 'factory' && ofVersion.get(row.version.canonical)!.length === 1
				? { ...row, boards: ['all'] }
				: row,
		)
		.sort(shapes.builds.order);
}

/** What new Macs came with, each build for the boards that are said to have it from the factory. */
function factoryRows(
	facts: readonly Fact[],
	releases: ReadonlyMap<string, ReleaseRow>,
	known: ReadonlySet<string>,
): BuildRow[] {
	const ofBuilds = Map.groupBy(
		facts.filter(({ kind, subject }) => kind === 'factory' && releases.has(subject)),
		({ subject, value }) => `${subject}\t${value}`,
	);
	return [...ofBuilds].flatMap(([key, ofBuild]) => {
		const [version = '', build = '', released = ''] = key.split('\t');
		if (known.has(build)) return [];
		const boards = ofBuild.map(({ object }) => object).sort(compareText);
		const sources = [...new Set(ofBuild.map(sourceOf))];
		const { version: parsed } = releases.get(version)!;
		return [
			{ line: 0, build, version: parsed, released, kind: 'factory', name: '', boards, sources, note: '' },
		];
	});
}

function rowOf(fact: Fact, { version, released }: ReleaseRow): BuildRow {
	return {
		line: 0,
		build: fact.object,
		version,
		// No build is out before its release; the day of a release that the tables know was weighed.
		released: fact.value !== '' && fact.value < released ? released : fact.value,
		kind: 'release',
		name: '',
		boards: [],
		sources: [sourceOf(fact)],
		note: fact.accepted ? 'accepted by a person' : '',
	};
}
