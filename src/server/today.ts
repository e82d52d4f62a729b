import { dayAt, dayOfNumber } from '../text/day.ts';

let [todayNumber, todayText] = [0, ''];

/** Today in UTC, YYYY-MM-DD. Written once a day: writing it takes five times as long as asking for the time. */
export function todayInUtc(): string {
	const number = dayAt(Date.now());
	if (number !== todayNumber) {
		todayNumber = number;
		todayText = dayOfNumber(number);
	}
	return todayText;
}
