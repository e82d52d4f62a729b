import { isDay } from '@pointrelease/core/src/text/day.ts';
import { TableHead } from './table-parts.tsx';

interface DataTableProps {
	caption: string;
	head: readonly string[];
	rows: readonly (readonly (string | number)[])[];
	/** Whether each row becomes a card on a narrow screen, titled by its first cell. Otherwise a wide table scrolls. */
	asCards?: boolean;
}

/** A table of texts and numbers, with a caption. */
export function DataTable({ caption, head, rows, asCards = false }: DataTableProps) {
	const table = (
		<table class={asCards ? 'data-table cards' : 'data-table'}>
			<caption>{caption}</caption>
			<TableHead titles={head} />
			<tbody>
				{rows.map((row, index) => (
					<tr key={index}>
						{row.map((cell, place) => (
							<td
								key={place}
								class={isDay(String(cell)) ? 'day' : undefined}
								data-title={asCards ? head[place] : undefined}
							>
								{cell}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
	if (asCards) return table;
	return (
		<section class="scroll" tabIndex={0} aria-label={caption}>
			{table}
		</section>
	);
}
