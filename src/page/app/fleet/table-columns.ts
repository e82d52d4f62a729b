import type { MacResult } from '../../../fleet/mac-result.ts';
import type { CompactMac, CompactReport } from '../../../fleet/report.ts';
import { macKinds } from './mac-kinds.ts';
import { macNote } from './mac-note.ts';
import { isPicked, type Pick } from './pick.ts';
import { stateNames, stateOf, states } from './report-parts.ts';

/** A column of the table of Macs: what it shows and what it is sorted by. */
export interface TableColumn {
	readonly title: string;
	/** In rem. The browser need not look at every cell to know how wide a column is: scrolling changes them all. */
	readonly width: number;
	/** Only where there is a policy. */
	readonly ofPolicy?: boolean;
	/** The least width of the table, in pixels, with which it is shown; always where nothing is said. */
	readonly from?: number;
	/** Not on paper, where the other columns say it. */
	readonly onScreen?: boolean;
	/** Paper has room for every column where long texts go over several lines; a version or a day stays on one. */
	readonly breaks?: boolean;
	show(mac: CompactMac, answer: MacResult): string;
	/** Numbers sort as numbers; without it, by what is shown. */
	rank?(mac: CompactMac, answer: MacResult): number;
}

const last = Number.MAX_SAFE_INTEGER;

/** A narrower table shows the columns without a least width, and divides its width among them. */
export const narrowTable = 700;

/** Where a Mac stands comes right after its name: a phone has no room for a third column. */
export const tableColumns: readonly TableColumn[] = [
	{ title: 'Name', width: 11, breaks: true, show: ([, , name]) => name },
	{
		title: 'Status',
		width: 7.5,
		show: (_, answer) => stateNames[stateOf(answer) as (typeof states)[number]],
		rank: (_, answer) => states.indexOf(stateOf(answer) as (typeof states)[number]),
	},
	{
		title: 'What to do',
		width: 15,
		onScreen: true,
		show: (_, answer) => whatToDo(answer),
	},
	{
		title: 'Version',
		from: narrowTable,
		width: 6,
		show: (_, { version, build }) => version ?? build ?? '',
		rank: (_, { version }) => versionRank(version),
	},
	{
		title: 'Target',
		from: 900,
		width: 6,
		show: (_, { target_version }) => target_version ?? '',
		rank: (_, { target_version }) => versionRank(target_version),
	},
	{
		title: 'Policy',
		from: narrowTable,
		width: 9.5,
		ofPolicy: true,
		show: (_, { meets_policy, blocked_by }) =>
			meets_policy === null ? '' : meets_policy ? 'met' : blocked_by ? 'missed, hardware' : 'missed',
	},
	{
		title: 'Deadline',
		from: 900,
		width: 7,
		ofPolicy: true,
		// What is met has no deadline left, and what could not be judged has none to miss.
		show: (_, { deadline, meets_policy }) => (meets_policy === false ? (deadline ?? '') : ''),
	},
	{
		title: 'Oldest missed deadline',
		from: 900,
		width: 8.5,
		ofPolicy: true,
		show: (_, { overdue_since }) => overdue_since ?? '',
	},
	{
		title: 'Missing fixes',
		from: 900,
		width: 8,
		show: (_, { missing_count }) => String(missing_count ?? ''),
		rank: (_, { missing_count }) => missing_count ?? last,
	},
	{
		title: 'Exploited',
		from: narrowTable,
		width: 6.5,
		show: (_, { exploited_missing_count }) => String(exploited_missing_count ?? ''),
		rank: (_, { exploited_missing_count }) => exploited_missing_count ?? last,
	},
	{
		title: 'Exploited, fixed elsewhere',
		from: 1100,
		onScreen: true,
		width: 9,
		show: (_, { fixed_elsewhere_exploited_count: count }) => String(count ?? ''),
		rank: (_, { fixed_elsewhere_exploited_count: count }) => count ?? last,
	},
	{
		title: 'Model',
		from: narrowTable,
		width: 15,
		breaks: true,
		show: (_, { model_name, model }) => model_name ?? model ?? '',
	},
	{ title: 'Serial', from: narrowTable, width: 9, show: ([, , , serial]) => serial },
	{
		title: 'Last major',
		from: 900,
		width: 7,
		show: (_, { last_major }) => last_major ?? '',
		rank: (_, { last_major }) => versionRank(last_major),
	},
	{
		title: 'Ends',
		from: 900,
		width: 7,
		show: (_, { ended_on, estimated_end }) => ended_on ?? (estimated_end ? `~ ${estimated_end}` : ''),
	},
	{ title: 'Seen', from: narrowTable, width: 7, show: ([, , , , seen]) => seen ?? '' },
	{
		title: 'Note',
		from: 900,
		width: 26,
		breaks: true,
		show: (_, answer) => macNote(answer),
	},
];

