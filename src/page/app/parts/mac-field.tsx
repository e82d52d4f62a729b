import type { SearchRecord } from '../service/records.ts';
import { typingPause, useRead } from '../service/use-read.ts';
import { useVisit } from '../service/visit.ts';
import { searchPath } from './search-result.ts';

const mostOffered = 12;

interface MacFieldProps {
	id: string;
	label: string;
	value: string;
	change(value: string): void;
}

/** A field for any name of a Mac, with completions from the search. */
export function MacField({ id, label, value, change }: MacFieldProps) {
	const { plain } = useVisit();
	const { outcome } = useRead<SearchRecord>(
		value.trim() === '' || plain ? null : searchPath(value.trim()),
		typingPause,
	);
	const names =
		outcome.state === 'ready'
			? outcome.value.results.flatMap((result) =>
					result.kind === 'mac' && result.board_id !== null ? [[result.board_id, result.name] as const] : [],
				)
			: [];
	return (
		<label for={id}>
			<span>{label}</span>
			<input
				id={id}
				name="mac"
				list={`${id}-names`}
				value={value}
				placeholder="MacBook Air M1, Mac14,2 …"
				autocomplete="off"
				spellcheck={false}
				maxLength={100}
				onInput={(event) => change(event.currentTarget.value)}
			/>
			<datalist id={`${id}-names`}>
				{names.slice(0, mostOffered).map(([board, name]) => (
					<option key={board} value={name} />
				))}
			</datalist>
		</label>
	);
}
