/** Cached by time zone: making a formatter takes 50 µs, and every inventory in a message needs one. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The day that a moment lies in, in a time zone, written YYYY-MM-DD. */
export function dayIn(timeZone: string, milliseconds: number): string {
	const parts = partsOf(timeZone, milliseconds);
	return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** The time of that day, such as `18:05`. */
export function timeIn(timeZone: string, milliseconds: number): string {
	const parts = partsOf(timeZone, milliseconds);
	return `${parts.get('hour')}:${parts.get('minute')}`;
}

function partsOf(timeZone: string, milliseconds: number): ReadonlyMap<string, string> {
	let formatter = formatters.get(timeZone);
	if (!formatter) {
		formatter = new Intl.DateTimeFormat('en-CA', {
			timeZone,
			calendar: 'iso8601',
			numberingSystem: 'latn',
			year: 'numeric',
			month: '2-digit',
			day: '2-digit',
			hour: '2-digit',
			minute: '2-digit',
			hourCycle: 'h23',
		});
		formatters.set(timeZone, formatter);
	}
	return new Map(formatter.formatToParts(milliseconds).map(({ type, value }) => [type, value]));
}
