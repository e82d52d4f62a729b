/**
 * A whole number with commas: `1,234,567`. Without `toLocaleString`, because its first call loads the browser's language
 * data, which takes 40 ms of every first visit.
 */
export function grouped(number: number): string {
	return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 license`, `12 licenses`. `shown` is the number as text. */
export function counted(number: number, noun: string, many = `${noun}s`, shown = String(number)): string {
	return `${shown} ${number === 1 ? noun : many}`;
}

/** `1 row`, `1,234 rows`. */
export function groupedCount(number: number, noun: string, many = `${noun}s`): string {
	return counted(number, noun, many, grouped(number));
}

/** A whole number in plain digits within the bounds, both included; null for any other text. */
export function readWholeNumber(text: string, least: number, most: number): number | null {
	const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
	return value >= least && value <= most ? value : null;
}
