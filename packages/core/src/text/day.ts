/** Whether the text is a day that exists, written YYYY-MM-DD, from 1983 to 2099. */
export function isDay(text: string): boolean {
	return /^(?:198[3-9]|199\d|20\d\d)-/.test(text) && parseDay(text) !== null;
}

/** Throws if today, which a program gives, is not a day: every answer would be wrong. */
export function checkedDay(today: string): string {
	if (typeof today === 'string' && isDay(today)) return today;
	throw new TypeError(`today is ${JSON.stringify(today)}: expected a day such as 2026-11-19`);
}

/** The number of the day that `YYYY-MM-DD` names, or null if that day does not exist or is before 1970-01-02. */
export function parseDay(text: string): number | null {
	if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
	const day = dayNumber(text);
	// A day such as 30 February has the number of a day in March, which is written differently.
	return day > firstDay && dayOfNumber(day) === text ? day : null;
}

/** The number of days from one day to another; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
	return dayNumber(to) - dayNumber(from);
}

/** The day that is a number of days later, or earlier if the number is negative. */
export function addDays(day: string, days: number): string {
	return dayOfNumber(dayNumber(day) + days);
}

export function earlierDay(a: string, b: string): string {
	return b < a ? b : a;
}

export function laterDay(a: string, b: string): string {
	return b > a ? b : a;
}

/** The same day one year earlier; 28 February for 29 February. */
export function yearBefore(day: string): string {
	const same = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
	return day.endsWith('-02-29') ? `${same.slice(0, 8)}28` : same;
}

/*
 * Days are counted without Date: 34 ns a day instead of 114 ns (Bun 1.4.4), and an answer compares dozens. A year that
 * begins in March has its leap day at the end, so its months have a pattern: 153 days in every five.
 */

const zero = 48;

/** A day as a number, which is one more for the next day. */
export function dayNumber(day: string): number {
	const digit = (at: number) => day.charCodeAt(at) - zero;
	const month = digit(5) * 10 + digit(6);
	const year = digit(0) * 1000 + digit(1) * 100 + digit(2) * 10 + digit(3) - (month < 3 ? 1 : 0);
	const sinceMarch = Math.floor((153 * (month < 3 ? month + 9 : month - 3) + 2) / 5);
	const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
	return year * 365 + leapDays + sinceMarch + digit(8) * 10 + digit(9);
}

/** The number of 1970-01-01, the start of Unix time. */
const firstDay = dayNumber('1970-01-01');
export const millisecondsOfDay = 86_400_000;

/** The number of the day of a moment, in UTC. */
export function dayAt(milliseconds: number): number {
	return Math.floor(milliseconds / millisecondsOfDay) + firstDay;
}

/** The day of a moment, in UTC, as YYYY-MM-DD. */
export function dayTextAt(milliseconds: number): string {
	return dayOfNumber(dayAt(milliseconds));
}

export function dayOfNumber(number: number): string {
	let year = Math.floor(number / 365.2425);
	let yearDay = yearDayOf(number, year);
	if (yearDay < 0) yearDay = yearDayOf(number, --year);
	else if (yearDay >= 365 && yearDayOf(number, year + 1) >= 0) yearDay = yearDayOf(number, ++year);
	const march = Math.floor((5 * yearDay + 2) / 153);
	const month = march < 10 ? march + 3 : march - 9;
	const day = yearDay - Math.floor((153 * march + 2) / 5) + 1;
	return `${year + (month < 3 ? 1 : 0)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Days since the first of March of the year. */
function yearDayOf(number: number, year: number): number {
	return number - 1 - year * 365 - Math.floor(year / 4) + Math.floor(year / 100) - Math.floor(year / 400);
}
