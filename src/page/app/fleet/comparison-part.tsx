import type { Change, Comparison } from '../../../fleet/report/comparison.ts';
import { TableHead } from '../parts/table-head.tsx';

const mostShown = 200;

/** What changed since an earlier report. */
export function ComparisonPart({ comparison }: { comparison: Comparison }) {
	const { since, better, worse, newly_overdue, added, gone } = comparison;
	return (
		<section class="card fleet-changes">
			<h2>Since {since}</h2>
			<Changes title="Better" changes={better} />
			<Changes title="Worse" changes={worse} />
			<Changes title="Newly overdue" changes={newly_overdue} />
			<Changes title="New" changes={added} />
			<Changes title="Gone" changes={gone} />
		</section>
	);
}

function Changes({ title, changes }: { title: string; changes: readonly Change[] }) {
	return (
		<details>
			<summary>
				{title} <span class="count">{changes.length}</span>
			</summary>
			<table>
				<TableHead titles={['Mac', 'Serial', 'Was', 'Is']} />
				<tbody>
					{changes.slice(0, mostShown).map(({ name, serial, was, is }) => (
						<tr key={`${serial} ${name}`}>
							<th scope="row">{name}</th>
							<td>{serial}</td>
							<td>{was}</td>
							<td>{is}</td>
						</tr>
					))}
				</tbody>
			</table>
			{changes.length > mostShown && <p>and {changes.length - mostShown} more</p>}
		</details>
	);
}
