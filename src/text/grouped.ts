/**
 * A whole number as people read it: `1,234,567`. Not `toLocaleString`: its first call loads the browser's language data,
 * 40 ms of every first visit.
 */
export function grouped(number: number): string {
	return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
