import { counted } from './counted.ts';

/** Of an average month, leap years counted. */
const daysOfMonth = 30.4375;

/** `22 days`, `21 months`, `37 years`: how long something has been, as people say it. */
export function daysInWords(days: number): string {
	const months = Math.floor(days / daysOfMonth);
	if (months >= 24) return `${Math.floor(months / 12)} years`;
	if (months >= 3) return `${months} months`;
	return counted(days, 'day');
}
