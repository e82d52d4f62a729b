import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import { endingDays } from '../../../fleet/history/exception.ts';
import { type ExceptedMac, exceptionWords } from '../../../fleet/report/exception-lists.ts';
import { shownColumns } from '../../../fleet/report/shown-columns.ts';
import type { Summary } from '../../../fleet/report/summary.ts';
import { TableHead } from '../parts/table-parts.tsx';

const mostShown = 500;

/** What was accepted for some Macs: how many exceptions are valid, which ended, and which end soon. */
export function ExceptionsPart({ summary: { exceptions } }: { summary: Summary }) {
	if (!exceptions) return null;
	const { listed, ended, ending } = exceptions;
	return (
		<section class="card fleet-exceptions">
			<details>
				<summary>
					Exceptions <span class="count">{grouped(listed)}</span>
				</summary>
				<p>{exceptionWords(exceptions)}.</p>
				<ExceptedMacs title="Ended" macs={ended} />
				<ExceptedMacs title={`End within ${endingDays} days`} macs={ending} />
			</details>
		</section>
	);
}

function ExceptedMacs({ title, macs }: { title: string; macs: readonly ExceptedMac[] }) {
	if (macs.length === 0) return null;
	return (
		<section class="scroll" tabIndex={0} aria-label={title}>
			<table>
				<caption>{title}</caption>
				<TableHead titles={['Mac', shownColumns.serial.title, 'Reason', 'Owner', 'Until']} />
				<tbody>
					{macs.slice(0, mostShown).map(({ name, serial, reason, owner, until }, at) => (
						<tr key={`${at} ${serial}`}>
							<th scope="row">{name ?? ''}</th>
							<td>{serial}</td>
							<td>{reason}</td>
							<td>{owner}</td>
							<td>{until}</td>
						</tr>
					))}
				</tbody>
			</table>
			{macs.length > mostShown && (
				<p>and {grouped(macs.length - mostShown)} more; the JSON file has all of them</p>
			)}
		</section>
	);
}
