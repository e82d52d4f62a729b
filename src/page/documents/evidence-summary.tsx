import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { EvidenceReport } from '../../fleet/history/evidence.ts';
import { originSentence } from '../../fleet/history/evidence-origin.ts';
import { boundsText, drawnReleases, shareText } from '../../fleet/history/history-tables.ts';
import { stated } from '../../fleet/history/stated.ts';
import { policyWords } from '../app/fleet/report-parts.ts';
import { Values } from '../app/history/values.tsx';
import { DataTable } from '../app/parts/data-table.tsx';
import { type EvidenceProps, limitsOf } from './evidence.tsx';

/** So that everything fits on one sheet. */
const [mostReleases, mostReasons] = [6, 4];

/** What a folder of evidence says, for people who are not auditors: one sheet of paper. */
export function EvidenceSummary({ report, framework, origin }: EvidenceProps) {
	const { as_of, from, within } = report;
	const releases = drawnReleases(report.releases).slice(-mostReleases);
	return (
		<div class="sheet">
			<h1>
				<Values of={stated`macOS updates: summary as of ${inWords(as_of)}`} />
			</h1>
			<p>
				<Values of={originSentence(report, origin)} /> Every Mac is in report.html.
			</p>
			<h2>What was asked</h2>
			{framework && (
				<p>
					<b>{framework.name}</b>, {framework.edition}; {framework.section}. {framework.asks}
				</p>
			)}
			<p>
				<Values
					of={stated`Period: ${inWords(from)} to ${inWords(as_of)}. Policy: ${policyWords(report.policy)}.`}
				/>
			</p>
			<h2>How many</h2>
			<DataTable caption="Macs" head={['', 'Macs']} rows={countsOf(report)} />
			{releases.length > 0 && (
				<DataTable
					caption={`Installed within ${counted(within, 'day')}, of the Macs that needed it`}
					head={['macOS', 'Released', 'Macs', 'In time']}
					rows={releases.map(({ version, released, macs, patched_within }) => [
						version,
						inWords(released),
						macs,
						`${boundsText(patched_within)} (${shareText(patched_within, macs)})`,
					])}
				/>
			)}
			<Accepted report={report} />
			<h2>What cannot be proven</h2>
			<ul>
				{limitsOf(report).map((limit) => (
					<li key={limit}>{limit}</li>
				))}
			</ul>
		</div>
	);
}

/** With a framework its verdicts, otherwise the policy on the last day. */
function countsOf({
	verdicts,
	macs_seen,
	compliance,
	exceptions,
}: EvidenceReport): (readonly [string, number])[] {
	const [last] = compliance.slice(-1);
	const accepted = exceptions.filter(({ valid }) => valid);
	return [
		['In this report', macs_seen],
		...(verdicts
			? ([
					['In line with it, as far as sightings show', verdicts.pass],
					['Failed', verdicts.fail],
					['Failed, with an exception', accepted.filter(({ verdict }) => verdict === 'fail').length],
					['Unknown', verdicts.unknown],
				] as const)
			: []),
		...(last
			? ([
					['Meet the policy on the last day', last.meets_policy],
					['Miss it', last.misses_policy],
					['Past a deadline', last.overdue],
					['Past a deadline, with an exception', last.excepted],
					['Not known', last.unknown],
				] as const)
			: []),
		...(exceptions.length > 0
			? ([
					['Exceptions that are valid', accepted.length],
					['Exceptions that ended', exceptions.length - accepted.length],
				] as const)
			: []),
	];
}

function Accepted({ report: { exceptions } }: Pick<EvidenceProps, 'report'>) {
	if (exceptions.length === 0) return null;
	const reasons = [...Map.groupBy(exceptions, ({ reason }) => reason)]
		.map(([reason, macs]) => [reason, macs.length] as const)
		.toSorted((a, b) => b[1] - a[1]);
	const shown = reasons.length > mostReasons ? reasons.slice(0, mostReasons - 1) : reasons;
	const rest = reasons.slice(shown.length);
	const others = rest.reduce((sum, [, macs]) => sum + macs, 0);
	return (
		<DataTable
			caption="Exceptions, by reason"
			head={['Reason', 'Macs']}
			rows={[...shown, ...(rest.length > 0 ? [[`${rest.length} other reasons`, others] as const] : [])]}
		/>
	);
}
