import type { CompactMac, CompactReport } from '../../../fleet/report/report.ts';
import {
	type ShownColumn,
	type ShownId,
	type ShownMac,
	shownCell,
	shownColumns,
} from '../../../fleet/report/shown-columns.ts';

/** A column of the table of Macs: what it shows, what it is sorted by, and how much room it takes. */
export interface TableColumn extends Layout {
	/** Its name in the address. */
	readonly id: string;
	readonly title: string;
	/** Shown only with a policy. */
	readonly ofPolicy: boolean;
	/** Whether the first click sorts the largest number first. */
	readonly isCount: boolean;
	show(report: CompactReport, mac: CompactMac): string;
	/** What is shown beside a cell that is pointed at. */
	hint?(report: CompactReport, mac: CompactMac): string;
	/** The number to sort by; without it, rows sort by the shown text. */
	order?(report: CompactReport, mac: CompactMac): number;
	isEmpty(report: CompactReport): boolean;
}

interface Layout {
	/** In rem. A fixed width saves the browser from measuring every cell again after each scroll. */
	readonly width: number;
	/** The least width in rem at which it can be read. */
	readonly least: number;
	/** If not all columns fit, those with the lowest rank are shown. Rank 0 is shown on a phone, too. */
	readonly rank: number;
	/** Text that shrinks to fit, and wraps on paper. Versions and days never wrap. */
	readonly breaks?: boolean;
	/** Left out on paper, where all other columns fill a sheet; the charts and tiles have their numbers. */
	readonly offPaper?: boolean;
	/** Whether it may be empty for all results, and is then shown only with all columns. */
	readonly mayBeEmpty?: boolean;
}

export interface Sort {
	readonly column: TableColumn;
	readonly down: boolean;
}

/** The sort as an address parameter: the name of the column, after a hyphen if the order is descending. */
export function sortText({ column, down }: Sort): string {
	return `${down ? '-' : ''}${column.id}`;
}

/** The sort that an address names; null for the default order, worst first. */
export function sortIn(columns: readonly TableColumn[], text: string): Sort | null {
	const down = text.startsWith('-');
	const column = columns.find(({ id }) => id === text.slice(down ? 1 : 0));
	return column ? { column, down } : null;
}

/** The sort after a click on a column: first ascending (counts: descending), then reversed, then worst first. */
export function nextSort(sort: Sort | null, column: TableColumn): Sort | null {
	const { isCount } = column;
	if (sort?.column.id !== column.id) return { column, down: isCount };
	return sort.down === isCount ? { column, down: !isCount } : null;
}

/** The column that shows the color and the sign of a state. */
export const statusColumn: ShownId = 'status';

/** Sort keys of unknown values: an unknown version comes after all versions, an unknown count below all counts. */
const last = Number.MAX_SAFE_INTEGER;
const none = -1;

/** How a column is laid out that has no line in `layouts`. */
const usualLayouts: Readonly<Record<ShownColumn['type'], Layout>> = {
	text: { rank: 20, width: 10, least: 7, breaks: true },
	day: { rank: 20, ...fixed(6.2) },
	version: { rank: 20, ...fixed(4.8) },
	count: { rank: 20, ...fixed(5.6) },
	days: { rank: 20, ...fixed(5.4) },
};

/** Where a column needs more or less room than usual for its type, or is more important than the others. */
const layouts: Readonly<Partial<Record<ShownId, Partial<Layout>>>> = {
	name: { rank: 0, width: 8, least: 6.5 },
	status: { rank: 0, ...fixed(9.6), breaks: false },
	model: { rank: 3, width: 16, least: 8.5 },
	version: { rank: 2 },
	what_to_do: { rank: 0, width: 12 },
	overdue: { rank: 2 },
	exploited: { rank: 1 },
	exploited_elsewhere: { rank: 5, ...fixed(6.4) },
	exploited_not_stated: { rank: 16 },
	policy: { rank: 7, ...fixed(8.5), breaks: false },
	deadline: { rank: 8 },
	late: { rank: 6, width: 8, least: 6, mayBeEmpty: true, offPaper: true },
	missing: { rank: 11, ...fixed(5) },
	serial: { rank: 9, ...fixed(9), breaks: false },
	last_major: { rank: 15, ...fixed(4.6) },
	ends: { rank: 14 },
	seen: { rank: 10 },
	safari: { rank: 17, mayBeEmpty: true },
	latest_safari: { rank: 18, mayBeEmpty: true, offPaper: true },
	note: { rank: 6, width: 16, least: 9, mayBeEmpty: true },
};

/** The columns of the table in their order, without those of the inventory. */
export const tableColumns: readonly TableColumn[] = Object.entries<ShownColumn>(shownColumns)
	.filter(([, { offPage }]) => !offPage)
	.map(([id, column]) => tableColumn(id as ShownId, column));

function tableColumn(id: ShownId, column: ShownColumn): TableColumn {
	const { title, type, of, hint, ofPolicy = false } = column;
	const isCount = type === 'count' || type === 'days';
	const value = (report: CompactReport, mac: CompactMac) => of(shownMac(report, mac));
	return {
		...usualLayouts[type],
		...layouts[id],
		id,
		title,
		ofPolicy,
		isCount,
		show: (report, mac) => shownCell(column, shownMac(report, mac)),
		isEmpty: ({ answers, policy }) =>
			layouts[id]?.mayBeEmpty === true &&
			answers.every((result) => (of({ ...noMac, result, hasPolicy: policy !== null }) ?? '') === ''),
		...(hint && { hint: (report: CompactReport, mac: CompactMac) => hint(shownMac(report, mac)) }),
		...(isCount && { order: (report, mac) => Number(value(report, mac) ?? none) }),
		...(type === 'version' && { order: (report, mac) => versionOrder(value(report, mac)) }),
	};
}

/** For columns that depend on the result alone. */
const noMac = { name: '', serial: '', seen: null };

function shownMac({ answers, policy }: CompactReport, mac: CompactMac): ShownMac {
	const [, , name, serial, seen, answer] = mac;
	return { name, serial, seen, result: answers[answer]!, hasPolicy: policy !== null };
}

/** For values of about the same length. */
function fixed(width: number) {
	return { width, least: width };
}

/** A build, which is shown if the version is unknown, comes last like an empty cell. */
function versionOrder(version: string | number | null): number {
	if (typeof version !== 'string' || !/^[\d.]+$/.test(version)) return last;
	const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
	return (major * 1000 + minor) * 1000 + patch;
}

/** The inventory columns that the report shows beside each Mac. */
export function inventoryColumns(columns: readonly string[]): TableColumn[] {
	return columns.map((title, at) => ({
		id: `kept.${title}`,
		title,
		ofPolicy: false,
		isCount: false,
		rank: 4,
		width: 8,
		least: 6,
		breaks: true,
		show: (_, mac) => mac[6]?.[at] ?? '',
		isEmpty: () => false,
	}));
}
