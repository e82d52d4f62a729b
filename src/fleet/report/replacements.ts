import { compareText } from '../../catalog/identifier.ts';
import type { Mac } from '../fleet.ts';
import type { Judgment } from '../judging/memo.ts';
import { endOf, isDue } from './replacement-due.ts';

/** A Mac that gets no updates in a year, or gets none already. */
export interface Replacement {
	/** Its owner, as a carried column says; null if no column does. */
	readonly owner: string | null;
	readonly name: string | null;
	readonly serial: string | null;
	readonly model_name: string | null;
	readonly last_major: string | null;
	/**
	 * The day on which support of its last major ended, or the month in which that is expected; empty if it is unknown.
	 */
	readonly ends: string;
}

/** Columns that say who has a Mac, best first. */
const ownerNames =
	/owner|assigned|user|employee|person|mail|besitzer|benutzer|utilisateur|propri[eé]taire|usuario|propietario|使用者|所有者|ユーザ/i;

/** The column with the owner of a Mac: a column with such a name, otherwise the column that Macs are grouped by. */
export function ownerColumn(columns: readonly string[], groupBy: string | null): string | null {
	return columns.find((column) => ownerNames.test(column)) ?? groupBy;
}

/** Tells of Macs whether they are to be replaced: once for all that are alike. */
export function dueMacs(asOf: string): (judgment: Judgment) => boolean {
	const due = new Map<Judgment, boolean>();
	return (judgment) => {
		let isDueNow = due.get(judgment);
		if (isDueNow === undefined) {
			isDueNow = isDue(judgment.answer!, asOf);
			due.set(judgment, isDueNow);
		}
		return isDueNow;
	};
}

/** The Macs whose last major ends within a year, by owner and then by the end; `owner` is one of the columns that are carried through. */
export function replacementsOf(
	macs: Iterable<Mac>,
	{ columns, owner, asOf }: { columns: readonly string[]; owner: string | null; asOf: string },
): Replacement[] {
	const isOf = dueMacs(asOf);
	const place = owner === null ? -1 : columns.indexOf(owner);
	const ordered: { readonly order: string; readonly mac: Replacement }[] = [];
	for (const { name, serial, judgment, keptCells } of macs) {
		if (!isOf(judgment)) continue;
		const { model, model_name, last_major } = judgment.answer!;
		const ends = endOf(judgment.answer!)!;
		const mac = {
			owner: keptCells[place] || null,
			name: name || null,
			serial: serial || null,
			model_name: model_name ?? model,
			last_major,
			ends,
		};
		ordered.push({ order: `${mac.owner ?? '\uffff'}\0${ends}\0${name}`, mac });
	}
	return ordered.sort((a, b) => compareText(a.order, b.order)).map(({ mac }) => mac);
}
