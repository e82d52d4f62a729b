import type { FixRow, RecordRow } from '@pointrelease/core/src/catalog/tables/security-tables.ts';
import { shapes } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { type FactOf, sourceOf } from '../facts/fact.ts';

interface LearntRecords {
	readonly rows: RecordRow[];
	/** The learned ones, by CVE. */
	readonly learnt: ReadonlyMap<string, RecordRow>;
	/** Their facts. */
	readonly effective: readonly FactOf<'record'>[];
}

/** The records with the learned ones in place of older ones. A record of the tables that Apple changed later stays. */
export function learntRecords(shipped: RecordRow[], facts: readonly FactOf<'record'>[]): LearntRecords {
	if (facts.length === 0) return { rows: shipped, learnt: new Map(), effective: [] };
	const rows = new Map(shipped.map((row) => [row.cve, row]));
	const effective = facts.filter(({ subject, value }) => (rows.get(subject)?.updated ?? '') <= value.updated);
	const learnt = new Map(effective.map((fact) => [fact.subject, recordRow(fact)]));
	for (const [cve, row] of learnt) rows.set(cve, row);
	return { rows: [...rows.values()].sort(shapes.securityRecords.order), learnt, effective };
}

function recordRow(fact: FactOf<'record'>): RecordRow {
	const { state, updated, fixedIn, dropped, impact, exploited, ssvc, kevAdded } = fact.value;
	return {
		line: 0,
		cve: fact.subject,
		state,
		updated,
		fixed_in: fixedIn,
		dropped,
		impact,
		exploited,
		exploitation: ssvc?.exploitation ?? '',
		automatable: ssvc?.automatable ?? '',
		technical_impact: ssvc?.technicalImpact ?? '',
		assessed: ssvc?.assessed ?? '',
		kev_added: kevAdded,
		sources: [sourceOf(fact)],
	};
}

/** A shipped entry that Apple's own record names is certain. */
export function withRecord(row: FixRow, records: ReadonlyMap<string, RecordRow>): FixRow {
	const record = row.confidence === 'high' ? undefined : records.get(row.cve);
	if (!record?.fixed_in.includes(row.version.canonical)) return row;
	return { ...row, confidence: 'high', sources: [...new Set([...row.sources, ...record.sources])] };
}
