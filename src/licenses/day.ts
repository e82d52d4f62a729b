/** Days are counted in UTC from 1970-01-01, so that they compare as numbers and fit beside a digest. */
const length = 86_400_000;

export function dayOf(milliseconds: number): number {
	return Math.floor(milliseconds / length);
}

export function dayText(day: number): string {
	return new Date(day * length).toISOString().slice(0, 10);
}

/** The day that `YYYY-MM-DD` names, or null where there is no such day. */
export function parseDay(text: string): number | null {
	if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
	const day = Date.parse(`${text}T00:00:00Z`) / length;
	// The parser rolls some impossible dates over into the next month.
	return Number.isInteger(day) && day > 0 && dayText(day) === text ? day : null;
}
