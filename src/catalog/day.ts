/** Whether the text is a day that exists, written YYYY-MM-DD, from 1983 to 2099. */
export function isDay(text: string): boolean {
	if (!/^(?:198[3-9]|199\d|20\d\d)-\d\d-\d\d$/.test(text)) return false;
	const date = new Date(`${text}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** How many days lie between two days; negative when the second comes first. */
export function daysBetween(from: string, to: string): number {
	return dayNumber(to) - dayNumber(from);
}

/** The day so many days later, or earlier for a negative number. */
export function addDays(day: string, days: number): string {
	return dayOfNumber(dayNumber(day) + days);
}

/*
 * Days are counted without Date, which took most of the time of an answer that compares dozens of them. A year
 * that begins in March has its leap day at the end, so that months have a pattern: 153 days in every five.
 */

const zero = 48;

/** A day as a number: the next day is one more. */
export function dayNumber(day: string): number {
	const digit = (at: number) => day.charCodeAt(at) - zero;
	const month = digit(5) * 10 + digit(6);
	const year = digit(0) * 1000 + digit(1) * 100 + digit(2) * 10 + digit(3) - (month < 3 ? 1 : 0);
	const sinceMarch = Math.floor((153 * (month < 3 ? month + 9 : month - 3) + 2) / 5);
	const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
	return year * 365 + leapDays + sinceMarch + digit(8) * 10 + digit(9);
}

export function dayOfNumber(number: number): string {
	let year = Math.floor(number / 365.2425);
	let rest = restOf(number, year);
	if (rest < 0) rest = restOf(number, --year);
	else if (rest >= 365 && restOf(number, year + 1) >= 0) rest = restOf(number, ++year);
	const march = Math.floor((5 * rest + 2) / 153);
	const month = march < 10 ? march + 3 : march - 9;
	const day = rest - Math.floor((153 * march + 2) / 5) + 1;
	return `${year + (month < 3 ? 1 : 0)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Days since the first of March of the year. */
function restOf(number: number, year: number): number {
	return number - 1 - year * 365 - Math.floor(year / 4) + Math.floor(year / 100) - Math.floor(year / 400);
}
