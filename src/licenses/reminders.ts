import { addDays, dayNumber, dayTextAt } from '@pointrelease/core/src/text/day.ts';
import type { Database, Queries } from '../database/database.ts';
import type { ReminderPlan } from '../settings/setting-readers.ts';
import { licensesEnding } from './ending.ts';
import type { License } from './license.ts';
import { queueNotice } from './mail/license-mail.ts';
import { reminderOf } from './mail/mail.ts';
import { ordersOfGroup } from './orders/order.ts';
import { renewsItself } from './orders/order-facts.ts';

/** A reminder that is due, for licenses whose last day is in this range, both included. */
interface DueReminder {
	readonly days: number;
	readonly from: string;
	readonly to: string;
}

const hour = 3_600_000;
const day = 24 * hour;
/** If the service was down on the last day, it still mails this many days later. */
const lateDays = 3;

/** The reminders that are due at a moment. For each last day only the latest reminder counts. */
export function dueReminders({ days, hour: at }: ReminderPlan, now: number): DueReminder[] {
	const today = dayTextAt(now - at * hour);
	const ascending = days.toSorted((a, b) => a - b);
	return ascending.map((count, index) => {
		const before = ascending[index - 1];
		const from = before === undefined ? (count === 0 ? -lateDays : 0) : before + 1;
		return { days: count, from: addDays(today, from), to: addDays(today, count) };
	});
}

/** When a reminder was due, in milliseconds. */
export function dueAt(endsOn: string, days: number, { hour: at }: Pick<ReminderPlan, 'hour'>): number {
	return (dayNumber(endsOn) - days - dayNumber('1970-01-01')) * day + at * hour;
}

/**
 * Queues every reminder that is due and was not queued before. Several nodes may do this at once: the node that stores the
 * row queues the mail in the same transaction. Returns how many were queued.
 */
export async function queueReminders(database: Database, plan: ReminderPlan, now: number): Promise<number> {
	let queued = 0;
	for (const due of dueReminders(plan, now))
		for (const license of await licensesEnding(database, due.from, due.to)) {
			if (await isStored(database, license, due.days)) continue;
			const decision = await isWanted(database, license, due.days, plan);
			if (decision === 'later') continue;
			const stored = await database.transaction(async (queries) => {
				const rows = await queries.rows(
					`INSERT INTO reminders (license, ends_on, days) VALUES ($1, $2, $3)
						ON CONFLICT DO NOTHING RETURNING license`,
					[license.id, license.expires, due.days],
				);
				if (rows.length > 0 && decision)
					await queueNotice(queries, [license], reminderOf(license.expires!), now);
				return rows.length > 0;
			});
			if (stored && decision) queued++;
		}
	return queued;
}

async function isStored(queries: Queries, { id, expires }: License, days: number): Promise<boolean> {
	const text = 'SELECT 1 AS one FROM reminders WHERE license = $1 AND ends_on = $2 AND days = $3';
	return (await queries.rows(text, [id, expires, days])).length > 0;
}

/**
 * False if the customer wants no reminders, or if the license got its last day after the reminder was due. `later` for a
 * subscription that renews itself: its next invoice extends the license or, if it fails, the reminder is needed.
 */
async function isWanted(
	queries: Queries,
	license: License,
	days: number,
	plan: ReminderPlan,
): Promise<boolean | 'later'> {
	if (license.reminders === 'off') return false;
	const [row] = await queries.rows<{ granted: string | null }>(
		'SELECT granted FROM licenses WHERE number = $1',
		[license.number],
	);
	const orders = license.order === null ? [] : await ordersOfGroup(queries, license.order);
	for (const order of orders) if (await renewsItself(queries, order)) return 'later';
	const since = [license.created, row?.granted, ...orders.map(({ issued }) => issued)]
		.flatMap((moment) => (moment ? [Date.parse(moment)] : []))
		.reduce((latest, moment) => Math.max(latest, moment), 0);
	return dueAt(license.expires!, days, plan) >= since;
}
