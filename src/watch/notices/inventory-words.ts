import { daysBetween } from '@pointrelease/core/src/text/day.ts';
import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { counted, grouped } from '@pointrelease/core/src/text/numbers.ts';
import { dayIn } from '../local-day.ts';
import type { InventoryState } from '../situation.ts';

/** `3 of 400 Macs of yesterday` */
export function partialWords(
	{ of, gone, wholeAt }: Pick<InventoryState, 'of' | 'gone' | 'wholeAt'>,
	timeZone: string,
	now: number,
): string {
	const [from, today] = [dayIn(timeZone, wholeAt), dayIn(timeZone, now)];
	const days = daysBetween(from, today);
	const when = days === 0 ? 'earlier today' : days === 1 ? 'yesterday' : inWords(from);
	return `${grouped(of - gone)} of ${counted(of, 'Mac', 'Macs', grouped(of))} of ${when}`;
}

/** `13 of 400 Macs were seen in the last 3 days` */
export function unseenWords({
	dated,
	unseen,
	unseenDays,
}: Pick<InventoryState, 'dated' | 'unseen' | 'unseenDays'>): string {
	const seen = dated - unseen;
	return `${grouped(seen)} of ${counted(dated, 'Mac', 'Macs', grouped(dated))} ${seen === 1 ? 'was' : 'were'} seen in the last ${counted(unseenDays, 'day')}`;
}
