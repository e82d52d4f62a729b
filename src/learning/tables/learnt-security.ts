import type { ListState } from '@pointrelease/core/src/catalog/catalog.ts';
import type { FixRow, ListRow, RecordRow } from '@pointrelease/core/src/catalog/tables/security-tables.ts';
import { type ReleaseRow, shapes, type Tables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { type Fact, type FactKind, type FactOf, factsOf, listRank, pairOf, sourceOf } from '../facts/fact.ts';
import { exploitedRows } from './learnt-exploited.ts';
import { learntRecords, withRecord } from './learnt-records.ts';
import { learntSafari } from './learnt-safari.ts';

type SecurityTables = Pick<
	Tables,
	'securityLists' | 'securityFixes' | 'securityExploited' | 'securityRecords' | 'safari' | 'safariFixes'
>;

interface LearntSecurity {
	readonly tables: SecurityTables;
	/** The facts that made a difference. */
	readonly effective: ReadonlySet<Fact>;
}

const kinds: ReadonlySet<FactKind> = new Set([
	'list',
	'fixes',
	'not-fixed',
	'record',
	'safari',
	'safari-fixes',
	'exploited',
	'not-exploited',
]);

/**
 * The tables of lists, fixes, CVE records and exploited CVEs with the learned facts added. Only a person removes a shipped entry.
 */
export function learntSecurity(
	shipped: Tables,
	releases: readonly ReleaseRow[],
	facts: readonly Fact[],
): LearntSecurity {
	const { securityLists, securityFixes, securityExploited, securityRecords, safari, safariFixes } = shipped;
	const ofSecurity = Map.groupBy(
		facts.filter(({ kind }) => kinds.has(kind)),
		({ kind }) => kind,
	);
	const ofKind = <Kind extends FactKind>(kind: Kind) => factsOf(ofSecurity.get(kind) ?? [], kind);
	const effective = new Set<Fact>();
	if (ofSecurity.size === 0)
		return {
			tables: { securityLists, securityFixes, securityExploited, securityRecords, safari, safariFixes },
			effective,
		};
	const records = learntRecords(securityRecords, ofKind('record'));
	for (const fact of records.effective) effective.add(fact);
	const versions = new Map(
		releases
			.filter(({ version }) => version.era === 'modern')
			.map(({ version }) => [version.canonical, version]),
	);
	const removals = new Map(ofKind('not-fixed').map((fact) => [pairOf(fact), fact]));
	const fixes: FixRow[] = [];
	const shippedPairs = new Set<string>();
	for (const row of securityFixes) {
		const pair = pairOf({ subject: row.version.canonical, object: row.cve });
		shippedPairs.add(pair);
		const takenBy = removals.get(pair);
		// Only learned fixes can be forgotten; shipped ones are corrected in the tables.
		if (takenBy?.value === '') effective.add(takenBy);
		else fixes.push(withRecord(row, records.learnt));
	}
	const learnt: FixRow[] = [];
	for (const fact of ofKind('fixes')) {
		const version = versions.get(fact.subject);
		const pair = pairOf(fact);
		if (!version || shippedPairs.has(pair)) continue;
		shippedPairs.add(pair);
		effective.add(fact);
		const takenBy = removals.get(pair);
		if (takenBy) effective.add(takenBy);
		else learnt.push(fixRow(fact, version, records.learnt));
	}
	const allFixes = learnt.length > 0 ? [...fixes, ...learnt].sort(shapes.securityFixes.order) : fixes;
	const entries = new Map<string, number>();
	const ofSafari = learntSafari(shipped, facts, effective);
	const cves = new Set(shipped.securityResponses.flatMap((row) => row.cves));
	for (const { kind, object } of facts) if (kind === 'response-fixes') cves.add(object);
	for (const { cve } of ofSafari.safariFixes) cves.add(cve);
	for (const { version, cve } of allFixes) {
		entries.set(version.canonical, (entries.get(version.canonical) ?? 0) + 1);
		cves.add(cve);
	}
	const lists = listRows(securityLists, {
		versions,
		facts: ofKind('list'),
		fixes: allFixes,
		entries,
		effective,
	});
	const exploited = exploitedRows(securityExploited, {
		cves,
		records: records.learnt,
		facts: ofKind('exploited'),
		removals: ofKind('not-exploited'),
		effective,
	});
	return {
		tables: {
			securityLists: lists,
			securityFixes: allFixes,
			securityExploited: exploited,
			securityRecords: records.rows,
			...ofSafari,
		},
		effective,
	};
}

/** A learned entry is certain if Apple's own record names it or a person accepted it: only one third-party feed has the lists. */
function fixRow(fact: Fact, version: ReleaseRow['version'], records: ReadonlyMap<string, RecordRow>): FixRow {
	const confidence = fact.accepted ? 'high' : 'medium';
	return withRecord({ line: 0, version, cve: fact.object, confidence, sources: [sourceOf(fact)] }, records);
}

/** The state of each list: the best that anybody reported, and `none` if it has no entries. */
function listRows(
	shipped: readonly ListRow[],
	{
		versions,
		facts,
		fixes,
		entries,
		effective,
	}: {
		versions: ReadonlyMap<string, ReleaseRow['version']>;
		facts: readonly FactOf<'list'>[];
		fixes: readonly FixRow[];
		entries: ReadonlyMap<string, number>;
		effective: Set<Fact>;
	},
): ListRow[] {
	const rows = new Map(shipped.map((row) => [row.version.canonical, row]));
	for (const fact of facts.toSorted((a, b) => listRank[stateIn(a)] - listRank[stateIn(b)])) {
		const version = versions.get(fact.subject);
		const before = rows.get(fact.subject);
		if (!version || (before && listRank[before.state] >= listRank[stateIn(fact)])) continue;
		effective.add(fact);
		rows.set(fact.subject, {
			line: 0,
			version,
			state: stateIn(fact),
			article: fact.value || (before?.article ?? ''),
			sources: [...new Set([...(before?.sources ?? []), sourceOf(fact)])],
			// The note said why the list was partial.
			note: before && before.state !== 'partial' ? before.note : '',
		});
	}
	for (const [version, count] of entries) {
		const row = rows.get(version);
		if (row && (row.state === 'listed' || row.state === 'partial')) continue;
		const parsed = versions.get(version);
		if (count > 0 && parsed)
			rows.set(version, {
				line: 0,
				version: parsed,
				state: 'partial' as const,
				article: row?.article ?? '',
				sources: row?.sources ?? namersOf(fixes, version),
				note: row?.note ?? '',
			});
	}
	return [...rows.values()]
		.map((row) => {
			const isEmpty = !entries.has(row.version.canonical) && listRank[row.state] > listRank.none;
			return isEmpty ? { ...row, state: 'none' as const } : row;
		})
		.sort(shapes.securityLists.order);
}

/** Who says what a release fixes. */
function namersOf(fixes: readonly FixRow[], version: string): string[] {
	const ofRelease = fixes.filter((row) => row.version.canonical === version);
	return [...new Set(ofRelease.flatMap(({ sources }) => sources.map((source) => source.split(':')[0]!)))];
}

function stateIn({ object }: Fact): ListState {
	return object as ListState;
}
