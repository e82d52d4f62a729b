import { counted } from './numbers.ts';

// Separate from `day.ts` because the first script of the page writes days and never counts with them.

const months = [
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

/** `2024-12-11` as people write it, 11 December 2024, with the precision that is known. */
export function inWords(day: string, precision: string = 'day'): string {
	const [year = '', month = '', date = ''] = day.split('-');
	const name = months[Number(month) - 1] ?? '';
	if (precision === 'year') return year;
	return precision === 'month' ? `${name} ${year}` : `${Number(date)} ${name} ${year}`;
}

/** Of an average month, leap years counted. */
const daysOfMonth = 30.4375;

/** `22 days`, `21 months`, `37 years`: how long something has been, as people say it. */
export function daysInWords(days: number): string {
	const months = Math.floor(days / daysOfMonth);
	if (months >= 24) return `${Math.floor(months / 12)} years`;
	if (months >= 3) return `${months} months`;
	return counted(days, 'day');
}
