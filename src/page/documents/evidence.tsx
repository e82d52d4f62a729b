import type { Framework } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { EvidenceException, EvidenceReport } from '../../fleet/history/evidence.ts';
import {
	type EvidenceOrigin,
	erasureWords,
	momentText,
	originSentence,
	rowsText,
} from '../../fleet/history/evidence-origin.ts';
import { endingDays, endsSoon, exceptionText } from '../../fleet/history/exception.ts';
import type { VerdictCounts } from '../../fleet/history/framework-report.ts';
import { stated } from '../../fleet/history/stated.ts';
import { HistoryReport } from '../app/history/history-report.tsx';
import { Value, Values } from '../app/history/values.tsx';
import { DataTable } from '../app/parts/data-table.tsx';

const mostShown = 1000;

/** Sentences for readers about the limits of evidence. */
const evidenceLimits = [
	'An inventory shows that on a day a Mac said it ran a version. The day of an update lies between two sightings.',
	'Unknown is an answer: a Mac that was not seen around a deadline proves nothing.',
	'Exports may have been left out, and Macs erased, before this folder was made. Ask for the original exports and compare their SHA-256.',
	'A version does not show other software, settings, security responses that an inventory leaves out, scope, or accepted risks.',
	'A signature shows who made this folder and that it is unchanged. It does not show when.',
] as const;

const pseudonymousLimit =
	'Serial numbers are replaced. A model of which you have only a few may still be recognized by people who know the fleet.';
const exceptionLimit =
	'An exception is what the organization decided. It does not change a verdict; its Mac does not count as overdue.';

export interface EvidenceProps {
	report: EvidenceReport;
	framework: Framework | null;
	origin: EvidenceOrigin;
}

/** What a report cannot show, in sentences. */
export function limitsOf({ exceptions, pseudonymous }: EvidenceReport): string[] {
	return [
		...evidenceLimits,
		...(exceptions.length > 0 ? [exceptionLimit] : []),
		...(pseudonymous ? [pseudonymousLimit] : []),
	];
}

/** Everything that a folder of evidence states, for people. */
export function Evidence({ report, framework, origin }: EvidenceProps) {
	const hasExceptions = report.exceptions.length > 0;
	return (
		<>
			<h1>
				<Values of={stated`Evidence of updates, as of ${report.as_of}`} />
			</h1>
			<p>
				<Values of={originSentence(report, origin)} />
			</p>
			{framework && <Verdicts report={report} framework={framework} />}
			<FailedAndUnknown report={report} hasExceptions={hasExceptions} />
			<Exceptions report={report} />
			<h2>History</h2>
			<HistoryReport record={{ ...report, group_by: null, groups: [] }} />
			<Exports origin={origin} />
			<Erased origin={origin} />
			<h2>Settings</h2>
			<DataTable
				caption="Every single value of report.json"
				head={['Value', 'Is']}
				rows={singleValues(report)}
			/>
			<h2>What this shows, and what it does not</h2>
			<ul>
				{limitsOf(report).map((limit) => (
					<li key={limit}>{limit}</li>
				))}
			</ul>
		</>
	);
}

function Verdicts({
	report: { verdicts, macs, exceptions },
	framework,
}: {
	report: EvidenceReport;
	framework: Framework;
}) {
	const { name, edition, section, asks, time, reading, notCovered } = framework;
	const failed = exceptions.filter(({ valid, verdict }) => valid && verdict === 'fail').length;
	const count = (verdict: keyof VerdictCounts) => (
		<Value text={String(verdicts?.[verdict] ?? 0)} tone={verdict} />
	);
	return (
		<>
			<p>
				<b>{name}</b>, {edition}; {section}
			</p>
			<p>{asks}</p>
			{framework.rule === null ? (
				<p>{name} names no time, so that every verdict is unknown.</p>
			) : (
				<p>
					{count('pass')}
					<Values of={stated` of ${counted(macs.length, 'Mac')} in line with `} />
					{time} of {name}, as far as sightings show; {count('fail')} failed
					{failed > 0 && <Values of={stated` (${String(failed)} of them with an exception)`} />};{' '}
					{count('unknown')} unknown.
				</p>
			)}
			<p class="note">
				Reading: {reading} Not covered: {notCovered}.
			</p>
		</>
	);
}

