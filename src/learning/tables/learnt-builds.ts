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
	const told = facts
		.filter(({ kind, subject }) => kind === 'factory' && releases.has(subject))
		.map((fact) => {
			const [build = '', released = ''] = fact.value.split('\t');
			return { fact, build, released };
		})
		.sort((a, b) => compareText(a.fact.seen + a.fact.value, b.fact.seen + b.fact.value));
	return [...Map.groupBy(told, ({ build }) => build)].flatMap(([build, ofBuild]) => {
		if (known.has(build)) return [];
		// The first to name it is believed; its day was mended by who named it last.
		const { version } = releases.get(ofBuild[0]!.fact.subject)!;
		const own = ofBuild.filter(({ fact }) => fact.subject === version.canonical);
		const { released } = own.at(-1)!;
		const boards = own.map(({ fact }) => fact.object).sort(compareText);
		const sources = [...new Set(own.map(({ fact }) => sourceOf(fact)))];
		return [{ line: 0, build, version, released, kind: 'factory', name: '', boards, sources, note: '' }];
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
