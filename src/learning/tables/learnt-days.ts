import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import type { BuildRow, ReleaseRow, Tables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { type Fact, type FactOf, factsOf, sourceOf } from '../facts/fact.ts';

/**
 * A shipped release with the day that a person gives, or that feeds give in place of an uncertain one. The day is certain if a person
 * gives it, if two feeds do, or if it is the shipped day and the vendor gives it, too.
 */
export function withLearntDay(
	row: ReleaseRow,
	{ dated, confirmed }: { dated: FactOf<'dated'> | undefined; confirmed: readonly FactOf<'confirmed'>[] },
): ReleaseRow {
	const isByPerson = dated?.accepted === true;
	if (row.confidence === 'high' && !isByPerson) return row;
	const released = dated?.value ?? row.released;
	const agreeing = confirmed.filter(({ value }) => value === released);
	const feeds = new Set([...(dated ? [dated] : []), ...agreeing].map(({ feed }) => feed));
	const isSure = isByPerson || feeds.size > 1 || (!dated && feeds.has('apple'));
	const confidence = isSure ? 'high' : dated ? 'medium' : row.confidence;
	if (released === row.released && confidence === row.confidence) return row;
	const daySources = isByPerson ? [] : [...(dated ? [dated] : []), ...agreeing].map(sourceOf);
	const moved = released !== row.released;
	return {
		...row,
		released,
		precision: 'day',
		confidence,
		disputed: moved ? [...row.disputed, `${row.released} (as shipped)`].sort(compareText) : row.disputed,
		sources: [...new Set([...row.sources, ...daySources])],
		note: isByPerson ? 'corrected by a person' : row.note,
	};
}

/** Classic releases with the days that a person corrected. No feed has these releases. */
export function correctedDays(rows: ReleaseRow[], facts: readonly Fact[]): ReleaseRow[] {
	const dated = new Map(
		factsOf(facts, 'dated')
			.filter(({ accepted }) => accepted)
			.map((fact) => [fact.subject, fact]),
	);
	if (!rows.some(({ version }) => dated.has(version.canonical))) return rows;
	return rows.map((row) => withLearntDay(row, { dated: dated.get(row.version.canonical), confirmed: [] }));
}

/** The shipped builds. Builds that came out with their release have its new day. */
export function withMovedDays(
	{ builds, primaryReleases }: Tables,
	releases: ReadonlyMap<string, ReleaseRow>,
): BuildRow[] {
	const moved = new Map(
		primaryReleases.flatMap(({ version, released }) => {
			const now = releases.get(version.canonical)?.released ?? released;
			return now === released ? [] : [[version.canonical, { was: released, now }] as const];
		}),
	);
	if (moved.size === 0) return builds;
	return builds.map((row) => {
		const days = moved.get(row.version.canonical);
		if (!days || row.released === '' || row.kind === 'factory') return row;
		const isFirst = row.released === days.was || row.released < days.now;
		return isFirst ? { ...row, released: days.now } : row;
	});
}

/** The releases and remarks, without notes and remarks about a day or build that was uncertain and is now known. */
export function withoutDoubts(
	shipped: Tables,
	{ primaryReleases, builds }: Tables,
): Pick<Tables, 'primaryReleases' | 'remarks'> {
	const before = new Map(shipped.primaryReleases.map((row) => [row.version.canonical, row]));
	const versionsOf = (rows: readonly BuildRow[]) => new Set(rows.map(({ version }) => version.canonical));
	const built = versionsOf(builds).difference(versionsOf(shipped.builds));
	const isSettled = ({ version: { canonical }, released }: ReleaseRow) => {
		const row = before.get(canonical);
		return row && row.confidence !== 'high' && (row.released !== released || built.has(canonical));
	};
	const settled = new Set(primaryReleases.filter(isSettled).map(({ version }) => version.canonical));
	if (settled.size === 0) return { primaryReleases, remarks: shipped.remarks };
	return {
		primaryReleases: primaryReleases.map((row) =>
			settled.has(row.version.canonical) && row.note === before.get(row.version.canonical)!.note
				? { ...row, note: '' }
				: row,
		),
		remarks: shipped.remarks.filter(({ subject }) => !settled.has(subject)),
	};
}
