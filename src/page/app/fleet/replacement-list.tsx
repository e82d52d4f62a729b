import { useMemo } from 'preact/hooks';
import { isDue } from '../../../fleet/replacement-due.ts';
import { ownerColumn, type Replacement, replacementsOf } from '../../../fleet/replacements.ts';
import { type CompactReport, expandReport } from '../../../fleet/report.ts';
import { grouped } from '../../../text/grouped.ts';

const mostShown = 500;

/** The Macs that get no updates within a year, by who has them. */
export function ReplacementList({ report }: { report: CompactReport }) {
	const { kept_columns = [], group_by = null, as_of } = report;
	const owner = ownerColumn(kept_columns, group_by);
	const all = useMemo(() => {
		// Of a hundred thousand Macs few are to be replaced: only those are made records of.
		const due = report.answers.map((answer) => isDue(answer, as_of));
		const macs = report.macs.filter((mac) => due[mac[5]]);
		return replacementsOf(expandReport({ ...report, macs }).macs, owner, as_of);
	}, [report, owner, as_of]);
	if (all.length === 0) return null;
	return (
		<section class="card fleet-replacements">
			<details>
				<summary>
					Replace within 12 months <span class="count">{grouped(all.length)}</span>
				</summary>
				<section class="scroll" tabIndex={0} aria-label="Macs to replace">
					<table>
						<thead>
							<tr>
								{owner !== null && <th scope="col">{owner}</th>}
								<th scope="col">Mac</th>
								<th scope="col">Serial</th>
								<th scope="col">Model</th>
								<th scope="col">Last major version</th>
								<th scope="col">Unsupported</th>
							</tr>
						</thead>
						<tbody>
							{all.slice(0, mostShown).map((mac, at) => (
								<Row key={`${at} ${mac.serial}`} mac={mac} hasOwner={owner !== null} />
							))}
						</tbody>
					</table>
				</section>
				{all.length > mostShown && (
					<p>and {grouped(all.length - mostShown)} more; the JSON file and the workbook have all of them</p>
				)}
			</details>
		</section>
	);
}

function Row({ mac, hasOwner }: { mac: Replacement; hasOwner: boolean }) {
	return (
		<tr>
			{hasOwner && <td>{mac.owner ?? ''}</td>}
			<th scope="row">{mac.name ?? ''}</th>
			<td>{mac.serial ?? ''}</td>
			<td>{mac.model_name ?? ''}</td>
			<td>{mac.last_major ?? ''}</td>
			<td>
				{mac.ends.length === 7
					? `expected ${mac.ends}`
					: mac.ends === ''
						? 'for many years'
						: `since ${mac.ends}`}
			</td>
		</tr>
	);
}