function FailedAndUnknown({ report, hasExceptions }: { report: EvidenceReport; hasExceptions: boolean }) {
	const asked = ['fail', 'unknown'].flatMap((verdict) =>
		report.macs.filter((mac) => mac.verdict === verdict),
	);
	if (asked.length === 0) return null;
	return (
		<>
			<h2>Failed and unknown</h2>
			<DataTable
				asCards
				caption={shownOf(asked.length, 'Mac', 'report.json')}
				head={['Serial number', 'Name', 'Verdict', 'Why', ...(hasExceptions ? ['Exception'] : [])]}
				rows={asked
					.slice(0, mostShown)
					.map(({ serial, name, verdict, verdict_reason, exception }) => [
						serial,
						name ?? '',
						verdict,
						verdict_reason,
						...(hasExceptions ? [exceptionText(exception)] : []),
					])}
			/>
		</>
	);
}

function Exceptions({ report: { exceptions, as_of } }: { report: EvidenceReport }) {
	if (exceptions.length === 0) return null;
	return (
		<>
			<h2>Exceptions</h2>
			<DataTable
				asCards
				caption={shownOf(exceptions.length, 'exception', 'exceptions.csv')}
				head={['Serial number', 'Verdict', 'Reason', 'Owner', 'Until', 'State']}
				rows={exceptions
					.slice(0, mostShown)
					.map((exception) => [
						exception.serial,
						exception.verdict ?? '',
						exception.reason,
						exception.owner,
						exception.until,
						exceptionState(exception, as_of),
					])}
			/>
		</>
	);
}

function exceptionState(exception: EvidenceException, asOf: string): string {
	if (!exception.valid) return 'ended';
	return endsSoon(exception, asOf) ? `ends within ${endingDays} days` : 'valid';
}

/** All members that are not tables: nobody can change a setting in the report without changing the page. */
function singleValues(report: EvidenceReport): string[][] {
	const isTable = (value: unknown) => Array.isArray(value) && typeof value[0] === 'object';
	return Object.entries(report)
		.filter(([name, value]) => !isTable(value) && name !== 'macs')
		.map(([name, value]) => [
			name,
			typeof value === 'string' ? value : JSON.stringify(value).replaceAll(',', ', '),
		]);
}

function Exports({ origin: { exports } }: { origin: EvidenceOrigin }) {
	if (exports.length === 0) return null;
	return (
		<>
			<h2>Exports</h2>
			<DataTable
				asCards
				caption={shownOf(exports.length, 'export', 'manifest.json')}
				head={['File', 'Newest contact', 'File written', 'Rows', 'SHA-256']}
				rows={exports
					.slice(0, mostShown)
					.map((source) => [
						source.name,
						source.day ?? 'none',
						source.modified === null ? 'not a file' : momentText(source.modified),
						rowsText(source),
						source.sha256,
					])}
			/>
		</>
	);
}

function Erased({ origin: { erased } }: { origin: EvidenceOrigin }) {
	if (erased.length === 0) return null;
	return (
		<>
			<h2>Erased before</h2>
			<DataTable
				asCards
				caption={shownOf(erased.length, 'erasure', 'manifest.json')}
				head={['Day', 'By', 'What', 'Erased']}
				rows={erased
					.slice(0, mostShown)
					.map(({ day, by, what, macs, exports, sightings }) => [
						day,
						by ?? 'not named',
						erasureWords[what],
						[counted(macs, 'Mac'), counted(exports, 'export'), counted(sightings, 'sighting')].join(', '),
					])}
			/>
		</>
	);
}

function shownOf(count: number, noun: string, file: string): string {
	return count > mostShown ? `The first ${mostShown} of ${count}; all are in ${file}` : counted(count, noun);
}
