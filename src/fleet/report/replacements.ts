import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import type { Mac } from '../fleet.ts';
import { dueMacs, endOf } from './replacement-due.ts';

/** A Mac that is due for replacement. */
export interface Replacement {
	/** Its owner, from a kept column; null without such a column. */
	readonly owner: string | null;
	readonly name: string | null;
	readonly serial: string | null;
	readonly model_name: string | null;
	readonly last_major: string | null;
	/** See `endOf`. */
	readonly ends: string;
}

/** Names of columns with the owner of a Mac. */
const ownerNames =
	/owner|assigned|user|employee|person|mail|besitzer|benutzer|utilisateur|propri[eé]taire|usuario|propietario|使用者|所有者|ユーザ/i;

/** The column with the owner of a Mac: the first with such a name, otherwise the column to group by. */
export function ownerColumn(columns: readonly string[], groupBy: string | null): string | null {
	return columns.find((column) => ownerNames.test(column)) ?? groupBy;
}

/** The Macs that are due for replacement, by owner and then by the end of support. `owner` is one of the kept columns. */
export function replacementsOf(
	macs: Iterable<Mac>,
	{ columns, owner, asOf }: { columns: readonly string[]; owner: string | null; asOf: string },
): Replacement[] {
	const isDueNow = dueMacs(asOf);
	const place = owner === null ? -1 : columns.indexOf(owner);
	const ordered: { readonly order: string; readonly mac: Replacement }[] = [];
	for (const { name, serial, judgment, keptCells } of macs) {
		if (!isDueNow(judgment)) continue;
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
