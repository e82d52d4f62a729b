const formatters = new Map<string, Intl.DateTimeFormat>();

/** The day that a moment lies in, in a time zone, written YYYY-MM-DD. */
export function dayIn(timeZone: string, milliseconds: number): string {
	let formatter = formatters.get(timeZone);
	if (!formatter) {
		formatter = new Intl.DateTimeFormat('en-CA', {
			timeZone,
			calendar: 'iso8601',
			numberingSystem: 'latn',
			year: 'numeric',
			month: '2-digit',
			day: '2-digit',
		});
		formatters.set(timeZone, formatter);
	}
	const parts = new Map(formatter.formatToParts(milliseconds).map(({ type, value }) => [type, value]));
	return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}
