import { counted } from './numbers.ts';

// Separate from `day.ts`, which the first script of the page does not need.

export const months = [
	'January',
	'February',
	'March',
	'April',
	'May',
	'June',
	'July',
	'August',
	'September',
	'October',
	'November',
	'December',
];

/** `2024-12-11` as 11 December 2024, December 2024 or 2024, depending on the precision. A month may be `2024-12`. */
export function inWords(day: string, precision: string = 'day'): string {
	const [year = '', month = '', date = ''] = day.split('-');
	const name = months[Number(month) - 1] ?? '';
	if (precision === 'year') return year;
	return precision === 'month' ? `${name} ${year}` : `${Number(date)} ${name} ${year}`;
}

/** The average over leap years. */
const daysOfMonth = 30.4375;

/** A number of days as `22 days`, `21 months` or `37 years`. */
export function daysInWords(days: number): string {
	const months = Math.floor(days / daysOfMonth);
	if (months >= 24) return `${Math.floor(months / 12)} years`;
	if (months >= 3) return `${months} months`;
	return counted(days, 'day');
}
