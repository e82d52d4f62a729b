import { h, type VNode } from 'preact';
import { historyParts } from '../../../fleet/history/history-html.ts';
import type { HistoryRecord } from '../../../fleet/history/history-report.ts';
import type { Markup } from '../../../fleet/history/markup.ts';
import { ChooseFile } from './file-drop.tsx';

/** What a history tells, drawn from the same parts as its file. */
export function HistoryPart({ record }: { record: HistoryRecord }) {
	return <div class="fleet-history">{historyParts(record).map(drawn)}</div>;
}

function drawn(part: Markup): VNode | string {
	if (typeof part === 'string') return part;
	return h(part.tag, part.attributes, ...part.children.map(drawn));
}

/** How to get a history. */
export function NoHistory({ take }: { take(files: readonly File[]): void }) {
	return (
		<section class="card">
			<h2>Macs updated in time</h2>
			<p class="note">
				A history shows how quickly your Macs were updated after each release.{' '}
				<code>pointrelease fleet remember</code> adds each export to a file, <code>fleet-history.db</code>.
				Drop that file here.
			</p>
			<p>
				<ChooseFile take={take}>Choose a history file</ChooseFile>
			</p>
		</section>
	);
}
