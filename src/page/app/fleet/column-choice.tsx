import type { Field } from '../../../fleet/inventory/field.ts';
import type { GivenColumns } from '../../../fleet/inventory/recognise.ts';
import type { FileColumns } from './worker-protocol.ts';

const shownFields: readonly (readonly [Field, string])[] = [
	['board', 'Board ID'],
	['model', 'Model'],
	['model_name', 'Name of the model'],
	['version', 'Version'],
	['os', 'System'],
	['build', 'Build'],
	['platform', 'Platform'],
	['name', 'Name'],
	['serial', 'Serial number'],
	['seen', 'Last seen'],
];
const labels = new Map(shownFields);
const mostListed = 300;
const delimiterNames: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

interface ColumnChoiceProps {
	file: FileColumns;
	given: GivenColumns;
	change(given: GivenColumns): void;
}

/** The columns that were recognised, each of which can be set to another. */
export function ColumnChoice({ file, given, change }: ColumnChoiceProps) {
	const { columns, recognised, format, packing, delimiter, encoding } = file;
	const how = [
		format.toUpperCase(),
		delimiter && `separated by ${delimiterNames[delimiter] ?? delimiter}`,
		encoding !== 'utf-8' && encoding.toUpperCase(),
		packing && `in ${packing.toUpperCase()}`,
	].filter(Boolean);
	return (
		<details class="card">
			<summary>
				{file.file}: {how.join(', ')}.{' '}
				<span class="note">
					Read as {recognised.map(({ field, column }) => `${labels.get(field)} = ${column}`).join(', ')}
				</span>
			</summary>
			<div class="fleet-columns">
				{shownFields.map(([field, label]) => (
					<label key={field}>
						{label}
						<select
							aria-label={label}
							value={recognised.find((known) => known.field === field)?.column ?? ''}
							onChange={(event) => change({ ...given, [field]: event.currentTarget.value })}
						>
							<option value="">none</option>
							{columns.slice(0, mostListed).map((column) => (
								<option key={column} value={column}>
									{column}
								</option>
							))}
						</select>
					</label>
				))}
			</div>
		</details>
	);
}
