import { csvLine } from '@pointrelease/core/src/text/csv.ts';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { askText } from '../service/service.ts';
import { useVisit } from '../service/visit.ts';

type Cell = string | number | null;

interface SaveButtonsProps {
	/** The file name without extension. */
	name: string;
	/** The shown table: the column names, then the rows. */
	rows(): readonly (readonly Cell[])[];
	/** The API path of the table's data, or the records if the data comes from several paths. */
	json: string | readonly object[];
	/** Whether the table is about to be replaced by a new answer. */
	isStale?: boolean;
}

/** Saves a table as CSV, as shown, and as JSON, as the API answers. */
export function SaveButtons({ name, rows, json, isStale = false }: SaveButtonsProps) {
	const { plain } = useVisit();
	const [failed, setFailed] = useState(false);
	const saveJson = async () => {
		const text = typeof json === 'string' ? await askText(json) : JSON.stringify(json, null, '\t');
		setFailed(text === null);
		if (text !== null) save(`${name}.json`, 'application/json', [text]);
	};
	if (plain) return null;
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

/** Downloads a file that the page made. */
export function save(name: string, type: string, parts: readonly BlobPart[]): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(new Blob([...parts], { type }));
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

interface WaitingButtonProps {
	/** Whether the data of the button is about to be replaced. */
	isStale: boolean;
	onClick(): void;
	label?: string;
	/** For a button that shows and hides a part: whether the part is shown. */
	isExpanded?: boolean;
	children: ComponentChildren;
}

/** A button that does nothing while its data is stale. Unlike a disabled button, it keeps the focus. */
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

/** The head of a table. `false` is a column that is not shown. */
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
