import { shownDeadline } from '@pointrelease/core/src/advice/standing/headline.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { type MacResult, whatToDo } from '../../../fleet/judging/mac-result.ts';
import type { CompactMac, CompactReport } from '../../../fleet/report/report.ts';
import { policyVerdict } from '../parts/names.tsx';
import { stateNames, stateOf, type states } from './report-parts.ts';

/** A column of the table of Macs: what it shows and what it is sorted by. */
export interface TableColumn {
	readonly title: string;
	/** In rem. A fixed width saves the browser from measuring every cell again after each scroll. */
	readonly width: number;
	/** The least width in rem at which it can be read. */
	readonly least: number;
	/** If not all columns fit, those with the lowest rank are shown. Rank 0 is shown on a phone, too. */
	readonly rank: number;
	/** Shown only with a policy. */
	readonly ofPolicy?: boolean;
	/** Text that shrinks to fit, and wraps on paper. Versions and days never wrap. */
	readonly breaks?: boolean;
	/** Whether the column is empty for all Macs. */
	isEmpty?(report: CompactReport): boolean;
	show(mac: CompactMac, answer: MacResult): string;
	/** The number to sort by; without it, rows sort by the shown text. */
	order?(mac: CompactMac, answer: MacResult): number;
	/** Whether the first click sorts the largest number first. */
	readonly isCount?: boolean;
}

export interface Sort {
	readonly column: TableColumn;
	readonly down: boolean;
}

/** The sort as an address parameter: the title of the column, after a hyphen if the order is descending. */
export function sortText({ column, down }: Sort): string {
	return `${down ? '-' : ''}${column.title}`;
}

/** The sort that an address names; null for the default order, worst first. */
export function sortIn(columns: readonly TableColumn[], text: string): Sort | null {
	const down = text.startsWith('-');
	const column = columns.find(({ title }) => title === text.slice(down ? 1 : 0));
	return column ? { column, down } : null;
}

/** The sort after a click on a column: first ascending (counts: descending), then reversed, then worst first. */
export function nextSort(sort: Sort | null, column: TableColumn): Sort | null {
	const { isCount = false } = column;
	if (sort?.column.title !== column.title) return { column, down: isCount };
	return sort.down === isCount ? { column, down: !isCount } : null;
}

/** The column that shows the color and the sign of a state. */
export const statusTitle = 'Status';

/** Sort keys of unknown values: an unknown version comes after all versions, an unknown count below all counts. */
const last = Number.MAX_SAFE_INTEGER;
const none = -1;

/** Name, then what a Mac is judged by, then the rest. */
export const tableColumns: readonly TableColumn[] = [
	{ title: 'Name', rank: 0, width: 8, least: 6.5, breaks: true, show: ([, , name]) => name },
	{
		title: statusTitle,
		rank: 0,
		...fixed(8.2),
		show: (_, answer) => statusWords(answer),
	},
	{
		title: 'Model',
		rank: 3,
		width: 16,
		least: 8.5,
		breaks: true,
		show: (_, { model_name, model }) => model_name ?? model ?? '',
	},
	{
		title: 'Version',
		rank: 2,
		...fixed(4.8),
		show: (_, { version, build }) => version ?? build ?? '',
		order: (_, { version }) => versionOrder(version),
	},
	{
		title: 'What to do',
		rank: 0,
		width: 12,
		least: 7,
		breaks: true,
		show: (_, answer) => whatToDo(answer),
	},
	{
		title: 'Overdue',
		rank: 2,
		...fixed(5.4),
		ofPolicy: true,
		isCount: true,
		show: (_, { days_overdue: days }) => (days === null ? '' : counted(days, 'day')),
		order: (_, { days_overdue }) => days_overdue ?? none,
	},
	countColumn('Exploited', 1, 5.6, ({ exploited_missing_count }) => exploited_missing_count),
	countColumn(
		'Exploited, needs a newer macOS',
		5,
		6.4,
		({ fixed_elsewhere_exploited_count: count }) => count,
	),
	countColumn('Exploited, not listed', 16, 5.6, ({ not_stated_exploited_count: count }) => count),
	{
		title: 'Policy',
		rank: 7,
		...fixed(8.5),
		ofPolicy: true,
		show: (_, answer) => policyVerdict(answer),
	},
	{
		title: 'Deadline',
		rank: 8,
		...fixed(6.2),
		ofPolicy: true,
		show: (_, answer) => shownDeadline(answer) ?? '',
	},
	countColumn('Missing fixes', 11, 5, ({ missing_count }) => missing_count),
	{ title: 'Serial', rank: 9, ...fixed(9), show: ([, , , serial]) => serial },
	{
		title: 'Last major',
		rank: 15,
		...fixed(4.6),
		show: (_, { last_major }) => last_major ?? '',
		order: (_, { last_major }) => versionOrder(last_major),
	},
	{
		title: 'Ends',
		rank: 14,
		...fixed(6.2),
		show: (_, { ended_on, estimated_end }) => ended_on ?? (estimated_end ? `~ ${estimated_end}` : ''),
	},
	{ title: 'Seen', rank: 10, ...fixed(6.2), show: ([, , , , seen]) => seen ?? '' },
	{
		title: 'Note',
		rank: 6,
		width: 16,
		least: 9,
		breaks: true,
		isEmpty: ({ answers }) => answers.every((answer) => macNote(answer) === ''),
		show: (_, answer) => macNote(answer),
	},
];

function countColumn(
	title: string,
	rank: number,
	width: number,
	count: (answer: MacResult) => number | null,
): TableColumn {
	return {
		title,
		rank,
		...fixed(width),
		isCount: true,
		show: (_, answer) => String(count(answer) ?? ''),
		order: (_, answer) => count(answer) ?? none,
	};
}

/** The verdict of the policy if there is one, else the update status. */
function statusWords(answer: MacResult): string {
	const { standing, meets_policy: meets } = answer;
	if (standing === 'ended' || meets === null) return stateNames[stateOf(answer) as (typeof states)[number]];
	return meets ? 'meets policy' : 'misses policy';
}

/** For values of about the same length. */
function fixed(width: number) {
	return { width, least: width };
}

function versionOrder(version: string | null): number {
	if (version === null) return last;
	const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
	return (major * 1000 + minor) * 1000 + patch;
}

/** The inventory columns that the report shows beside each Mac. */
export function inventoryColumns(columns: readonly string[]): TableColumn[] {
	return columns.map((title, at) => ({
		title,
		rank: 4,
		width: 8,
		least: 6,
		breaks: true,
		show: (mac) => mac[6]?.[at] ?? '',
	}));
}

/**
 * Remarks about a Mac or its row: why it could not be judged, and what its version is if that is not a plain release.
 */
function macNote(answer: MacResult): string {
	const { problem, doubt } = answer;
	return [problem ?? versionNote(answer), doubt].filter(Boolean).join(' ');
}

function versionNote({ version, build, version_standing: standing }: MacResult): string | null {
	const words = build === null ? version : `${version} (${build})`;
	if (standing === 'beta') return `${words} is a beta.`;
	if (standing === 'unknown') return `${words} is not a known release.`;
	if (standing === 'newer') return `${words} is newer than any known release: is the data up to date?`;
	if (standing === 'withdrawn') return `${words} is no longer offered to this Mac.`;
	return standing === 'not-for-board' ? `${words} was not released for this Mac.` : null;
}
