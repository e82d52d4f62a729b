import { rulesVersion } from '@pointrelease/core/src/advice/policy/rules-version.ts';
import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { useState } from 'preact/hooks';
import type { FleetRecord, MacRecord } from '../../../fleet/report/report.ts';
import { PassingButton } from '../parts/trouble.tsx';
import { useLatest } from '../service/use-read.ts';
import { FileField } from './file-drop.tsx';
import { askWithData, readEarlier } from './worker.ts';

/** An earlier report to compare with. */
export interface OlderReport {
	readonly report: FleetRecord;
	/** Its Macs judged again by the current rules; null if the report was made with them. */
	readonly again: readonly MacRecord[] | null;
}

interface EarlierReportProps {
	/** The day of the chosen report; null if none is chosen. */
	since: string | null;
	take(older: OlderReport | null): void;
}

/** Chooses an earlier report, to show what is better and worse since. */
export function EarlierReport({ since, take }: EarlierReportProps) {
	const [trouble, setTrouble] = useState('');
	const begin = useLatest();
	const read = async (file: File | undefined) => {
		if (!file) return;
		const isLatest = begin();
		const { older, why } = await olderReport(file);
		if (!isLatest()) return;
		take(older);
		setTrouble(why);
	};
	const stop = () => {
		begin();
		take(null);
	};
	return (
		<p class="fleet-earlier">
			<FileField
				lead="Compare with an earlier report (saved as JSON)"
				words="Choose a report"
				accept=".json"
				take={([file]) => void read(file)}
			/>
			{since !== null && (
				<PassingButton class="quiet" onClick={stop}>
					Stop comparing with {inWords(since)}
				</PassingButton>
			)}
			<span role="status" class="note">
				{trouble}
			</span>
		</p>
	);
}

async function olderReport(file: File): Promise<{ older: OlderReport | null; why: string }> {
	const read = await readEarlier(file);
	if ('reason' in read) return { older: null, why: `${file.name}: ${read.reason}` };
	if (read.kind !== 'earlier-report') return { older: null, why: '' };
	const report = read.older;
	if (report.rules === rulesVersion) return { older: { report, again: null }, why: '' };
	const reply = await askWithData(({ data }) => ({ kind: 'judge-again', older: report, data }));
	if ('reason' in reply) return { older: null, why: `${file.name}: ${reply.reason}` };
	return { older: { report, again: reply.kind === 'judge-again' ? reply.macs : null }, why: '' };
}
