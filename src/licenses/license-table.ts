import { addDays, dayTextAt } from '@pointrelease/core/src/text/day.ts';
import type { Queries, Value } from '../database/database.ts';
import { licenseSelection } from '../database/license-columns.ts';
import { Failure } from '../process/failure.ts';
import { yieldTurn } from '../process/yield-turn.ts';
import { concerns } from './ending.ts';
import type { License } from './license.ts';
import { usageByDay } from './usage/usage-store.ts';

/** How a table of licenses is sorted: issued last, ending first, used last, used most. */
export const licenseOrders = ['newest', 'end', 'last-use', 'use'] as const;
export type LicenseOrder = (typeof licenseOrders)[number];

/** A license with its use of the last 30 days. */
export interface UsedLicense {
	readonly license: License;
	/** Requests of each day, the oldest first. */
	readonly days: readonly number[];
	readonly lastUse: string | null;
}

const daysShown = 30;
/** Beyond this, summing up what all licenses did would keep requests waiting: 1,000 take some 90 ms on a busy machine. */
const mostSummed = 1_000;
/** Licenses between two turns of waiting requests, for the same reason: the use of one takes 2 ms. */
const usePerTurn = 10;

/** A page of licenses in an order, one more than `most` if there are others. */
export async function sortedLicenses(
	queries: Queries,
	{ order, most, skip, licenses }: { order: LicenseOrder; most: number; skip: number; licenses: number },
	now = Date.now(),
): Promise<License[]> {
	const isOfUse = order === 'use' || order === 'last-use';
	if (isOfUse && licenses > mostSummed)
		throw new Failure(
			'too-many-licenses',
			`with more than ${mostSummed} licenses, use is listed by "pointrelease license usage"`,
		);
	const values: Value[] = [most + 1, skip];
	if (isOfUse) values.push(addDays(dayTextAt(now), 1 - daysShown));
	if (order === 'end') values.push(dayTextAt(now));
	return queries.rows<License>(`${statements[order]} LIMIT $1 OFFSET $2`, values);
}

const ofUse = (by: string) => `SELECT ${licenseSelection} FROM licenses
	JOIN (SELECT license, sum(requests) AS used, max(day) AS last_day FROM usage WHERE day >= $3 GROUP BY license) AS totals
		ON totals.license = licenses.number ORDER BY ${by}, number`;

const statements: Readonly<Record<LicenseOrder, string>> = {
	newest: `SELECT ${licenseSelection} FROM licenses ORDER BY number DESC`,
	end: `SELECT ${licenseSelection} FROM licenses WHERE ${concerns} AND expires >= $3 ORDER BY expires, number`,
	use: ofUse('used DESC'),
	'last-use': ofUse('last_day DESC, used DESC'),
};

/** What each license did in the last 30 days. */
export async function withUse(
	queries: Queries,
	licenses: readonly License[],
	now = Date.now(),
): Promise<UsedLicense[]> {
	const first = addDays(dayTextAt(now), 1 - daysShown);
	const used: UsedLicense[] = [];
	for (const [at, license] of licenses.entries()) {
		if (at > 0 && at % usePerTurn === 0) await yieldTurn();
		const byDay = await usageByDay(queries, license.number, first);
		const days = Array.from({ length: daysShown }, (_, at) => byDay.get(addDays(first, at)) ?? 0);
		used.push({ license, days, lastUse: [...byDay.keys()].at(-1) ?? null });
	}
	return used;
}
