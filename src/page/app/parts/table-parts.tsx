import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { csvLine } from '../../../text/csv.ts';
import { askText } from '../service/service.ts';
import { visit } from '../service/visit.ts';

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
	const saveJson = async () => {
		const text = typeof json === 'string' ? await askText(json) : JSON.stringify(json, null, '\t');
		setFailed(text === null);
		if (text !== null) save(`${name}.json`, 'application/json', [text]);
	};
	if (visit.plain) return null;
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

/** Hands a file that was made here to the person. */
export function save(name: string, type: string, parts: readonly BlobPart[]): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(new Blob([...parts], { type }));
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

interface WaitingButtonProps {
	/** Whether what it would take waits for an answer that takes its place. */
	isStale: boolean;
	onClick(): void;
	label?: string;
	/** Whether what it shows is shown, of one that shows and hides something. */
	isExpanded?: boolean;
	children: ComponentChildren;
}

/** A button that does nothing while what it would take is stale. It keeps the focus, which a disabled one loses. */
export function WaitingButton({ isStale, onClick, label, isExpanded, children }: WaitingButtonProps) {
	return (
		<button
			type="button"
			aria-disabled={isStale}
			aria-label={label}
			aria-expanded={isExpanded}
			onClick={() => {
				if (!isStale) onClick();
			}}
		>
			{children}
		</button>
	);
}

/** The names of the columns of a table; `false` stands for a column that is not shown. */
export function TableHead({ titles }: { titles: readonly (string | false)[] }) {
	return (
		<thead>
			<tr>
				{titles.map(
					(title) =>
						title !== false && (
							<th key={title} scope="col">
								{title}
							</th>
						),
				)}
			</tr>
		</thead>
	);
}
