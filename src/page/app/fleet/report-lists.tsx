import { capitalized, verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import { useMemo, useState } from 'preact/hooks';
import type { Change, Comparison } from '../../../fleet/report/comparison.ts';
import { countedKinds } from '../../../fleet/report/mac-kinds.ts';
import { ownerColumn, type Replacement, replacementsOf } from '../../../fleet/report/replacements.ts';
import { type CompactReport, macsOf } from '../../../fleet/report/report.ts';
import { shownColumns } from '../../../fleet/report/shown-columns.ts';
import { TableHead } from '../parts/table-parts.tsx';

const [serialTitle, modelTitle] = [shownColumns.serial.title, shownColumns.model.title];

const mostShown = 500;

/** The Macs to replace within a year, by owner. The list is made when it is opened. */
export function ReplacementList({ report }: { report: CompactReport }) {
	const [isOpen, setOpen] = useState(false);
	if (report.summary.to_replace === 0) return null;
	return (
		<section class="card fleet-replacements">
			<details onToggle={(event) => setOpen(event.currentTarget.open)}>
				<summary>
					Replace within 12 months <span class="count">{grouped(report.summary.to_replace)}</span>
				</summary>
				{isOpen && <Replacements report={report} />}
			</details>
		</section>
	);
}

function Replacements({ report }: { report: CompactReport }) {
	const { owner, all } = useMemo(() => {
		const { kept_columns: columns = [], group_by = null, as_of: asOf } = report;
		const owner = ownerColumn(columns, group_by);
		return { owner, all: replacementsOf(macsOf(report), { columns, owner, asOf }) };
	}, [report]);
	return (
		<>
			<section class="scroll" tabIndex={0} aria-label="Macs to replace">
				<table>
					<TableHead
						titles={[
							owner ?? false,
							'Mac',
							serialTitle,
							modelTitle,
							'Last major version',
							capitalized(verdictWords.unsupported),
						]}
					/>
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
		</>
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

/** Macs that the organization owns and that are in no inventory. */
export function OwnedList({ summary }: CompactReport) {
	const { not_in_inventory: absent } = summary;
	if (!absent || absent.length === 0) return null;
	return (
		<section class="card fleet-owned">
			<details>
				<summary>
					Owned, and in no inventory <span class="count">{grouped(absent.length)}</span>
				</summary>
				<section class="scroll" tabIndex={0} aria-label="Owned Macs in no inventory">
					<table>
						<TableHead titles={[serialTitle, modelTitle, 'Ordered', 'Status']} />
						<tbody>
							{absent.slice(0, mostShown).map(({ serial, model, ordered, status }) => (
								<tr key={serial}>
									<th scope="row">{serial}</th>
									<td>{model}</td>
									<td>{ordered}</td>
									<td>{status}</td>
								</tr>
							))}
						</tbody>
					</table>
				</section>
				{absent.length > mostShown && (
					<p>and {grouped(absent.length - mostShown)} more; the JSON file has all of them</p>
				)}
			</details>
		</section>
	);
}

const mostChanges = 200;

/** What changed since an earlier report. */
export function ComparisonPart({ comparison }: { comparison: Comparison }) {
	const { since, better, worse, newly_overdue, added, gone, changed_by_rules, has_other_rules } = comparison;
	return (
		<section class="card fleet-changes">
			<h2>Since {inWords(since)}</h2>
			<Changes title="Better" changes={better} />
			<Changes title="Worse" changes={worse} />
			<Changes title={`Newly ${countedKinds.overdue.label}`} changes={newly_overdue} />
			<Changes title="New" changes={added} />
			<Changes title="Gone" changes={gone} />
			{has_other_rules && <Changes title="Changed by new rules, not by the Mac" changes={changed_by_rules} />}
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
				<TableHead titles={['Mac', serialTitle, 'Was', 'Is']} />
				<tbody>
					{changes.slice(0, mostChanges).map(({ name, serial, was, is }) => (
						<tr key={`${serial} ${name}`}>
							<th scope="row">{name}</th>
							<td>{serial}</td>
							<td>{was}</td>
							<td>{is}</td>
						</tr>
					))}
				</tbody>
			</table>
			{changes.length > mostChanges && <p>and {changes.length - mostChanges} more</p>}
		</details>
	);
}
