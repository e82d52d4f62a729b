const milliseconds = 86_400_000;

/** Whether the text is a day that exists, written YYYY-MM-DD, from 1983 to 2099. */
export function isDay(text: string): boolean {
	if (!/^(?:198[3-9]|199\d|20\d\d)-\d\d-\d\d$/.test(text)) return false;
	const date = new Date(`${text}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** How many days lie between two days; negative when the second comes first. */
export function daysBetween(from: string, to: string): number {
	return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / milliseconds;
}
