import type { CompactMac, CompactReport } from '../../../fleet/report/report.ts';
import { placesOf } from '../../../fleet/report/worst-first.ts';
import type { Pick } from './mac-kinds.ts';
import type { Sort, TableColumn } from './table-columns.ts';

interface TableFilter {
	readonly text: string;
	/** A Mac must pass all of them. */
	readonly filters: readonly Pick[];
}

/** The indices of the Macs to show, in order: worst first unless a column sorts them. */
export function shownMacs(
	report: CompactReport,
	{ text, filters }: TableFilter,
	sort: Sort | null,
): number[] {
	const { macs, answers } = report;
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	// Many Macs share an answer, so its text is made once.
	const texts = answers.map(({ model, model_name, version, build, board_ids }) =>
		[model, model_name, version, build, ...board_ids.slice(0, 4)].join(' ').toLowerCase(),
	);
	const has = (number: number) => {
		const mac = macs[number]!;
		const answer = answers[mac[5]]!;
		if (!filters.every((filter) => filter.has(answer, mac))) return false;
		if (words.length === 0) return true;
		const macText = `${mac[2]} ${mac[3]} ${texts[mac[5]]} ${mac[6]?.join(' ') ?? ''}`.toLowerCase();
		return words.every((word) => macText.includes(word));
	};
	const isAll = words.length === 0 && filters.length === 0;
	if (!sort) return worstFirst(report, isAll ? null : has);
	const shown: number[] = [];
	for (let number = 0; number < macs.length; number++) if (isAll || has(number)) shown.push(number);
	return sorted(report, shown, sort);
}

/** `keys` is filled first, because Chromium takes twice as long to sort by an array with holes. */
function sorted(report: CompactReport, shown: number[], { column, down }: Sort): number[] {
	const { macs } = report;
	const keys = new Array<number | string>(macs.length).fill(0);
	for (const number of shown) keys[number] = keyOf(column, report, macs[number]!);
	return shown.sort((a, b) => {
		const [left, right] = [keys[a]!, keys[b]!];
		if (left === right) return a - b;
		return left < right === down ? 1 : -1;
	});
}

/** Sorts answers instead of Macs: all Macs with one answer have the same place. `has` selects Macs; null shows all. */
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

function keyOf(column: TableColumn, report: CompactReport, mac: CompactMac): number | string {
	return column.order ? column.order(report, mac) : column.show(report, mac).toLowerCase();
}
