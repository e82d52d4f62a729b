import { expect, test } from 'bun:test';
import { shipped } from '../../../../../test/shipped-data.ts';
import { dayNumber, dayOfNumber } from '../../text/day.ts';
import { dueOnArrival } from './debts.ts';

test('an update that was overdue when the Mac was first seen has a month from that day on', () => {
	// 26.4 came out on 24 March.
	const due = (lastSureDay: string) => {
		const debt = {
			release: shipped.releases.get('26.4')!,
			cve: null,
			from: dayNumber('2026-03-24'),
			since: null,
			sure: dayNumber(lastSureDay),
			possible: dayNumber('2026-04-24'),
			limit: 'month',
		} as const;
		const { sure, possible, limit } = dueOnArrival(debt, dayNumber('2026-06-10'));
		return [dayOfNumber(sure), dayOfNumber(possible), limit];
	};
	expect(due('2026-04-24')).toEqual(['2026-07-10', '2026-07-10', 'month']);
	// The vendor confirmed an exploit without a day: the Mac is certainly in time only until the day after.
	expect(due('2026-03-25')).toEqual(['2026-06-11', '2026-07-10', 'month']);
});
