import { addDays } from '../../text/day.ts';
import type { MacResult } from '../judging/mac-result.ts';

type End = Pick<MacResult, 'ended_on' | 'estimated_end' | 'last_major'>;

/** Whether the last major of a Mac ends within a year. */
export function isDue(mac: End, asOf: string): boolean {
	const ends = endOf(mac);
	return ends !== null && ends <= addDays(asOf, 365);
}

/** A month counts from its beginning: it is an estimate. Empty for Macs that ended so long ago that nobody knows the day. */
export function endOf({ ended_on, estimated_end, last_major }: End): string | null {
	return ended_on ?? estimated_end ?? (last_major === null ? null : '');
}
