import type { Shapes } from '@pointrelease/core/src/api/shapes/shapes.ts';
import { addDays, dayAt, dayOfNumber, parseDay } from '@pointrelease/core/src/text/day.ts';
import type { Queries } from '../database/database.ts';
import type { Rate } from '../settings/setting-readers.ts';
import { digestOf } from './admission/gate.ts';
import { usageByDay } from './usage/usage-store.ts';

/** What `GET /license` tells somebody who has the key. */
type LicenseStatus = Shapes['License'];

/** The license of a key; null if the database does not have it yet. */
export async function licenseStatus(
	queries: Queries,
	key: string,
	{ rateLimit, renewUrl, now }: { rateLimit: Rate | null; renewUrl: string | null; now: number },
): Promise<LicenseStatus | null> {
	const [license] = await queries.rows<{ number: number; id: string; expires: string | null }>(
		'SELECT number, id, expires FROM licenses WHERE digest = $1',
		[digestOf(key)],
	);
	if (!license) return null;
	const today = dayOfNumber(dayAt(now));
	const days = await usageByDay(queries, license.number, addDays(today, -29));
	return {
		id: license.id,
		...endOf(license.expires, now),
		rate_limit: rateLimit && { requests: rateLimit.requests, seconds: rateLimit.seconds },
		requests_today: days.get(today) ?? 0,
		requests_30_days: [...days.values()].reduce((sum, requests) => sum + requests, 0),
		renew_url: renewUrl,
	};
}

/** The last day of a license, and the days until then. */
export function endOf(expires: string | null, now: number): Pick<LicenseStatus, 'ends_on' | 'days_left'> {
	return { ends_on: expires, days_left: expires === null ? null : (parseDay(expires) ?? 0) - dayAt(now) };
}

/** The status as `name=value` lines, for shells. */
export function statusLines({ rate_limit: limit, ...status }: LicenseStatus): string {
	const rate = limit && `${limit.requests}/${limit.seconds}s`;
	return Object.entries({ ...status, rate_limit: rate })
		.map(([name, value]) => `${name}=${value ?? ''}\n`)
		.join('');
}
