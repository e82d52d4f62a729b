import { lateWords } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import { verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import { counted, grouped, groupedCount } from '@pointrelease/core/src/text/numbers.ts';
import { delimiterWords } from '@pointrelease/core/src/text/spreadsheet.ts';
import { endingDays } from '../../fleet/history/exception.ts';
import { trendWords } from '../../fleet/history/trend.ts';
import { shownText } from '../../fleet/inventory/cells/cell-text.ts';
import type { Inventory } from '../../fleet/inventory/inventory.ts';
import type { Comparison } from '../../fleet/report/comparison.ts';
import { type ExceptedMac, type ExceptionLists, exceptionWords } from '../../fleet/report/exception-lists.ts';
import { endedLabel, type GroupCount, groupKinds, overdueTitle } from '../../fleet/report/groups.ts';
import { headline } from '../../fleet/report/headline.ts';
import { attentionOf, type KindCount, standingCounts } from '../../fleet/report/kind-counts.ts';
import { countedKinds } from '../../fleet/report/mac-kinds.ts';
import type { Replacement } from '../../fleet/report/replacements.ts';
import type { ReportHead } from '../../fleet/report/report.ts';
import { safariWords } from '../../fleet/report/safari-words.ts';
import { type ShownColumn, shownCell, shownColumns } from '../../fleet/report/shown-columns.ts';
import type { Count, Summary } from '../../fleet/report/summary.ts';
import { type UnusedDays, unusedColumns } from '../../fleet/report/unused-days.ts';
import type { WorstMacs } from '../../fleet/report/worst-macs.ts';
import { restOf, shellWord, table } from '../terminal-text.ts';
import { trendText } from './history/history-text.ts';

const barWidth = 30;
const mostLines = 12;

/** The columns that were recognized in a file, for a person to check. */
export function columnsText(
	name: string,
	{ format, packing, delimiter, encoding, recognised, unusedDays }: Inventory,
): string {
	const how = [
		format.toUpperCase(),
		delimiter === null ? null : `separated by ${delimiterWords(delimiter)}`,
		encoding === 'utf-8' ? null : encoding,
		packing === null ? null : `in ${packing}`,
	].filter((part) => part !== null);
	const rows = recognised.map(({ field, column, by }) => [
		`  ${field}`,
		JSON.stringify(column),
		by === 'content' ? '(by what it holds)' : by === 'given' ? '(as given)' : '',
	]);
	for (const column of unusedDays) rows.push(['  not used', JSON.stringify(column), '(days)']);
	return `${name}: ${how.join(', ')}\n${table(rows)}`;
}

/** The number of rows with an unusable last contact, and an example. */
function unreadableDaysText(counts: Pick<Summary, 'unreadable_days' | 'unreadable_day_example'>): string {
	return `${counted(counts.unreadable_days, 'row')} without a usable day of last contact, such as ${JSON.stringify(counts.unreadable_day_example)}`;
}

/** Names columns of days that nothing used, and the option that makes one the last contact. */
export function unusedDaysText(unused: UnusedDays): string {
	const { columns, seen } = unused;
	const names = `not used: ${unusedColumns(unused)}`;
	if (seen !== null) return `${names} (days; the last contact is ${shownText(seen)})`;
	const [only, ...others] = columns as [string, ...string[]];
	if (others.length > 0) return `${names}; if one of them is the last contact: --column seen=COLUMN`;
	return `${names}; if it is the last contact: --column ${shellWord(`seen=${only}`)}`;
}

/** Optional parts of a summary. */
interface SummaryParts {
	readonly comparison: Comparison | null;
	readonly replacements: readonly Replacement[];
	/** The Macs that do not meet the policy; null without one. */
	readonly worst: WorstMacs | null;
}

/** The summary as tables with bars. */
export function summaryText(
	head: ReportHead,
	summary: Summary,
	{ comparison, replacements, worst }: SummaryParts,
): string {
	const { macs } = summary;
	const remarks = [
		summary.not_macs > 0 ? `${counted(summary.not_macs, 'other device')} left out` : null,
		summary.continuation_rows > 0
			? `${counted(summary.continuation_rows, 'row continues', 'rows continue')} the Mac above`
			: null,
		summary.merged_rows > 0 ? `${counted(summary.merged_rows, 'row')} about a Mac of another file` : null,
		summary.duplicates > 0
			? `${counted(summary.duplicates, 'row')} with the serial number of another row`
			: null,
		summary.unreadable_days > 0 ? unreadableDaysText(summary) : null,
	].filter((part) => part !== null);
	const hasPolicy = head.policy !== null;
	return [
		`${groupedCount(macs, 'Mac')} in ${groupedCount(summary.rows, 'row')} on ${head.as_of}, data ${head.data_version}`,
		...(remarks.length > 0 ? [remarks.join(', ')] : []),
		...(summary.unused_days ?? []).map(
			(unused) => `${head.files.length > 1 ? `${unused.file}: ` : ''}${unusedDaysText(unused)}`,
		),
		headline(summary, hasPolicy)
			.map(({ text }) => text)
			.join(''),
		...(summary.misses_policy > 0 && summary.late_reasons
			? [`${lateWords(summary.late_reasons, grouped)}.`]
			: []),
		...(summary.trend ? [`${trendWords(summary.trend)}.`] : []),
		...(summary.safari_not_reported ? [safariWords(summary.safari_not_reported)] : []),
		section('Update status', countsOf(standingCounts(summary)), macs),
		section('Attention', countsOf(attentionOf(summary, hasPolicy, head.stale_days)), macs),
		...(worst && worst.count > 0 ? [worstText(worst)] : []),
		section('Major versions', summary.by_major, macs),
		section('Models', summary.by_model, macs),
		section('Macs by expected end of updates (replacement plan)', endCounts(summary), macs),
		...(summary.overdue > 0 ? [section(overdueTitle, summary.overdue_by_age, macs)] : []),
		...(summary.groups ? [groupsText(head, summary.groups)] : []),
		...(replacements.length > 0 ? [replacementsText(replacements)] : []),
		...(summary.owned === undefined ? [] : [ownedText(summary)]),
		...(summary.exceptions ? [exceptionsText(summary.exceptions)] : []),
		...(summary.trend ? [`\n${trendText(summary.trend)}`] : []),
		...(comparison ? [comparisonText(comparison)] : []),
	].join('\n');
}

/** The member is called `ended`, and people read the word for it. */
function endCounts({ end_by_year }: Summary): Count[] {
	return end_by_year.map(({ label, macs }) => ({
		label: label === endedLabel ? countedKinds.ended.label : label,
		macs,
	}));
}

function countsOf(kinds: readonly KindCount[]): Count[] {
	return kinds.map(({ kind, macs }) => ({ label: kind.label, macs }));
}

const worstColumns = (['name', 'serial', 'version', 'what_to_do', 'deadline', 'why'] as const).map(
	(id): ShownColumn => shownColumns[id],
);

function worstText(worst: WorstMacs): string {
	const listed = worst.list();
	const rows = listed.map(({ name, serial, seen, file, row, judgment: { answer } }) => {
		const mac = { name, serial: name ? serial : '', seen, result: answer!, hasPolicy: true };
		const [first, ...others] = worstColumns.map((column) => shownCell(column, mac));
		return [`  ${first || serial || `${file}, row ${row}`}`, ...others];
	});
	const [first, ...others] = worstColumns.map(({ title }) => title.toLowerCase());
	const heads = [`  ${first}`, ...others];
	const unlistedCount = worst.count - listed.length;
	return `\nMacs that do not ${verdictWords.meetPolicy}, the worst first\n${table([heads, ...rows])}${unlistedCount > 0 ? `\n  ${restOf(unlistedCount)}` : ''}`;
}

function groupsText({ group_by, policy }: ReportHead, groups: readonly GroupCount[]): string {
	const kinds = groupKinds.filter((kind) => policy !== null || !/_policy$/.test(kind));
	const rows = groups
		.slice(0, mostLines)
		.map((group) => [
			`  ${group.label}`,
			...(['macs', ...kinds] as const).map((kind) => String(group[kind])),
		]);
	const heads = ['  ', 'Macs', ...kinds.map((kind) => countedKinds[kind].label)];
	const more = groups.length > mostLines ? `\n  and ${groups.length - mostLines} more` : '';
	return `\nBy ${group_by}\n${table([heads, ...rows])}${more}`;
}

function replacementsText(replacements: readonly Replacement[]): string {
	const rows = replacements
		.slice(0, mostLines)
		.map(({ owner, name, serial, model_name, ends }) => [
			`  ${owner ?? 'nobody'}`,
			name ?? '',
			serial ?? '',
			model_name ?? '',
			ends || 'long ago',
		]);
	const more = replacements.length - mostLines;
	return `\nReplace within 12 months, by owner\n${table(rows)}${more > 0 ? `\n  and ${more} more: see --json or --xlsx` : ''}`;
}

function ownedText({ owned = 0, not_in_inventory: absent }: Summary): string {
	if (!absent)
		return `\nOwned Macs: ${grouped(owned)}. The inventory is incomplete, so it does not show which of them are missing.`;
	if (absent.length === 0) return `\nOwned Macs: all ${grouped(owned)} are in an inventory or not assigned.`;
	const rows = absent
		.slice(0, mostLines)
		.map(({ serial, model, ordered, status }) => [`  ${serial}`, model ?? '', ordered ?? '', status ?? '']);
	const more = absent.length - mostLines;
	return `\nOwned, and in no inventory: ${grouped(absent.length)} of ${grouped(owned)}\n${table(rows)}${more > 0 ? `\n  and ${more} more: see --json or --owned-csv` : ''}`;
}

function exceptionsText(exceptions: ExceptionLists): string {
	return [
		`\nExceptions: ${exceptionWords(exceptions)}`,
		...exceptedText('Ended', exceptions.ended),
		...exceptedText(`End within ${endingDays} days`, exceptions.ending),
	].join('\n');
}

function exceptedText(title: string, macs: readonly ExceptedMac[]): string[] {
	if (macs.length === 0) return [];
	const rows = macs
		.slice(0, mostLines)
		.map(({ name, serial, reason, owner, until }) => [
			`  ${name ?? serial}`,
			name ? serial : '',
			reason,
			owner,
			until,
		]);
	const more = macs.length - mostLines;
	return [title, table(rows), ...(more > 0 ? [`  and ${more} more: see --json or --xlsx`] : [])];
}

function comparisonText(comparison: Comparison): string {
	const { since, better, worse, newly_overdue, added, gone, changed_by_rules, has_other_rules } = comparison;
	return `\nSince ${since}\n${table([
		['  better', String(better.length)],
		['  worse', String(worse.length)],
		[`  newly ${verdictWords.overdue}`, String(newly_overdue.length)],
		['  new', String(added.length)],
		['  gone', String(gone.length)],
		...(has_other_rules ? [['  changed by new rules, not by the Mac', String(changed_by_rules.length)]] : []),
	])}`;
}

function section(title: string, counts: readonly Count[], total: number): string {
	const shown = counts.slice(0, mostLines);
	const furtherMacs = counts.slice(mostLines).reduce((sum, { macs }) => sum + macs, 0);
	const lines =
		furtherMacs > 0 ? [...shown, { label: `${counts.length - mostLines} more`, macs: furtherMacs }] : shown;
	const most = Math.max(1, ...lines.map(({ macs }) => macs));
	return `\n${title}\n${table(
		lines.map(({ label, macs }) => [
			`  ${label}`,
			String(macs).padStart(String(total).length),
			`${((macs / Math.max(1, total)) * 100).toFixed(1).padStart(5)}%`,
			'█'.repeat(Math.round((macs / most) * barWidth)) || (macs > 0 ? '▏' : ''),
		]),
	)}`;
}
