import type { MacResult } from '../../../fleet/judging/mac-result.ts';
import type { CompactMac, CompactReport } from '../../../fleet/report/report.ts';
import { placesOf } from '../../../fleet/report/worst-first.ts';
import { counted } from '../../../text/numbers.ts';
import type { Pick } from './mac-kinds.ts';
import { stateNames, stateOf, type states } from './report-parts.ts';

/** A column of the table of Macs: what it shows and what it is sorted by. */
export interface TableColumn {
	readonly title: string;
	/** In rem. The browser need not look at every cell to know how wide a column is: scrolling changes them all. */
	readonly width: number;
	/** With so much, in rem, it can still be read. */
	readonly least: number;
	/** If not all columns fit, those with the lowest rank are shown. Rank 0 is shown on a phone, too. */
	readonly rank: number;
	/** Shown only with a policy. */
	readonly ofPolicy?: boolean;
	/** Not on paper, where the other columns say it. */
	readonly onScreen?: boolean;
	/** A text that takes what room there is, and on paper goes over several lines; a version or a day stays on one. */
	readonly breaks?: boolean;
	/** Where it has nothing to say about any Mac. */
	isEmpty?(report: CompactReport): boolean;
	show(mac: CompactMac, answer: MacResult): string;
	/** Numbers sort as numbers; without it, by what is shown. */
	order?(mac: CompactMac, answer: MacResult): number;
	/** How many, or how long: the first click shows the most. */
	readonly isCount?: boolean;
}

export interface Sort {
	readonly column: TableColumn;
	readonly down: boolean;
}

/** A sort as an address has it: the title of the column, with a hyphen before it for downwards. */
export function sortText({ column, down }: Sort): string {
	return `${down ? '-' : ''}${column.title}`;
}

/** The sort that an address names; null for the worst first. */
export function sortIn(columns: readonly TableColumn[], text: string): Sort | null {
	const down = text.startsWith('-');
	const column = columns.find(({ title }) => title === text.slice(down ? 1 : 0));
	return column ? { column, down } : null;
}

/** The sort after a click on a column: upwards, or downwards for counts, then the other way, then the worst first. */
export function nextSort(sort: Sort | null, column: TableColumn): Sort | null {
	const { isCount = false } = column;
	if (sort?.column.title !== column.title) return { column, down: isCount };
	return sort.down === isCount ? { column, down: !isCount } : null;
}

/** The column that shows the color and the sign of a state. */
export const statusTitle = 'Status';

/** After every version, and below every count: of what is not known. */
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
		onScreen: true,
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
		show: (_, { meets_policy, blocked_by }) =>
			meets_policy === null ? '' : meets_policy ? 'met' : blocked_by ? 'missed, hardware' : 'missed',
	},
	{
		title: 'Deadline',
		rank: 8,
		...fixed(6.2),
		ofPolicy: true,
		// What is met has no deadline left, and what could not be judged has none to miss.
		show: (_, { deadline, meets_policy }) => (meets_policy === false ? (deadline ?? '') : ''),
	},
	{
		title: 'Oldest missed deadline',
		rank: 12,
		...fixed(6.2),
		ofPolicy: true,
		show: (_, { overdue_since }) => overdue_since ?? '',
	},
	{
		title: 'Target',
		rank: 13,
		...fixed(4.6),
		show: (_, { target_version }) => target_version ?? '',
		order: (_, { target_version }) => versionOrder(target_version),
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

/** Under a policy its verdict, otherwise the update status. */
function statusWords(answer: MacResult): string {
	const { standing, meets_policy: meets } = answer;
	if (standing === 'ended' || meets === null) return stateNames[stateOf(answer) as (typeof states)[number]];
	return meets ? 'meets policy' : 'misses policy';
}

/** Of what is as long for every Mac. */
function fixed(width: number) {
	return { width, least: width };
}

function versionOrder(version: string | null): number {
	if (version === null) return last;
	const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
	return (major * 1000 + minor) * 1000 + patch;
}

/** A column for each that is carried through. */
export function keptColumns(columns: readonly string[]): TableColumn[] {
	return columns.map((title, at) => ({
		title,
		rank: 4,
		width: 8,
		least: 6,
		breaks: true,
		show: (mac) => mac[6]?.[at] ?? '',
	}));
}

/** Short, as a phone shows it beside the name: what to do, without until when and why. */
export function whatToDo({ headline, standing, problem_kind, action }: MacResult): string {
	const short = headline?.split(/[,:]/)[0];
	if (short !== undefined && standing !== null)
		return action === 'update-then-replace' ? `${short}, then replace` : short;
	if (problem_kind === 'unreadable') return 'Check the row';
	return problem_kind === 'ambiguous' ? 'Find out the model' : (short ?? 'Check the model');
}

interface TableFilter {
	readonly text: string;
	/** Macs have to be of each. */
	readonly filters: readonly Pick[];
}

/** The numbers of the Macs that are shown, in their order: the worst first unless a column sorts them. */
export function shownMacs(
	report: CompactReport,
	{ text, filters }: TableFilter,
	sort: Sort | null,
): number[] {
	const { macs, answers } = report;
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	// What many Macs share is looked at once.
	const texts = answers.map(({ model, model_name, version, build, board_ids }) =>
		[model, model_name, version, build, ...board_ids.slice(0, 4)].join(' ').toLowerCase(),
	);
	const has = (number: number) => {
		const mac = macs[number]!;
		const answer = answers[mac[5]]!;
		if (!filters.every((filter) => filter.has(answer, mac))) return false;
		if (words.length === 0) return true;
		const own = `${mac[2]} ${mac[3]} ${texts[mac[5]]} ${mac[6]?.join(' ') ?? ''}`.toLowerCase();
		return words.every((word) => own.includes(word));
	};
	const isAll = words.length === 0 && filters.length === 0;
	if (!sort) return worstFirst(report, isAll ? null : has);
	const shown: number[] = [];
	for (let number = 0; number < macs.length; number++) if (isAll || has(number)) shown.push(number);
	return sorted(report, shown, sort);
}

/** A list without holes: Chromium sorts by one with holes in twice the time. */
function sorted({ macs, answers }: CompactReport, shown: number[], { column, down }: Sort): number[] {
	const keys = new Array<number | string>(macs.length).fill(0);
	for (const number of shown) keys[number] = keyOf(column, macs[number]!, answers[macs[number]![5]]!);
	return shown.sort((a, b) => {
		const [left, right] = [keys[a]!, keys[b]!];
		if (left === right) return a - b;
		return left < right === down ? 1 : -1;
	});
}

/** Macs with one answer have one place, so that none has to be compared with another. Without a test, all of them. */
function worstFirst(
	{ macs, answers, policy }: CompactReport,
	has: ((number: number) => boolean) | null,
): number[] {
	const places = placesOf(answers, policy !== null);
	const ofPlace: number[][] = answers.map(() => []);
	const ofAnswer = places.map((place) => ofPlace[place]!);
	for (let number = 0; number < macs.length; number++)
		if (!has || has(number)) ofAnswer[macs[number]![5]]!.push(number);
	return ofPlace.flat();
}

function keyOf(column: TableColumn, mac: CompactMac, answer: MacResult): number | string {
	return column.order ? column.order(mac, answer) : column.show(mac, answer).toLowerCase();
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
	if (standing === 'withdrawn') return `${words} was withdrawn.`;
	return standing === 'not-for-board' ? `${words} was not released for this Mac.` : null;
}
