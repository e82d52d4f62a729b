import type { HistoryRecord } from '../../../fleet/history/history-report.ts';
import { HistoryReport } from '../history/history-report.tsx';
import { ChooseFile, historyDocument } from './file-drop.tsx';

interface HistoryPartProps {
	record: HistoryRecord;
	/** Writes the period into the address. */
	set(changed: Readonly<Record<string, string>>): void;
}

/** The history report of a period. */
export function HistoryPart({ record, set }: HistoryPartProps) {
	const day = (label: string, value: string, name: string) => (
		<label>
			<span>{label}</span>
			<input
				type="date"
				value={value}
				onChange={({ currentTarget: { value: chosen } }) => chosen && set({ [name]: chosen })}
			/>
		</label>
	);
	return (
		<>
			<form class="filters" aria-label="Period" onSubmit={(event) => event.preventDefault()}>
				{day('From', record.from, 'from')}
				{day('Until', record.as_of, 'as_of')}
			</form>
			<HistoryReport record={record} />
		</>
	);
}

/** Explains how to get a history file. */
export function NoHistory({ take }: { take(files: readonly File[]): void }) {
	return (
		<section class="card">
			<h2>Macs updated in time</h2>
			<p class="note">
				A history shows how quickly your Macs were updated after each release. Drop the history file of your
				fleet here, usually <code>fleet-history.db</code>. {historyDocument}
			</p>
			<p>
				<ChooseFile take={take}>Choose a history file</ChooseFile>
			</p>
		</section>
	);
}
