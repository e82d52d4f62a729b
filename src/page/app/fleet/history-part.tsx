import { h, type VNode } from 'preact';
import { historyParts } from '../../../fleet/history/history-html.ts';
import type { HistoryRecord } from '../../../fleet/history/history-report.ts';
import type { Markup } from '../../../fleet/history/markup.ts';

/** What a history tells, drawn from the same parts as its file. */
export function HistoryPart({ record }: { record: HistoryRecord }) {
	return <div class="fleet-history">{historyParts(record).map(drawn)}</div>;
}

function drawn(part: Markup): VNode | string {
	if (typeof part === 'string') return part;
	return h(part.tag, part.attributes, ...part.children.map(drawn));
}
