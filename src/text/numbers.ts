/**
 * A whole number as people read it: `1,234,567`. Not `toLocaleString`: its first call loads the browser's language data,
 * 40 ms of every first visit.
 */
export function grouped(number: number): string {
	return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 license`, `12 licenses`; how the number is shown may be given. */
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
