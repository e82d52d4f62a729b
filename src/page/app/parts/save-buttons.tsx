import { useState } from 'preact/hooks';
import { csvLine } from '../../../text/csv.ts';
import { askText } from '../service/service.ts';
import { useVisit } from '../service/visit.ts';
import { save } from './save-file.ts';
import { WaitingButton } from './waiting-button.tsx';

type Cell = string | number | null;

interface SaveButtonsProps {
	/** What the files are called, without their ending. */
	name: string;
	/** The table as it is shown: the names of its columns, then a row for each line. */
	rows(): readonly (readonly Cell[])[];
	/** The read that the table is made from, or the records where it is made from several. */
	json: string | readonly object[];
	/** Whether what is shown waits for an answer that takes its place. */
	isStale?: boolean;
}

/** A table as files: as it is shown for a spreadsheet, and as the service answers for a program. */
export function SaveButtons({ name, rows, json, isStale = false }: SaveButtonsProps) {
	const [failed, setFailed] = useState(false);
	const { isPublic } = useVisit();
	const saveJson = async () => {
		const text = typeof json === 'string' ? await askText(json) : JSON.stringify(json, null, '\t');
		setFailed(text === null);
		if (text !== null) save(`${name}.json`, 'application/json', [text]);
	};
	if (isPublic) return null;
	return (
		<p class="save-buttons">
			<WaitingButton isStale={isStale} onClick={() => save(`${name}.csv`, 'text/csv', [tableText(rows())])}>
				Save CSV
			</WaitingButton>
			<WaitingButton isStale={isStale} onClick={saveJson}>
				Save JSON
			</WaitingButton>
			<span class="wrong" role="status">
				{failed && 'Not saved. Try again.'}
			</span>
		</p>
	);
}

function tableText(rows: readonly (readonly Cell[])[]): string {
	return rows.map((row) => `${csvLine(row)}\r\n`).join('');
}
