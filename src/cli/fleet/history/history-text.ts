import { lateReasons } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import type { Framework } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { CveRecord } from '../../../fleet/history/cve-history.ts';
import { type Exception, exceptionText } from '../../../fleet/history/exception.ts';
import type { VerdictCounts } from '../../../fleet/history/framework-report.ts';
import type { HistoryAnswer, HistoryRecord } from '../../../fleet/history/history-report.ts';
import {
	adoptionOverTime,
	boundsText,
	daysText,
	type OverTime,
	ofMacs,
	policyOverTime,
	rulesWords,
	shareText,
} from '../../../fleet/history/history-tables.ts';
import { type Trend, trendWords } from '../../../fleet/history/trend.ts';
import { table } from '../../terminal-text.ts';

const mostReleases = 20;
const mostDays = 12;
const mostMacs = 20;

/** A history as tables of text. */
export function historyText(record: HistoryRecord): string {
	if (record.first_seen === null)
		return `No Mac was seen until ${record.as_of}. Add exports with: pointrelease fleet remember FILE...`;
	const parts = [
		`${counted(record.macs_seen, 'Mac')} seen between ${record.first_seen} and ${record.last_seen}; period ${record.from} to ${record.as_of}, data ${record.data_version}${rulesWords(record)}`,
		...(record.trend ? [trendText(record.trend)] : []),
		answerText(record),
		...listTexts(record),
	];
	for (const { label, ...answer } of record.groups)
		parts.push(`${record.group_by}: ${label} (${counted(answer.macs_seen, 'Mac')})\n${answerText(answer)}`);
	return parts.join('\n\n');
}

/** What changed within a week, and who. */
export function trendText(trend: Trend): string {
	const named = (title: string, macs: Trend['done']) =>
		macs.length === 0 ? [] : [title, ...shortened(macs.map((mac) => `  ${macText(mac)}`))];
	return [
		`Since ${trend.since}: ${trendWords(trend)}`,
		...named('New', trend.newly_overdue),
		...named('Done', trend.done),
		...named('No longer listed', trend.gone),
	].join('\n');
}

function answerText({ releases, compliance, adoption }: HistoryAnswer): string {
	const shown = releases.slice(-mostReleases);
	const days = shown[0]?.patched_within.days;
	const parts =
		shown.length === 0
			? ['In this period no Mac was missing a release.']
			: [
					table([
						[
							'Release',
							'Released',
							`Patched within ${days} days`,
							'Median days',
							'90% within',
							'Arrived with, without',
							'Major uncertain',
						],
						...shown.map((release) => [
							release.version,
							release.released,
							release.macs === 0
								? ofMacs(release)
								: `${boundsText(release.patched_within)} (${shareText(release.patched_within, release.macs)}) ${ofMacs(release)}`,
							daysText(release.days_to_patch.median, release),
							daysText(release.days_to_patch.p90, release),
							`${release.arrived_with}, ${release.arrived_without}`,
							String(release.major_uncertain),
						]),
					]),
				];
	if (releases.length > shown.length)
		parts.push(`${counted(releases.length - shown.length, 'earlier release')}: see --json.`);
	if (compliance.length > 0) parts.push(`Policy over time\n${lastDays(policyOverTime(compliance))}`);
	if (adoption.length > 0) parts.push(`Major versions over time\n${lastDays(adoptionOverTime(adoption))}`);
	return parts.join('\n\n');
}

/** The names of Macs that may have to be retired, and of those that were. */
function listTexts({ stale_days, not_seen_since, late = [], retired, returned }: HistoryRecord): string[] {
	const list = (title: string, lines: readonly string[]) =>
		lines.length === 0 ? [] : [[title, ...shortened(lines).map((line) => `  ${line}`)].join('\n')];
	const ended = (macs: HistoryRecord['retired']) =>
		macs.map(
			(mac) =>
				`${macText(mac)}: retired on ${mac.retired_on}${mac.reason === null ? '' : ` (${mac.reason})`}, last seen on ${mac.last_seen}`,
		);
	return [
		...list(
			`Not seen for more than ${counted(stale_days, 'day')} (if a Mac left, run: pointrelease fleet retire SERIAL --on DAY)`,
			not_seen_since.map((mac) => `${macText(mac)}: not seen since ${mac.last_seen}, with ${mac.version}`),
		),
		...list(
			'Late when they were last judged, the longest for the same reason first',
			late.map(
				(mac) =>
					`${macText(mac)}: ${lateReasons[mac.late_reason].label} since ${mac.since}, last seen on ${mac.last_seen}`,
			),
		),
		...list('Retired', ended(retired)),
		...list('Seen again after they were retired, so they count as before', ended(returned)),
	];
}

function shortened(lines: readonly string[]): readonly string[] {
	if (lines.length <= mostMacs) return lines;
	return [...lines.slice(0, mostMacs), `${lines.length - mostMacs} more: see --json`];
}

function lastDays({ head, rows }: OverTime): string {
	return table([head, ...rows.slice(-mostDays)].map((row) => row.map(String)));
}

export function cveText({ cve, on, fixed_in, open, fixed, unknown }: CveRecord): string {
	return [
		`${cve} on ${on} (fixed in ${fixed_in.join(', ')})`,
		`Open: ${open.length}`,
		...shortened(open).map((serial) => `  ${serial}`),
		`Fixed: ${fixed.length}`,
		`Unknown (not seen around that day, or not stated): ${unknown.length}`,
		...shortened(unknown).map((serial) => `  ${serial}`),
	].join('\n');
}

function macText({ serial, name }: Pick<ShownVerdict, 'serial' | 'name'>): string {
	if (!serial) return name || 'a Mac without name and serial number';
	return name ? `${serial} (${name})` : serial;
}

interface ShownVerdict {
	readonly serial: string;
	readonly name: string | null;
	readonly verdict: string;
	readonly verdict_reason: string;
	readonly exception: Exception | null;
}

export function frameworkText(
	{ name, edition, section, time, reading, notCovered }: Framework,
	{
		from,
		as_of,
		data_version,
		verdicts,
	}: { from?: string; as_of: string; data_version: string; verdicts: VerdictCounts },
	macs: readonly ShownVerdict[],
): string {
	const listedMacs = ['fail', 'unknown'].flatMap((verdict) => macs.filter((mac) => mac.verdict === verdict));
	return [
		`${name}, ${edition}; ${section}`,
		`${from === undefined ? `As of ${as_of}` : `Period ${from} to ${as_of}`}, data ${data_version}`,
		verdictLine({ name, time }, verdicts),
		...listedMacs
			.slice(0, mostMacs)
			.map(
				(mac) =>
					`  ${mac.verdict.padEnd(7)}  ${macText(mac)}: ${mac.verdict_reason}${mac.exception ? ` Exception: ${exceptionText(mac.exception)}.` : ''}`,
			),
		...(listedMacs.length > mostMacs ? [`  ${listedMacs.length - mostMacs} more: see --json`] : []),
		`Reading: ${reading}`,
		`Not covered: ${notCovered}.`,
	].join('\n');
}

/** A sentence with the number of Macs that are in line with a framework. */
function verdictLine({ name, time }: Pick<Framework, 'name' | 'time'>, verdicts: VerdictCounts): string {
	const { pass, fail, unknown } = verdicts;
	const total = counted(pass + fail + unknown, 'Mac');
	if (time === '') return `${total}: ${name} names no time.`;
	return `${pass} of ${total} in line with ${time} of ${name}, as far as sightings show; ${fail} failed; ${unknown} unknown.`;
}
