import { addDays } from '../../../text/day.ts';

/** The hour of a moment and how far its zone is ahead of UTC: `T23:30:00+10:00`, ` 05:00:00 -0700`. */
const zoned = /[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)? ?([+-])(\d{2}):?(\d{2})$/;

/**
 * The day in UTC of a moment that was written with the clock of another zone; the day as it is where no zone is named.
 * At 5 in the morning in Sydney it is still the day before.
 */
export function utcDay(day: string, moment: string): string {
	const [, hour, minute, sign, zoneHours, zoneMinutes] = zoned.exec(moment) ?? [];
	if (hour === undefined) return day;
	const ahead = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1);
	const minutes = Number(hour) * 60 + Number(minute) - ahead;
	return addDays(day, Math.floor(minutes / 1440));
}