function versionRank(version: string | null): number {
	if (version === null) return last;
	const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
	return (major * 1000 + minor) * 1000 + patch;
}

/** A column for each that is carried through. */
export function keptColumns(columns: readonly string[]): TableColumn[] {
	return columns.map((title, at) => ({
		title,
		from: narrowTable,
		width: 9,
		breaks: true,
		show: (mac) => mac[6]?.[at] ?? '',
	}));
}

/** Short, as a phone shows it beside the name: what to do, without until when and why. */
function whatToDo({ headline, standing, problem_kind }: MacResult): string {
	if (headline !== null && standing !== null) return headline.split(/[,:]/)[0]!;
	if (problem_kind === 'unreadable') return 'Check the row';
	return problem_kind === 'ambiguous'
		? 'Find out the model'
		: (headline?.split(/[,:]/)[0] ?? 'Check the model');
}

export interface TableFilter {
	readonly text: string;
	/** A state, a kind of Macs, or nothing. */
	readonly only: string;
	/** A bar that was chosen. */
	readonly pick: Pick | null;
}

/** The numbers of the Macs that are shown, in their order. */
export function shownMacs(
	report: CompactReport,
	{ text, only, pick }: TableFilter,
	sort: { readonly column: TableColumn; readonly down: boolean } | null,
): number[] {
	const { macs, answers } = report;
	const counts = pick && isPicked(report, pick);
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	// What many Macs share is looked at once.
	const texts = answers.map(({ model, model_name, version, build, board_ids }) =>
		[model, model_name, version, build, ...board_ids.slice(0, 4)].join(' ').toLowerCase(),
	);
	const kind = macKinds(report).find(({ id }) => id === only);
	const isOnly = kind?.has ?? ((answer: MacResult) => only === '' || stateOf(answer) === only);
	const shown: number[] = [];
	for (const [number, mac] of macs.entries()) {
		const answer = answers[mac[5]]!;
		if (!isOnly(answer, mac) || (counts && !counts(mac, answer))) continue;
		if (words.length > 0) {
			const own = `${mac[2]} ${mac[3]} ${texts[mac[5]]} ${mac[6]?.join(' ') ?? ''}`.toLowerCase();
			if (!words.every((word) => own.includes(word))) continue;
		}
		shown.push(number);
	}
	if (!sort) return shown;
	const { column, down } = sort;
	const keys = new Map(
		shown.map((number) => [number, keyOf(column, macs[number]!, answers[macs[number]![5]]!)]),
	);
	return shown.sort((a, b) => {
		const [left, right] = [keys.get(a)!, keys.get(b)!];
		const order = left < right ? -1 : left > right ? 1 : a - b;
		return down ? -order : order;
	});
}

function keyOf(column: TableColumn, mac: CompactMac, answer: MacResult): number | string {
	return column.rank ? column.rank(mac, answer) : column.show(mac, answer).toLowerCase();
}
