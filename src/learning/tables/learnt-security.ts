import type { ListState } from '@pointrelease/core/src/catalog/catalog.ts';
import type { ExploitedRow, FixRow, ListRow } from '@pointrelease/core/src/catalog/tables/security-tables.ts';
import { type ReleaseRow, shapes, type Tables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { type Fact, type FactKind, type FactOf, factsOf, listRank, pairOf, sourceOf } from '../facts/fact.ts';

type SecurityTables = Pick<Tables, 'securityLists' | 'securityFixes' | 'securityExploited'>;

interface LearntSecurity {
	readonly tables: SecurityTables;
	/** The facts that made a difference. */
	readonly effective: ReadonlySet<Fact>;
}

const kinds: ReadonlySet<FactKind> = new Set(['list', 'fixes', 'not-fixed', 'exploited', 'not-exploited']);

/**
 * The tables of lists, fixes and exploited CVEs with the learned facts added. Only a person removes a shipped entry.
 */
export function learntSecurity(
	shipped: Tables,
	releases: readonly ReleaseRow[],
	facts: readonly Fact[],
): LearntSecurity {
	const { securityLists, securityFixes, securityExploited } = shipped;
	const ofSecurity = Map.groupBy(
		facts.filter(({ kind }) => kinds.has(kind)),
		({ kind }) => kind,
	);
	const ofKind = <Kind extends FactKind>(kind: Kind) => factsOf(ofSecurity.get(kind) ?? [], kind);
	const effective = new Set<Fact>();
	if (ofSecurity.size === 0)
		return { tables: { securityLists, securityFixes, securityExploited }, effective };
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
		else fixes.push(row);
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
		else learnt.push(fixRow(fact, version));
	}
	const allFixes = learnt.length > 0 ? [...fixes, ...learnt].sort(shapes.securityFixes.order) : fixes;
	const entries = new Map<string, number>();
	const cves = new Set(shipped.securityResponses.flatMap((row) => row.cves));
	for (const { kind, object } of facts) if (kind === 'response-fixes') cves.add(object);
	for (const { version, cve } of allFixes) {
		entries.set(version.canonical, (entries.get(version.canonical) ?? 0) + 1);
		cves.add(cve);
	}
	const lists = listRows(securityLists, { versions, facts: ofKind('list'), entries, effective });
	const exploited = exploitedRows(securityExploited, {
		cves,
		facts: ofKind('exploited'),
		removals: ofKind('not-exploited'),
		effective,
	});
	return {
		tables: { securityLists: lists, securityFixes: allFixes, securityExploited: exploited },
		effective,
	};
}

/** Only one third-party feed has the lists, so a learned entry is certain only if a person accepted it. */
function fixRow(fact: Fact, version: ReleaseRow['version']): FixRow {
	const confidence = fact.accepted ? 'high' : 'medium';
	return { line: 0, version, cve: fact.object, confidence, sources: [sourceOf(fact)] };
}

/** The state of each list: the best that anybody reported, and `none` if it has no entries. */
function listRows(
	shipped: readonly ListRow[],
	{
		versions,
		facts,
		entries,
		effective,
	}: {
		versions: ReadonlyMap<string, ReleaseRow['version']>;
		facts: readonly FactOf<'list'>[];
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
				sources: row?.sources ?? ['sofa'],
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

function stateIn({ object }: Fact): ListState {
	return object as ListState;
}

/** Adds learned days of CISA's catalog. Only a person replaces shipped ones. */
function exploitedRows(
	shipped: readonly ExploitedRow[],
	{
		cves,
		facts,
		removals,
		effective,
	}: {
		cves: ReadonlySet<string>;
		facts: readonly FactOf<'exploited'>[];
		removals: readonly FactOf<'not-exploited'>[];
		effective: Set<Fact>;
	},
): ExploitedRow[] {
	const rows = new Map(shipped.map((row) => [row.cve, row]));
	for (const fact of facts) {
		const before = rows.get(fact.subject);
		const { added, due } = fact.value;
		const isKnown = before !== undefined && before.kev_added !== '';
		if (isKnown && (!fact.accepted || (before.kev_added === added && before.kev_due === due))) continue;
		effective.add(fact);
		rows.set(fact.subject, {
			line: 0,
			cve: fact.subject,
			kev_added: added,
			kev_due: due,
			vendor_says: before?.vendor_says ?? 'unknown',
			sources: [...new Set([...(before?.sources ?? []), sourceOf(fact)])],
			automatable: before?.automatable ?? '',
			technical_impact: before?.technical_impact ?? '',
		});
	}
	const isShipped = new Set(shipped.filter((row) => row.kev_added !== '').map((row) => row.cve));
	for (const fact of removals) {
		const before = rows.get(fact.subject);
		if (!before || (fact.value === 'forgotten' && isShipped.has(fact.subject))) continue;
		effective.add(fact);
		if (before.vendor_says === 'yes') rows.set(fact.subject, { ...before, kev_added: '', kev_due: '' });
		else rows.delete(fact.subject);
	}
	// Leave out CVEs that no release fixes: nobody could do anything about them.
	return [...rows.values()].filter(({ cve }) => cves.has(cve)).sort(shapes.securityExploited.order);
}
