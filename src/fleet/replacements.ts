import { endOf, isDue } from './replacement-due.ts';
import type { MacRecord } from './report.ts';

/** A Mac that gets no updates in a year, or gets none already. */
export interface Replacement {
	/** Who has it, as a column that was carried through says; null where none does. */
	readonly owner: string | null;
	readonly name: string | null;
	readonly serial: string | null;
	readonly model_name: string | null;
	readonly last_major: string | null;
	/** The day on which support of its last major ended, or the month in which that is expected; empty where nobody knows it. */
	readonly ends: string;
}

/** Columns that say who has a Mac, best first. */
const ownerNames =
	/owner|assigned|user|employee|person|mail|besitzer|benutzer|utilisateur|propri[eé]taire|usuario|propietario|使用者|所有者|ユーザ/i;

/** The column that says who has a Mac: one that is called so, else the one that Macs are grouped by. */
export function ownerColumn(kept: readonly string[], groupBy: string | null): string | null {
	return kept.find((column) => ownerNames.test(column)) ?? groupBy;
}

/** The Macs whose last major ends within a year, by owner and then by the end. */
export function replacementsOf(
	macs: Iterable<
		Pick<
			MacRecord,
			'name' | 'serial' | 'model_name' | 'model' | 'last_major' | 'ended_on' | 'estimated_end' | 'kept'
		>
	>,
	owner: string | null,
	asOf: string,
): Replacement[] {
	const found: Replacement[] = [];
	for (const mac of macs) {
		if (!isDue(mac, asOf)) continue;
		found.push({
			owner: (owner !== null && mac.kept?.[owner]) || null,
			name: mac.name,
			serial: mac.serial,
			model_name: mac.model_name ?? mac.model,
			last_major: mac.last_major,
			ends: endOf(mac)!,
		});
	}
	const order = ({ owner, ends, name }: Replacement) => `${owner ?? '\uffff'}\0${ends}\0${name ?? ''}`;
	return found.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}
