import type { MacResult } from '../../../fleet/judging/mac-result.ts';
import type { CompactMac, CompactReport } from '../../../fleet/report/report.ts';
import { isPicked, macKinds, type Pick } from './mac-kinds.ts';
import { stateNames, stateOf, states } from './report-parts.ts';

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
}

/** The column that shows the color and the sign of a state. */
export const statusTitle = 'Status';

const last = Number.MAX_SAFE_INTEGER;

/** Name, then what a Mac is judged by, then the rest. */
export const tableColumns: readonly TableColumn[] = [
	{ title: 'Name', rank: 0, width: 9, least: 6.5, breaks: true, show: ([, , name]) => name },
	{
		title: statusTitle,
		rank: 0,
		...fixed(7.8),
		show: (_, answer) => stateNames[stateOf(answer) as (typeof states)[number]],
		order: (_, answer) => states.indexOf(stateOf(answer) as (typeof states)[number]),
	},
	{
		title: 'What to do',
		rank: 0,
		width: 11,
		least: 7,
		breaks: true,
		onScreen: true,
		show: (_, answer) => whatToDo(answer),
	},
	{
		title: 'Version',
		rank: 2,
		...fixed(4.6),
		show: (_, { version, build }) => version ?? build ?? '',
		order: (_, { version }) => versionOrder(version),
	},
	{
		title: 'Exploited',
		rank: 1,
		...fixed(5.4),
		show: (_, { exploited_missing_count }) => String(exploited_missing_count ?? ''),
		order: (_, { exploited_missing_count }) => exploited_missing_count ?? last,
	},
	{
		title: 'Exploited, fixed elsewhere',
		rank: 6,
		...fixed(5.4),
		show: (_, { fixed_elsewhere_exploited_count: count }) => String(count ?? ''),
		order: (_, { fixed_elsewhere_exploited_count: count }) => count ?? last,
	},
	{
		title: 'Exploited, not listed',
		rank: 16,
		...fixed(5.4),
		show: (_, { not_stated_exploited_count: count }) => String(count ?? ''),
		order: (_, { not_stated_exploited_count: count }) => count ?? last,
	},
	{
		title: 'Model',
		rank: 5,
		width: 13,
		least: 8.5,
		breaks: true,
		show: (_, { model_name, model }) => model_name ?? model ?? '',
	},
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
	{
		title: 'Missing fixes',
		rank: 11,
		...fixed(5),
		show: (_, { missing_count }) => String(missing_count ?? ''),
		order: (_, { missing_count }) => missing_count ?? last,
	},
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
		rank: 4,
		width: 16,
		least: 9,
		breaks: true,
		isEmpty: ({ answers }) => answers.every((answer) => macNote(answer) === ''),
		show: (_, answer) => macNote(answer),
	},
];

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
		rank: 3,
		width: 8,
		least: 6,
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

interface TableFilter {
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
