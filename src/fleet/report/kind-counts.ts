import { countedKinds, kindEntries, type MacKind, notJudged, staleKind } from './mac-kinds.ts';
import type { Summary } from './summary.ts';

/** A kind in a report, and how many Macs are of it. */
export interface KindCount {
	readonly kind: Omit<MacKind, 'has'>;
	readonly macs: number;
}

const standings = ['current', 'behind', 'ended', 'unknown', 'ambiguous', 'unreadable'] as const;

/** The Macs by update status: each is of one of these kinds. */
export function standingCounts(summary: Summary): KindCount[] {
	return standings.map((standing) => ({ kind: countedKinds[standing], macs: summary[standing] }));
}

/** The Macs that need attention, in the order in which people read them. */
export function attentionOf(summary: Summary, hasPolicy: boolean, staleDays: number): KindCount[] {
	const all: KindCount[] = [
		// An earlier version may have written the summary.
		...kindEntries.map(([member, kind]) => ({ kind, macs: summary[member] ?? 0 })),
		{ kind: notJudged, macs: countNotJudged(summary, hasPolicy) },
		{ kind: staleKind(staleDays), macs: summary.stale },
	];
	return all
		.filter(({ kind, macs }) => kind.place && (hasPolicy || !kind.ofPolicy) && (macs > 0 || !kind.isRare))
		.toSorted((a, b) => a.kind.place! - b.kind.place!);
}

export function countNotJudged(summary: Summary, hasPolicy: boolean): number {
	const { macs, meets_policy, misses_policy, current, behind, ended } = summary;
	return hasPolicy ? macs - meets_policy - misses_policy : macs - current - behind - ended;
}
