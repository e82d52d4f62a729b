/** Two years: what is longer nobody counts in days. */
const countedInDays = 730;

/** `643 days`, `37 years`: how long something has been, as people say it. */
export function daysInWords(days: number): string {
	if (days >= countedInDays) return `${Math.floor(days / 365.25)} years`;
	return days === 1 ? '1 day' : `${days} days`;
}
