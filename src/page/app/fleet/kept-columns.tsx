import { PassingButton } from '../parts/passing-button.tsx';
import { ColumnSelect } from './column-select.tsx';

interface KeptColumnsProps {
	/** All that the files have. */
	columns: readonly string[];
	kept: readonly string[];
	groupBy: string;
	choose(kept: readonly string[], groupBy: string): void;
}

/** Which columns of the export stand beside each Mac, and which one the Macs are counted by. */
export function KeptColumns({ columns, kept, groupBy, choose }: KeptColumnsProps) {
	return (
		<section class="card fleet-people">
			<h2>Owner, department and other columns</h2>
			<p class="note">Show any columns of your export beside each Mac, and count the Macs by one of them.</p>
			<div class="fleet-columns">
				<ColumnSelect
					label="Count by"
					none="none"
					columns={columns}
					value={groupBy}
					choose={(column) => choose(kept, column)}
				/>
				<ColumnSelect
					label="Columns to show"
					none={kept.length === 0 ? 'Add a column…' : 'Add another column…'}
					columns={columns.filter((column) => !kept.includes(column))}
					value=""
					choose={(column) => choose([...kept, column], groupBy)}
				/>
			</div>
			{kept.length > 0 && (
				<ul aria-label="Shown columns">
					{kept.map((column) => (
						<li key={column}>
							<PassingButton
								class="quiet"
								onClick={() =>
									choose(
										kept.filter((other) => other !== column),
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
