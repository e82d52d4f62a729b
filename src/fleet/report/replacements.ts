import { compareText } from '../../catalog/identifier.ts';
import { addDays } from '../../text/day.ts';
import type { Mac } from '../fleet.ts';
import type { MacResult } from '../judging/mac-result.ts';
import type { Judgment } from '../judging/memo.ts';

type End = Pick<MacResult, 'ended_on' | 'estimated_end' | 'last_major'>;

/** A Mac is due for replacement if support of its last major ends within so many days, or has ended. */
const daysAhead = 365;

export function isDue(mac: End, asOf: string): boolean {
	return endsBy(mac, addDays(asOf, daysAhead));
}

function endsBy(mac: End, day: string): boolean {
	const end = endOf(mac);
	return end !== null && end <= day;
}

/**
 * The day on which support of the last major ended, or the month in which that is expected; empty if it ended so long ago that
 * the day is unknown. A month sorts before its first day.
 */
function endOf({ ended_on, estimated_end, last_major }: End): string | null {
	return ended_on ?? estimated_end ?? (last_major === null ? null : '');
}

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

/** Returns whether a Mac is due for replacement on a day. */
export function dueMacs(asOf: string): (judgment: Judgment) => boolean {
	const limit = addDays(asOf, daysAhead);
	return ({ answer }) => endsBy(answer!, limit);
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
