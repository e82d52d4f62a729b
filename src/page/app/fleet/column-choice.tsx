import { delimiterWords } from '@pointrelease/core/src/text/spreadsheet.ts';
import { type Field, hasModels } from '../../../fleet/inventory/columns/field.ts';
import type { GivenColumns } from '../../../fleet/inventory/columns/recognise.ts';
import { TableHead } from '../parts/table-parts.tsx';
import { PassingButton } from '../parts/trouble.tsx';
import type { FileColumns } from './worker-protocol.ts';

const shownFields: readonly (readonly [Field, string])[] = [
	['board', 'Board ID'],
	['model', 'Model'],
	['model_name', 'Model name'],
	['version', 'Version'],
	['os', 'System'],
	['build', 'Build'],
	['platform', 'Platform'],
	['safari', 'Safari version'],
	['name', 'Name'],
	['serial', 'Serial number'],
	['seen', 'Last seen'],
	['enrolled', 'Enrolled'],
];
const sampledColumns = 30;

interface ColumnChoiceProps {
	file: FileColumns;
	isKnown: boolean;
	chosenColumns: GivenColumns;
	change(chosenColumns: GivenColumns): void;
}

/** Whether the rows name their Macs: by a column of models or boards, or by serial number if another file has the models. */
export function isIdentified(file: FileColumns, files: readonly FileColumns[]): boolean {
	if (hasModels(file.recognised)) return true;
	const isJoined = file.recognised.some(({ field }) => field === 'serial');
	return isJoined && files.some(({ recognised }) => hasModels(recognised));
}

/** The recognized columns, each with a choice of another one. The list is open if no column names the Macs. */
export function ColumnChoice({ file, isKnown, chosenColumns, change }: ColumnChoiceProps) {
	const { columns, recognised, format, packing, delimiter, encoding } = file;
	const how = [
		format.toUpperCase(),
		delimiter && `separated by ${delimiterWords(delimiter)}`,
		encoding !== 'utf-8' && encoding.toUpperCase(),
		packing && `in ${packing.toUpperCase()}`,
	].filter(Boolean);
	return (
		<details class="fleet-recognized" open={!isKnown}>
			<summary>
				{file.file}: {how.join(', ')}.{' '}
				<span class="note">
					{isKnown
						? `Columns recognized: ${recognised.length} of ${columns.length}. Check`
						: 'Choose the column with the model of each Mac.'}
				</span>
			</summary>
			<div class="fleet-columns">
				{shownFields.map(([field, label]) => (
					<ColumnSelect
						key={field}
						label={label}
						none="none"
						columns={columns}
						value={recognised.find((recognition) => recognition.field === field)?.column ?? ''}
						choose={(column) => change({ ...chosenColumns, [field]: column })}
					/>
				))}
			</div>
			<FirstRows file={file} />
		</details>
	);
}

/** The first rows of the file, to choose columns by. */
function FirstRows({ file: { columns, sample, file } }: { file: FileColumns }) {
	const shown = columns.slice(0, sampledColumns);
	return (
		<section class="fleet-sample" tabIndex={0} aria-label={`First rows of ${file}`}>
			<table>
				<TableHead titles={shown} />
				<tbody>
					{sample.map((row, at) => (
						<tr key={`row ${at}`}>
							{shown.map((column, place) => (
								<td key={column}>{row[place]?.slice(0, 60)}</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}

interface ColumnSelectProps {
	label: string;
	/** The option for no column. */
	none: string;
	columns: readonly string[];
	value: string;
	choose(column: string): void;
}

const mostListed = 300;

/** A list to choose a column of the export from. */
function ColumnSelect({ label, none, columns, value, choose }: ColumnSelectProps) {
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

interface KeptColumnsProps {
	/** The columns of all files. */
	columns: readonly string[];
	keptColumns: readonly string[];
	groupBy: string;
	choose(keptColumns: readonly string[], groupBy: string): void;
}

/** Chooses the columns of the export to show beside each Mac, and the one to count Macs by. */
export function KeptColumns({ columns, keptColumns, groupBy, choose }: KeptColumnsProps) {
	return (
		<section class="fleet-people">
			<h2>Owner, department and other columns</h2>
			<p class="note">Show any columns of your export beside each Mac, and count the Macs by one of them.</p>
			<div class="fleet-columns">
				<ColumnSelect
					label="Count by"
					none="none"
					columns={columns}
					value={groupBy}
					choose={(column) => choose(keptColumns, column)}
				/>
				<ColumnSelect
					label="Columns to show"
					none={keptColumns.length === 0 ? 'Add a column…' : 'Add another column…'}
					columns={columns.filter((column) => !keptColumns.includes(column))}
					value=""
					choose={(column) => choose([...keptColumns, column], groupBy)}
				/>
			</div>
			{keptColumns.length > 0 && (
				<ul aria-label="Shown columns">
					{keptColumns.map((column) => (
						<li key={column}>
							<PassingButton
								class="quiet"
								onClick={() =>
									choose(
										keptColumns.filter((other) => other !== column),
										groupBy,
									)
								}
							>
								{column} ✕<span class="unseen"> (leave out)</span>
							</PassingButton>
						</li>
					))}
				</ul>
			)}
		</section>
	);
}
