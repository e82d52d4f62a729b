interface ColumnSelectProps {
	label: string;
	/** What stands for no column. */
	none: string;
	columns: readonly string[];
	value: string;
	choose(column: string): void;
}

const mostListed = 300;

/** A column of an export, to be chosen by its name. */
export function ColumnSelect({ label, none, columns, value, choose }: ColumnSelectProps) {
	return (
		<label>
			{label}
			<select aria-label={label} value={value} onChange={(event) => choose(event.currentTarget.value)}>
				<option value="">{none}</option>
				{columns.slice(0, mostListed).map((column) => (
					<option key={column} value={column}>
						{column}
					</option>
				))}
			</select>
		</label>
	);
}
