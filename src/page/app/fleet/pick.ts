import type { MacResult } from '../../../fleet/judging/mac-result.ts';
import { bucketOf } from '../../../fleet/report/buckets.ts';
import { noGroup } from '../../../fleet/report/groups.ts';
import type { CompactMac, CompactReport } from '../../../fleet/report/report.ts';
import { macKinds } from './mac-kinds.ts';
import { stateOf } from './report-parts.ts';

/** A bar that was chosen: the table shows the Macs that it counts. */
export interface Pick {
	readonly kind: 'state' | 'group' | 'exposure' | keyof typeof bucketOf;
	/** What the chart is called, for the words beside the table. */
	readonly of: string;
	/** What it counts, and how that is shown. */
	readonly id: string;
	readonly label: string;
}

/** Tells the Macs that a bar counts from others. */
export function isPicked(report: CompactReport, pick: Pick): (mac: CompactMac, answer: MacResult) => boolean {
	const { kind, id } = pick;
	if (kind === 'state') return (_, answer) => stateOf(answer) === id;
	if (kind === 'exposure') {
		const kindOfMac = macKinds(report).find((known) => known.id === id);
		return (mac, answer) => kindOfMac!.has(answer, mac);
	}
	if (kind === 'group') {
		const at = report.kept_columns?.indexOf(report.group_by ?? '') ?? -1;
		return (mac) => (mac[6]?.[at] || noGroup) === id;
	}
	const bucket = bucketOf[kind];
	return (_, answer) => bucket(answer, report.as_of) === id;
}
