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

/** `2024-12-11` as people write it, 11 December 2024, no more exact than it is known. */
export function inWords(day: string, precision: string = 'day'): string {
	const [year = '', month = '', date = ''] = day.split('-');
	const name = months[Number(month) - 1] ?? '';
	if (precision === 'year') return year;
	return precision === 'month' ? `${name} ${year}` : `${Number(date)} ${name} ${year}`;
}
